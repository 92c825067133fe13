// The sections of the report of the suite, and what real servers and benchmarks add to it.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";
import {changed, onceproof, Opened, screenshots} from "./page.mjs";
import {barriers, browser, cells, drawn, suite} from "./suite.mjs";

test("the report of the suite tells its outcome, its cells and its failures", async () => {
    const opened = await Opened.open(browser, suite);
    assert.match(await opened.page.locator("h1").textContent(), /Every expectation is met/);
    const scenarios = new Set(cells.map((cell) => cell.scenario));
    assert.equal(await opened.page.locator("#matrix tbody tr").count(), scenarios.size);
    const places = new Set(cells.map((cell) => `${cell.scenario} ${cell.strategy}`));
    assert.equal(await opened.page.locator("#matrix .place").count(), places.size);
    assert.equal(await opened.page.locator("#counterexample select").first().locator("option").count(), drawn.length);
    await opened.page.locator("button.more").click();
    assert.equal(await opened.page.locator(".card").count(), drawn.length);
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
    assert.deepEqual(await barriers(opened.page, "dialog"), []);
    await opened.page.locator("dialog").getByRole("button", {name: "Step through"}).first().click();
    assert.equal(await opened.page.locator("dialog").count(), 0);
    assert.match(await opened.page.locator("#counterexample .command code").textContent(), /onceproof replay op1-/);
    await opened.close();
});

test("light and dark, wide and narrow: no serious barrier, nothing beside the screen", async () => {
    for (const colorScheme of ["light", "dark"]) {
        for (const [width, height] of [[1400, 900], [320, 640]]) {
            const opened = await Opened.open(browser, suite, {colorScheme, viewport: {width, height}});
            const name = `${width}-${colorScheme}`;
            // Every colour and every layout once.
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

test("which faults struck stands by kind and operation, as the cells have it", async () => {
    const opened = await Opened.open(browser, suite);
    const faults = cells.flatMap((cell) => cell.faults ?? []);
    const kinds = [...new Set(faults.map((fault) => fault.kind))].sort((one, other) => one.localeCompare(other));
    assert.deepEqual(await opened.texts("#coverage tbody th"), kinds);
    const struck = faults.filter((fault) => fault.kind === kinds[0] && fault.struck > 0);
    const told = (await opened.texts("#coverage tbody tr:first-child small")).join(" ");
    const sum = (text, pattern) => [...text.replaceAll("\u202f", "").matchAll(pattern)]
        .reduce((total, match) => total + Number(match[1]), 0);
    assert.equal(sum(told, /(\d+) times?/g), struck.reduce((total, fault) => total + fault.struck, 0));
    assert.equal(sum(told, /(\d+) of \d+ cells?/g), struck.length);
    const label = cells.find((cell) => (cell.faults ?? []).some((fault) => !fault.in_reach)).strategy;
    await opened.page.getByLabel("Strategy", {exact: true}).selectOption(label);
    const own = cells.filter((cell) => cell.strategy === label).flatMap((cell) => cell.faults ?? []);
    assert.equal(await opened.page.locator("#coverage tbody tr").count(), new Set(own.map((fault) => fault.kind)).size);
    await opened.close();
});

test("a sweep shows its points in order, and where the border runs", async () => {
    const proved = (text) => ({...cells[0].guarantees[0], verdict: "proved", expected: true, token: "", text});
    const broken = {...proved("2 effects"), verdict: "violated"};
    const at = (ttl, guarantee) => ({...cells[0], scenario: "swept", strategy: "a/b", verdict: guarantee.verdict,
        error: "", point: {"strategy.a.ttl": ttl}, guarantees: [guarantee]});
    const folder = changed(suite, "swept", {
        cells: [at("10s", proved("")), at("900ms", broken), at("2s", proved("")), at("50ms", broken)],
        counterexamples: [],
    });
    const opened = await Opened.open(browser, folder);
    assert.deepEqual(await opened.texts("#sweeps thead th"), ["ttl", "50ms", "900ms", "2s", "10s", "border"]);
    assert.deepEqual(await opened.texts("#sweeps tbody td"),
        ["✖ violated", "✖ violated", "■ proved", "■ proved", "safe from 2s (900ms breaks it)"]);
    await opened.page.locator("#sweeps .place button").first().click();
    assert.equal(await opened.page.locator("dialog .point h3").textContent(), "ttl=50ms");
    await opened.close();
});

test("a frontier becomes a plot with its border in words", async () => {
    const file = join(suite, "frontier.json");
    onceproof("frontier", "scenarios/charge-outlives-claim.toml", "--strategy", "redis-key/published",
        "--guarantee", "single_effect", "--param", "strategy.redis-key/published.ttl=1m..10m:1s", "--json", file);
    const opened = await Opened.open(browser, changed(suite, "frontier", {frontiers: [file]}));
    const captions = await opened.texts("#frontiers figcaption");
    assert.equal(captions[0], "single_effect: violated from 1m to 6m, safe from 361s to 10m");
    const bars = await opened.page.$$eval("#frontiers svg", ([first]) =>
        [...first.querySelectorAll(".stretch rect")].map((bar) => Math.round(Number(bar.getAttribute("width")))));
    assert.equal(bars.length, 2);
    assert.ok(bars[0] > bars[1]);
    await opened.page.locator("#frontiers").scrollIntoViewIfNeeded();
    await opened.shot("frontiers");
    assert.deepEqual(await barriers(opened.page, "#frontiers"), []);
    await opened.close();
});

test("without scripts the matrix and the failures can still be read", async () => {
    const page = await browser.newPage({javaScriptEnabled: false, viewport: {width: 320, height: 640}});
    await page.goto(pathToFileURL(join(suite, "report.html")).href);
    assert.equal(await page.locator("thead th").count(), 1 + new Set(cells.map((cell) => cell.strategy)).size);
    assert.equal(await page.locator("tbody td", {hasText: /^✖ violated, as expected$/}).count(),
        cells.filter((cell) => cell.verdict === "violated").length);
    assert.equal(await page.locator("li code").count(), drawn.length);
    await page.screenshot({path: join(screenshots, "no-script.png")});
    await page.close();
});

test("on paper there is what stands on the screen, without what one presses", async () => {
    const opened = await Opened.open(browser, suite);
    await opened.page.emulateMedia({media: "print", colorScheme: "dark"});
    for (const selector of ["nav.top", "#matrix .tools", "#counterexample .steps", ".card .copy", ".card .primary"]) {
        assert.equal(await opened.page.locator(selector).first().isVisible(), false, selector);
    }
    for (const selector of ["#matrix .place .badge", ".card .sentence", ".diagram .row.step", ".panel .state", "#reproduce code"]) {
        assert.equal(await opened.page.locator(selector).first().isVisible(), true, selector);
    }
    const paper = await opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(paper, "rgb(255, 255, 255)");
    const pdf = await opened.page.pdf({path: join(screenshots, "printed.pdf"), format: "A4"});
    assert.ok(pdf.length > 10_000);
    await opened.close();
});

test("compared with another run it says what is new, fixed and still so", async () => {
    const broken = cells.findIndex((cell) => cell.verdict === "violated");
    const before = structuredClone(cells);
    const result = before[broken].guarantees.find((one) => one.verdict === "violated");
    Object.assign(result, {verdict: "proved", text: "", token: "", expected: true});
    delete result.fingerprint;
    const base = changed(suite, "base", {cells: before});
    const folder = join(base, "compared");
    onceproof("compare", base, suite, "-o", folder);
    const opened = await Opened.open(browser, folder);
    const summaries = await opened.texts("#compared summary");
    assert.equal(summaries[0], "✖ New: 1 violation");
    assert.match(summaries[1], /^✖ In both runs: \d+ violations$/);
    assert.match(await opened.page.locator("#compared li").first().textContent(),
        new RegExp(`^${cells[broken].scenario} / ${cells[broken].strategy}.*violated, proved before`));
    await opened.page.locator("#compared").scrollIntoViewIfNeeded();
    await opened.shot("compared");
    assert.deepEqual(await barriers(opened.page, "#compared"), []);
    await opened.close();
});
