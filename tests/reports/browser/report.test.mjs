// Opens report.html of real runs, and of runs made worse, in a browser.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {after, before, test} from "node:test";
import {changed, lines_of, onceproof, Opened, run, start_browser} from "./page.mjs";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
let browser;
let suite;
let cells;

before(async () => {
    suite = run("suite");
    cells = lines_of(suite, "results.ndjson");
    browser = await start_browser();
});

after(() => browser?.close());

/** Findings of axe that are serious or worse, as lines. */
async function barriers(page) {
    await page.evaluate(axe);
    const result = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
    return result.violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
}

/** The stores as the panel has them. */
function panel_state(page) {
    return page.$$eval(".panel .state tr", (rows) => rows.map((row) => ({
        key: `${row.dataset.store} ${row.dataset.name}`,
        content: row.dataset.content ?? null,
        changed: row.dataset.changed !== undefined,
    })));
}

/** The stores behind each step, from the trace as `replay` prints it. */
function states_of(trace) {
    const state = new Map();
    return trace.steps.map((step) => {
        for (const change of step.changes) state.set(`${change.store} ${change.name}`, change.content);
        return {state: new Map(state), changed: new Set(step.changes.map((one) => `${one.store} ${one.name}`))};
    });
}

function longest_token() {
    const all = lines_of(suite, "counterexamples.ndjson")
        .filter((one) => one.steps.some((step) => step.fault !== undefined));
    return all.reduce((one, other) => (other.steps.length > one.steps.length ? other : one)).token;
}

test("the report of the suite tells its outcome, its cells and its failures", async () => {
    const opened = await Opened.open(browser, suite);
    assert.match(await opened.page.locator("h1").textContent(), /Every expectation is met/);
    const scenarios = new Set(cells.map((cell) => cell.scenario));
    assert.equal(await opened.page.locator(".matrix tbody tr").count(), scenarios.size);
    const places = new Set(cells.map((cell) => `${cell.scenario} ${cell.strategy}`));
    assert.equal(await opened.page.locator(".matrix .place").count(), places.size);
    const drawn = lines_of(suite, "counterexamples.ndjson").length;
    assert.equal(await opened.page.locator("#counterexample select").first().locator("option").count(), drawn);
    await opened.page.locator("button.more").click();
    assert.equal(await opened.page.locator(".card").count(), drawn);
    await opened.close();
});

test("a place of the matrix opens its sweep points and leads to the counterexample", async () => {
    const opened = await Opened.open(browser, suite);
    const cell = cells.find((one) => one.verdict === "violated" && Object.keys(one.point).length > 0);
    const same = cells.filter((one) => one.scenario === cell.scenario && one.strategy === cell.strategy);
    await opened.page.getByRole("button", {name: `${cell.scenario}, ${cell.strategy}: violated`}).click();
    assert.equal(await opened.page.locator("dialog .point").count(), same.length);
    const words = await opened.texts("dialog .results tbody .badge");
    const expected = same.flatMap((one) => one.guarantees.map((result) =>
        result.verdict === "-" ? "does not apply" : result.verdict));
    assert.deepEqual(words.map((word) => word.replace(/^\S+ /, "").replace(", as expected", "")), expected);
    await opened.shot("details");
    assert.deepEqual(await barriers(opened.page), []);
    await opened.page.locator("dialog").getByRole("button", {name: "Step through"}).first().click();
    assert.equal(await opened.page.locator("dialog").count(), 0);
    assert.match(await opened.page.locator("#counterexample .command code").textContent(), /onceproof replay op1-/);
    await opened.close();
});

test("the keys walk through a counterexample, and the panel has the stores behind each step", async () => {
    const token = longest_token();
    const trace = JSON.parse(onceproof("replay", token, "--json"));
    const states = states_of(trace);
    const opened = await Opened.open(browser, suite, {hash: `#failure=${token}&step=1`});
    for (let step = 0; step < trace.steps.length; ++step) {
        if (step > 0) await opened.page.keyboard.press("j");
        assert.match(await opened.page.locator(".panel h3").textContent(),
            new RegExp(`^Step ${step + 1} of ${trace.steps.length} `));
        assert.ok((await opened.page.locator(".panel .sentence").textContent()).endsWith(`: ${trace.steps[step].text}`));
        const shown = await panel_state(opened.page);
        const {state, changed: keys} = states[step];
        assert.deepEqual(new Set(shown.slice(0, keys.size).map((entry) => entry.key)), keys);
        assert.deepEqual(shown.filter((entry) => entry.changed).length, keys.size);
        const wanted = [...state].filter(([key, content]) => content !== null || keys.has(key));
        assert.deepEqual(new Map(shown.map((entry) => [entry.key, entry.content])), new Map(wanted));
    }
    const faults = trace.steps.flatMap((step, at) => (step.fault === "" ? [] : [at + 1]));
    await opened.page.keyboard.press("F");
    assert.match(await opened.page.locator(".panel h3").textContent(), new RegExp(`^Step ${faults.at(-1)} of`));
    await opened.page.keyboard.press("v");
    const broken = trace.steps.findIndex((step) => step.violations.length > 0);
    assert.match(await opened.page.locator(".panel h3").textContent(), new RegExp(`^Step ${broken + 1} of`));
    assert.equal(await opened.page.locator(".row.current strong.violated").count(), 1);
    const lanes = await opened.page.locator(".lane-name").count();
    await opened.page.keyboard.press("1");
    assert.equal(await opened.page.locator(".lane-name").count(), lanes - 1);
    await opened.page.keyboard.press("1");
    const rows = await opened.page.locator(".row").count();
    await opened.page.keyboard.press("u");
    assert.ok(await opened.page.locator(".row").count() < rows);
    await opened.close();
});

test("a permalink opens the counterexample at its step", async () => {
    const token = longest_token();
    const opened = await Opened.open(browser, suite, {hash: `#failure=${token}&step=3`});
    await opened.page.keyboard.press("j");
    const hash = new URL(opened.page.url()).hash;
    assert.equal(hash, `#failure=${token}&step=4`);
    const again = await Opened.open(browser, suite, {hash});
    assert.match(await again.page.locator(".panel h3").textContent(), /^Step 4 of /);
    assert.match(await again.page.locator("#counterexample .command code").textContent(), new RegExp(token));
    await again.close();
    const plain = await Opened.open(browser, suite, {hash: "#step=2"});
    assert.match(await plain.page.locator(".panel h3").textContent(), /^Step 2 of /);
    await plain.close();
    await opened.close();
});

test("another strategy under the same faults stands side by side, the faults in the same rows", async () => {
    const drawn = lines_of(suite, "counterexamples.ndjson").find((one) => one.steps.some((step) => step.fault) &&
        one.same_faults?.some((same) => same.steps) && one.same_faults.some((same) => same.verdict === "proved"));
    const opened = await Opened.open(browser, suite, {hash: `#failure=${drawn.token}&step=1`});
    const about = await opened.page.locator("#counterexample .about").textContent();
    for (const same of drawn.same_faults) {
        const word = {proved: "survives", violated: "breaks as well", inconclusive: "not decided"}[same.verdict];
        assert.match(about, new RegExp(`${same.strategy} . ${word}`));
    }
    const broken = drawn.same_faults.find((same) => same.steps);
    await opened.page.getByLabel("Side by side with").selectOption(`same faults on ${broken.strategy}`);
    assert.equal(await opened.page.locator(".diagram").count(), 2);
    const [one, other] = await opened.page.$$eval(".diagram", (all) => all.map((diagram) => ({
        struck: diagram.querySelector(".row:has(path.fault)")?.dataset.row,
        heights: [...diagram.querySelectorAll(".row")].map((row) => row.offsetHeight),
    })));
    assert.equal(one.struck, other.struck);
    assert.deepEqual(one.heights.slice(0, Number(one.struck)), other.heights.slice(0, Number(one.struck)));
    await opened.page.locator("#counterexample").scrollIntoViewIfNeeded();
    await opened.shot("side-by-side");
    await opened.close();
});

test("light and dark, wide and narrow: no serious barrier, nothing beside the screen", async () => {
    for (const colorScheme of ["light", "dark"]) {
        for (const [width, height] of [[1400, 900], [320, 640]]) {
            const opened = await Opened.open(browser, suite, {colorScheme, viewport: {width, height}});
            const name = `${width}-${colorScheme}`;
            // Every colour and every layout once: on all cells of the suite this takes seconds.
            if ((width === 320) === (colorScheme === "dark")) assert.deepEqual(await barriers(opened.page), [], name);
            assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), width, name);
            for (const section of await opened.page.$$eval("main > section", (all) => all.map((one) => one.id))) {
                await opened.page.evaluate((id) => document.getElementById(id).scrollIntoView(), section);
                await opened.shot(`${name}-${section}`);
            }
            await opened.close();
        }
    }
});

test("the switch turns light into dark and back, and is remembered", async () => {
    const opened = await Opened.open(browser, suite, {colorScheme: "light"});
    const ground = () => opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await opened.page.getByRole("button", {name: "Light or dark"}).click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await opened.page.reload();
    await opened.page.locator("#reproduce").waitFor({state: "attached"});
    assert.equal(await ground(), dark);
    await opened.page.keyboard.press("t");
    assert.equal(await ground(), light);
    await opened.close();
});

test("what names contain stands there as text", async () => {
    const hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\u001b[31m\u2028" + "k".repeat(300);
    const named = structuredClone(cells.slice(0, 12)).map((cell) => ({
        ...cell, scenario: hostile, title: hostile, strategy: `${hostile}/x`, file: hostile, error: "",
        point: {[hostile]: hostile},
    }));
    const counterexamples = lines_of(suite, "counterexamples.ndjson").map((one) => ({
        ...one, cause: hostile, lanes: one.lanes.map((lane) => lane + hostile),
        steps: one.steps.map((step) => ({...step, text: hostile,
            changes: [{store: hostile, name: hostile, content: hostile}], violations: [hostile]})),
    }));
    const folder = changed(suite, "hostile", {cells: named, counterexamples, manifest: {arguments: ["run", hostile]}});
    const opened = await Opened.open(browser, folder, {viewport: {width: 320, height: 640}});
    assert.equal(await opened.page.locator("img").count(), 0);
    assert.ok((await opened.page.locator(".matrix tbody th .name").first().textContent()).startsWith("<script>alert(1)"));
    assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), 320);
    await opened.page.locator(".place button").first().press("Enter");
    assert.ok((await opened.page.locator("dialog h2").textContent()).startsWith("<script>alert(1)"));
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
    const opened = await Opened.open(browser, folder);
    console.log(`2,000 cells: open after ${opened.milliseconds} ms`);
    assert.ok(await opened.page.locator(".matrix .place").count() > 1000);
    await opened.page.getByLabel("Find a failure mode").fill(many.at(-1).scenario);
    assert.equal(await opened.page.locator(".matrix tbody tr:visible").count(), 1);
    await opened.close();
});

test("a counterexample of 100,000 steps has only what is seen in the page", async () => {
    const [first] = lines_of(suite, "counterexamples.ndjson");
    const steps = Array.from({length: 100_000}, (_, at) => ({
        at_us: at * 100, from: 0, to: 1 + (at % (first.lanes.length - 1)), text: `step ${at + 1}`,
        changes: at % 10 === 0 ? [{store: "db", name: `row ${at % 50}`, content: String(at)}] : [],
    }));
    steps.at(-1).violations = ["single_effect: at last"];
    const folder = changed(suite, "long", {counterexamples: [{...first, bug_probability: [], steps}]});
    const opened = await Opened.open(browser, folder, {hash: `#failure=${first.token}&step=1`});
    console.log(`100,000 steps: open after ${opened.milliseconds} ms`);
    assert.ok(await opened.page.locator(".row").count() < 200);
    await opened.page.keyboard.press("v");
    assert.match(await opened.page.locator(".panel h3").textContent(), /^Step 100000 of 100000 /);
    assert.equal(await opened.page.locator(".row.current strong.violated").count(), 1);
    const entries = await panel_state(opened.page);
    assert.deepEqual(entries.find((entry) => entry.key === "db row 40")?.content, "99990");
    await opened.close();
});

test("figures of a benchmark become curves, and a place on the map of safety and cost", async () => {
    const run_of = (subject, threads, rate, p99_ns) => ({
        run_name: `${subject}/postgresql/repeats:0${rate > 0 ? `/rate:${rate}` : ""}/real_time/threads:${threads}`,
        run_type: "iteration", threads, p50_ns: p99_ns / 4, p99_ns, p999_ns: p99_ns * 2, requests_per_second: 900,
    });
    const subjects = ["no-guard/baseline", "dedup-table/hardened", "table-lock/hardened"];
    const benchmarks = subjects.flatMap((subject, at) => [
        ...[1, 4, 16].map((threads) => run_of(subject, threads, 0, 1e6 * threads * (at + 1))),
        ...[200, 400].map((rate) => run_of(subject, 16, rate, 1e4 * rate * (at + 1))),
        // Repeated runs: the median of three counts.
        ...[7e6, 9e9].map((p99) => run_of(subject, 1, 0, p99)),
    ]);
    const folder = changed(suite, "bench", {bench: {context: {effect: "external"}, benchmarks}});
    const opened = await Opened.open(browser, folder);
    assert.deepEqual(await opened.texts(".scatter .name"), subjects);
    const table = opened.page.locator("#costs .scroll tbody tr");
    assert.equal(await table.count(), 9);
    assert.equal(await table.first().locator("td").nth(2).textContent(), "7");
    assert.equal(await opened.page.locator("#costs canvas").count(), 1);
    await opened.page.locator("#safety").scrollIntoViewIfNeeded();
    await opened.shot("safety");
    await opened.page.getByLabel("Order", {exact: true}).selectOption("open");
    assert.equal(await table.count(), 6);
    await opened.page.getByLabel("Figure", {exact: true}).selectOption("p999_ns");
    await opened.page.locator("#costs").scrollIntoViewIfNeeded();
    await opened.shot("costs");
    await opened.page.keyboard.press("t");
    assert.equal(await opened.page.locator("#costs canvas").count(), 1);
    await opened.close();
});

test("what real servers made of counterexamples stands beside them", async () => {
    const played = structuredClone(cells);
    const results = played.flatMap((cell) => cell.guarantees).filter((result) => result.verdict === "violated");
    results[0].on_real = {outcome: "confirmed", text: "Redis 7"};
    results[1].on_real = {outcome: "differs", text: "step 4: another answer"};
    const folder = changed(suite, "played", {
        cells: played, manifest: {real_servers: {versions: ["PostgreSQL 15", "Redis 7"], trouble: ""}},
    });
    const opened = await Opened.open(browser, folder);
    assert.match(await opened.page.locator("#confirmations .lead").textContent(),
        /^2 counterexamples played .*: 1 confirmed, 1 differs\. PostgreSQL 15, Redis 7$/);
    assert.deepEqual(await opened.texts("#confirmations tbody tr td:nth-child(4)"), ["Redis 7", "step 4: another answer"]);
    await opened.page.locator("#confirmations tbody button").first().click();
    assert.match(await opened.page.locator("#counterexample .about").textContent(), /confirmed on real servers: Redis 7/);
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
    await half.close();
});
