// Builds the page of report.html: `node build.mjs page.cpp`. The result is one C++ source that
// holds one HTML text; style and script stand in it and are allowed by their hashes alone.
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {build} from "esbuild";

const piece_max = 16000; // a compiler has to take string literals of 65,536 characters only
const page_max = 200 * 1024; // before any data

async function bundled(entry) {
    const result = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2021",
        charset: "utf8",
        legalComments: "none",
        logLevel: "warning",
    });
    return result.outputFiles[0].text.trim();
}

function hash_of(text) {
    return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

const script = (await bundled("src/main.ts")).replaceAll("</script", "<\\/script");
const style = await bundled("style.css");
const uplot = JSON.parse(readFileSync("node_modules/uplot/package.json", "utf8"));
const licence = readFileSync("node_modules/uplot/LICENSE", "utf8").trim();
const parts = {
    CSP: `default-src 'none'; script-src ${hash_of(script)}; style-src ${hash_of(style)}; ` +
        "base-uri 'none'; form-action 'none'",
    STYLE: style,
    SCRIPT: script,
    LICENCES: `uPlot ${uplot.version}\n\n${licence}`.replaceAll("<", "&lt;"),
};
const page = readFileSync("page.html", "utf8").replace(
    /\{\{([A-Z]+)\}\}/g, (whole, name) => parts[name] ?? whole);
if (Buffer.byteLength(page) > page_max) {
    throw new Error(`the page has ${Buffer.byteLength(page)} bytes, more than ${page_max}`);
}

// Cut where a character begins: a literal may not end within one.
const pieces = [];
let rest = page;
while (rest.length > 0) {
    let length = Math.min(piece_max, rest.length);
    if (/[\uD800-\uDBFF]/.test(rest[length - 1])) length -= 1;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
}
const literals = pieces.map((piece) => `    R"~page~(${piece})~page~",`).join("\n");
writeFileSync(process.argv[2], `#include "reports/html_page.hpp"

#include <array>

namespace onceproof::reports {

std::string html_page() {
    constexpr std::array<std::string_view, ${pieces.length}> pieces{
${literals}
    };
    std::string page;
    for (const std::string_view piece : pieces) {
        page += piece;
    }
    return page;
}

}  // namespace onceproof::reports
`);
