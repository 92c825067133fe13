// Runs that are not as the suite's: large, cut off, without a failure, with hostile names.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {changed, copy_of, onceproof, Opened, run} from "./page.mjs";
import {browser, cells, drawn, suite} from "./suite.mjs";

test("what names contain stands there as text", async () => {
    const hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\u001b[31m\u2028" + "k".repeat(300);
    const named = structuredClone(cells.slice(0, 12)).map((cell) => ({
        ...cell, scenario: hostile, title: hostile, strategy: `${hostile}/x`, file: hostile, error: "",
        point: {[hostile]: hostile},
        faults: [{kind: hostile, at: hostile, offered: 1, struck: 1, in_reach: true}],
    }));
    const counterexamples = drawn.map((one) => ({
        ...one, cause: hostile, same_faults: [{strategy: hostile, verdict: "proved", states: 1, idle: hostile}], lanes: one.lanes.map((lane) => lane + hostile),
        steps: one.steps.map((step) => ({...step, text: hostile,
            changes: [{store: hostile, name: hostile, content: hostile}], violations: [hostile]})),
    }));
    const folder = changed(suite, "hostile", {cells: named, counterexamples, manifest: {
        executable: hostile, arguments: ["run", hostile], environment: {[hostile]: hostile},
    }});
    const opened = await Opened.open(browser, folder, {viewport: {width: 320, height: 640}});
    assert.equal(await opened.page.locator("img").count(), 0);
    assert.ok((await opened.page.locator("#matrix tbody th .name").first().textContent()).startsWith("<script>alert(1)"));
    assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), 320);
    await opened.page.locator("#matrix .place button").first().press("Enter");
    assert.ok((await opened.page.locator("dialog h2").textContent()).startsWith("<script>alert(1)"));
    await opened.close();
});

test("commands of a checker's run are for that checker", async () => {
    const folder = changed(suite, "checker", {cells: cells.slice(0, 12), manifest: {
        executable: "build/my-check", arguments: ["run", "scenarios", "--strategy", "my-guard"],
    }});
    const opened = await Opened.open(browser, folder);
    await opened.page.locator("#matrix .place button").first().click();
    const place = await opened.texts("dialog .command code");
    assert.match(place.at(-1), /^build\/my-check run \S+\.toml --strategy my-guard -f '/);
    await opened.page.locator("dialog").getByRole("button", {name: "Close"}).click();
    const commands = await opened.texts(".command code");
    assert.ok(commands.includes("build/my-check run scenarios --strategy my-guard"));
    assert.ok(commands.some((text) => text.startsWith("build/my-check replay op1-")));
    assert.deepEqual(commands.filter((text) => text.startsWith("onceproof replay")), []);
    await opened.close();
});

test("2,000 cells and 500 broken ones open, and stay usable", async () => {
    const violated = cells.filter((cell) => cell.verdict === "violated");
    const safe = cells.filter((cell) => cell.verdict === "proved");
    const many = Array.from({length: 2000}, (_, at) => {
        const from = at % 4 === 0 ? violated[(at / 4) % violated.length] : safe[at % safe.length];
        return {...from, scenario: `${from.scenario}-${Math.floor(at / 20)}`};
    });
    const folder = changed(suite, "many", {cells: many, manifest: {cells_planned: 2000}});
    const plain = await Opened.open(browser, suite);
    await plain.close();
    const opened = await Opened.open(browser, folder);
    console.log(`2,000 cells: open after ${opened.milliseconds} ms, ` +
        `${(opened.milliseconds / plain.milliseconds).toFixed(1)} times the suite's ${cells.length} cells`);
    assert.ok(opened.milliseconds < 20_000);
    assert.ok(await opened.page.locator("#matrix .place").count() > 1000);
    const begun = Date.now();
    await opened.page.getByLabel("Find a failure mode").fill(many.at(-1).scenario);
    assert.equal(await opened.page.locator("#matrix tbody tr:visible").count(), 1);
    await opened.page.locator("#matrix tbody tr:visible .place button").first().click();
    await opened.page.locator("dialog").getByRole("button", {name: "Close"}).click();
    console.log(`2,000 cells: found, opened and closed one in ${Date.now() - begun} ms`);
    const kinds = new Set(many.flatMap((cell) => cell.guarantees.filter((one) => one.verdict === "violated")
        .map((one) => `${cell.strategy} ${one.guarantee} ${one.fingerprint}`)));
    assert.match(await opened.page.locator("#failures .status").textContent(), new RegExp(`^${kinds.size} distinct failures$`));
    await opened.close();
});

test("a thousand cells that break in one way are one card, which names them", async () => {
    const broken = cells.find((cell) => cell.guarantees.some((one) => one.verdict === "violated" && one.fingerprint));
    const guarantees = [broken.guarantees.find((one) => one.verdict === "violated")];
    const many = Array.from({length: 1000}, (_, at) => ({...broken, guarantees, scenario: `mode-${at % 100}`, point: {n: String(at)}}));
    const folder = changed(suite, "alike", {cells: many, manifest: {cells_planned: 1000}});
    const opened = await Opened.open(browser, folder);
    assert.equal(await opened.page.locator(".card").count(), 1);
    const where = opened.page.locator(".card details.where");
    assert.equal(await where.locator("summary").textContent(), "Shown in 1\u202f000 cells");
    await where.locator("summary").click();
    await where.locator("li").last().waitFor();
    const places = await opened.texts(".card details.where li");
    assert.equal(places[0], "mode-0 (n=0)");
    assert.equal(places.at(-1), "and 800 more cells");
    await where.getByRole("button", {name: "mode-1 (n=1)"}).click();
    assert.equal(await opened.page.locator("dialog .point").count(), 1);
    await opened.close();
});

test("a run without a failure, and one that was interrupted, say so", async () => {
    const safe = cells.filter((cell) => cell.verdict === "proved");
    const calm = changed(suite, "calm", {cells: safe, counterexamples: [], manifest: {cells_planned: safe.length}});
    const opened = await Opened.open(browser, calm);
    assert.match(await opened.page.locator("h1").textContent(), /Every expectation is met\.$/);
    assert.match(await opened.page.locator("#failures .lead").textContent(), /No guarantee was broken/);
    assert.equal(await opened.page.locator("#counterexample").count(), 0);
    await opened.close();
    const cut = changed(suite, "cut", {cells: cells.slice(0, 40), manifest: {interrupted: true, cells_done: 40}});
    const half = await Opened.open(browser, cut);
    assert.match(await half.page.locator(".trouble").first().textContent(), /interrupted: 40 of \d+ cells/);
    assert.match(await half.page.locator("h1").textContent(), /^\? Every expectation is met so far/);
    await half.close();
});

test("a folder that was cut off is shown as far as it can be read, and what is lost is named", async () => {
    const folder = copy_of(suite, "torn");
    const cut = (file, share) => {
        const text = readFileSync(join(folder, file), "utf8");
        writeFileSync(join(folder, file), text.slice(0, Math.floor(text.length * share)));
        return text.slice(0, Math.floor(text.length * share)).split("\n").length;
    };
    const line = cut("results.ndjson", 0.5);
    cut("counterexamples.ndjson", 0.3);
    cut("run.json", 0.5);
    onceproof("report", folder, "-o", folder);
    const opened = await Opened.open(browser, folder);
    const troubles = await opened.texts("main > .trouble");
    assert.match(troubles[0], new RegExp(`^The run was interrupted: ${line - 1} of ${line - 1} cells are here`));
    assert.deepEqual(troubles.slice(1), ["run.json", `results.ndjson, line ${line}`, "counterexamples.ndjson, 1 line"]
        .map((part) => `Could not be read: ${part}`));
    const places = new Set(cells.slice(0, line - 1).map((cell) => `${cell.scenario} ${cell.strategy}`));
    assert.equal(await opened.page.locator("#matrix .place").count(), places.size);
    assert.ok(await opened.page.locator(".card").count() > 0);
    await opened.shot("torn");
    await opened.close();
});

test("equal runs have equal reports, byte by byte", () => {
    process.env.SOURCE_DATE_EPOCH = "1700000000";
    const [one, other] = [1, 2].map(() => readFileSync(join(run("dated", "scenarios/lost-reply.toml"), "report.html")));
    delete process.env.SOURCE_DATE_EPOCH;
    assert.ok(one.equals(other));
});
