// The suite's run and a browser, once for all tests.
import {readFileSync} from "node:fs";
import {lines_of, run, start_browser} from "./page.mjs";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

export const suite = run("suite");
export const cells = lines_of(suite, "results.ndjson");
export const drawn = lines_of(suite, "counterexamples.ndjson");
export const browser = await start_browser();

/** Findings of axe that are serious or worse, as lines; on all cells of the suite it takes seconds. */
export async function barriers(page, within = "body") {
    await page.evaluate(axe);
    const result = await page.evaluate((part) => window.axe.run(part, {resultTypes: ["violations"]}), within);
    return result.violations
        .filter((one) => one.impact === "serious" || one.impact === "critical")
        .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
}

/** The stores as the panel has them. */
export function panel_state(page) {
    return page.$$eval(".panel .state tr", (rows) => rows.map((row) => ({
        key: `${row.dataset.store} ${row.dataset.name}`,
        content: row.dataset.content ?? null,
        changed: row.dataset.changed !== undefined,
    })));
}
