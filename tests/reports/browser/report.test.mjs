// Opens report.html of real runs, and of runs made worse, in a browser: one run of the suite and one
// browser serve all of it.
import {after} from "node:test";
import {browser} from "./suite.mjs";
import "./sections.mjs";
import "./diagram.mjs";
import "./runs.mjs";

after(() => browser.close());
