// What the tests share: runs of the program, and a browser that tells on every page it opens.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {delimiter, join} from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const program = process.env.ONCEPROOF_PROGRAM;
const sources = process.env.ONCEPROOF_SOURCES;
const work = join(process.cwd(), "out");
export const screenshots = join(process.cwd(), "screenshots");

for (const folder of [work, screenshots]) {
    rmSync(folder, {recursive: true, force: true});
    mkdirSync(folder, {recursive: true});
}

/** What the program prints; exit codes that are verdicts are no failures. */
export function onceproof(...words) {
    try {
        return execFileSync(program, words, {cwd: sources, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});
    } catch (error) {
        if (error.status >= 64 || error.status === null) throw error;
        return error.stdout;
    }
}

/** Runs scenarios into a folder of this name. */
export function run(name, ...scenarios) {
    const folder = join(work, name);
    onceproof("run", ...scenarios, "--no-progress", "-o", folder);
    return folder;
}

export function lines_of(folder, file) {
    return readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

export function copy_of(folder, name) {
    const copy = join(work, name);
    cpSync(folder, copy, {recursive: true});
    return copy;
}

/** A copy of a run's folder with other cells, counterexamples and manifest, and its report anew. */
export function changed(folder, name, {cells, counterexamples, manifest, bench, frontiers = []}) {
    const copy = copy_of(folder, name);
    const ndjson = (all) => all.map((one) => `${JSON.stringify(one)}\n`).join("");
    if (cells) writeFileSync(join(copy, "results.ndjson"), ndjson(cells));
    if (counterexamples) writeFileSync(join(copy, "counterexamples.ndjson"), ndjson(counterexamples));
    if (manifest) {
        const old = JSON.parse(readFileSync(join(copy, "run.json"), "utf8"));
        writeFileSync(join(copy, "run.json"), JSON.stringify({...old, ...manifest}));
    }
    const figures = join(copy, "bench.json");
    if (bench) writeFileSync(figures, JSON.stringify(bench));
    onceproof("report", copy, "-o", copy, ...(bench ? ["--bench", figures] : []),
        ...frontiers.flatMap((file) => ["--frontier", file]));
    return copy;
}

/** Debian's; playwright-core brings none. */
function chromium_path() {
    for (const folder of process.env.PATH.split(delimiter)) {
        for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
            if (existsSync(join(folder, name))) return join(folder, name);
        }
    }
    throw new Error("no chromium in PATH; `./dev setup` installs it");
}

export function start_browser() {
    return chromium.launch({
        executablePath: chromium_path(),
        args: process.getuid() === 0 ? ["--no-sandbox"] : [],
    });
}

/** A page with a report in it. `close` fails if the page complained or asked for anything. */
export class Opened {
    static async open(browser, folder, {hash = "", ...options} = {}) {
        const opened = new Opened();
        opened.page = await browser.newPage({viewport: {width: 1400, height: 900}, ...options});
        opened.troubles = [];
        opened.page.on("console", (message) => opened.troubles.push(message.text()));
        opened.page.on("pageerror", (error) => opened.troubles.push(String(error)));
        opened.page.on("dialog", (dialog) => {
            opened.troubles.push(`dialog: ${dialog.message()}`);
            void dialog.dismiss();
        });
        const url = pathToFileURL(join(folder, "report.html")).href;
        opened.page.on("request", (request) => {
            if (request.url().split("#")[0] !== url) opened.troubles.push(`request: ${request.url()}`);
        });
        const begun = Date.now();
        await opened.page.goto(url + hash);
        await opened.page.locator("#reproduce").waitFor({state: "attached"});
        opened.milliseconds = Date.now() - begun;
        return opened;
    }

    async close() {
        await this.page.close();
        assert.deepEqual(this.troubles, []);
    }

    /** The texts of all that the selector finds. */
    texts(selector) {
        return this.page.locator(selector).allTextContents();
    }

    async shot(name) {
        // What scrolling brings into view is laid out in the frames behind it.
        await this.page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 50)));
        await this.page.screenshot({path: join(screenshots, `${name}.png`)});
    }
}
