// The counterexample, step by step: keys, panel, permalinks, two side by side, and a very long one.
import assert from "node:assert/strict";
import {test} from "node:test";
import {changed, onceproof, Opened} from "./page.mjs";
import {browser, drawn, panel_state, suite} from "./suite.mjs";

/** The stores behind each step, from the trace as `replay` prints it. */
function states_of(trace) {
    const state = new Map();
    return trace.steps.map((step) => {
        for (const change of step.changes) state.set(`${change.store} ${change.name}`, change.content);
        return {state: new Map(state), changed: new Set(step.changes.map((one) => `${one.store} ${one.name}`))};
    });
}

function longest_token() {
    const all = drawn.filter((one) => one.steps.some((step) => step.fault !== undefined));
    return all.reduce((one, other) => (other.steps.length > one.steps.length ? other : one)).token;
}

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
    const told = drawn.find((one) => one.steps.some((step) => step.fault) &&
        one.same_faults?.some((same) => same.steps) && one.same_faults.some((same) => same.verdict === "proved"));
    const opened = await Opened.open(browser, suite, {hash: `#failure=${told.token}&step=1`});
    const about = await opened.page.locator("#counterexample .about").textContent();
    for (const same of told.same_faults) {
        const word = {proved: "survives", violated: "breaks as well", inconclusive: "not decided"}[same.verdict];
        assert.match(about, new RegExp(`${word}[^■✖?]*: [^■✖?]*${same.strategy}`));
    }
    const broken = told.same_faults.find((same) => same.steps);
    const name = `same faults on ${broken.strategy}`;
    await opened.page.getByLabel("Side by side with").selectOption(name);
    assert.equal(await opened.page.locator(".diagram").count(), 2);
    const [one, other] = await opened.page.$$eval(".diagram", (all) => all.map((diagram) => ({
        struck: diagram.querySelector(".row:has(path.fault)")?.dataset.row,
        heights: [...diagram.querySelectorAll(".row")].map((row) => row.offsetHeight),
    })));
    assert.equal(one.struck, other.struck);
    assert.deepEqual(one.heights.slice(0, Number(one.struck)), other.heights.slice(0, Number(one.struck)));
    const commands = await opened.texts("#counterexample .command code");
    assert.deepEqual(commands, [`onceproof replay ${told.token}`, `onceproof replay ${broken.token}`]);
    assert.match(onceproof("replay", broken.token), /violated/);
    await opened.page.locator("#counterexample").scrollIntoViewIfNeeded();
    await opened.shot("side-by-side");
    // The address has both.
    await opened.page.keyboard.press("j");
    const {hash} = new URL(opened.page.url());
    const again = await Opened.open(browser, suite, {hash});
    assert.equal(await again.page.getByLabel("Side by side with").inputValue(), name);
    assert.match(await again.page.locator(".panel h3").textContent(), /^Step 2 of /);
    await again.close();
    await opened.close();
});

test("who holds a key that expires is a bar along its lane, from row to row", async () => {
    const expires = (step) => step.to !== undefined && (step.changes ?? []).some((one) =>
        one.store === "redis" && / ttl \S+$/.test(one.content ?? ""));
    const held = drawn.find((one) => one.steps.some((step, at) => expires(step) && at + 1 < one.steps.length));
    const at = held.steps.findIndex(expires);
    const opened = await Opened.open(browser, suite, {hash: `#failure=${held.token}&step=${at + 1}`});
    const lane = held.lanes[held.steps[at].from];
    const key = held.steps[at].changes.find((one) => one.store === "redis").name;
    const told = `${lane} holds ${key} `;
    assert.ok((await opened.page.locator(".panel .holding li.lease").first().textContent()).startsWith(told));
    const rows = await opened.page.$$eval(".row", (all, text) => all.flatMap((row, place) =>
        [...row.querySelectorAll(".bar.lease title")].some((title) => title.textContent.startsWith(text)) ? [place] : []), told);
    assert.ok(rows.length >= 2);
    assert.deepEqual(rows, Array.from({length: rows.length}, (_, place) => rows[0] + place));
    await opened.close();
});

test("a counterexample of 100,000 steps has only what is seen in the page", async () => {
    const [first] = drawn;
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
