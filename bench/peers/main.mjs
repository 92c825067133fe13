// Measures random executions of the protocol under fast-check's scheduler: one line for each
// variant and size, columns apart by tabs.
// `node main.mjs [--seconds s] [--runs n] [--wait METHOD] [VARIANT…] [SIZE…]`

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { Execution, Violation, placesOf, sizes } from './protocol.mjs';

const columns = [
    'tool', 'version', 'variant', 'N', 'F', 'mode', 'result', 'wall_s', 'states', 'executions',
    'rate', 'rate_unit', 'peak_rss_mb', 'trace_len', 'model_loc', 'steps', 'cpu_s',
];
const contentOf = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const version = JSON.parse(contentOf('./package.json')).dependencies['fast-check'];

/** Executions until the first violation, or until `seconds` are over. */
async function sample(variant, size, seed, seconds, wait) {
    const cpu = process.cpuUsage();
    const start = process.hrtime.bigint();
    const elapsed = () => Number(process.hrtime.bigint() - start) / 1e9;
    const found = { executions: 0, steps: 0, result: 'ok', length: '' };
    const over = new Error('time is over');
    const property = fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(2 * placesOf(size) - 1), { maxLength: size.faults }),
        'AD'.includes(variant) ? fc.infiniteStream(fc.boolean()) : fc.constant(undefined),
        async (scheduler, strikes, choices) => {
            const execution = new Execution(variant, size, scheduler, strikes, choices);
            try {
                await execution.run(wait);
            } finally {
                ++found.executions;
                found.steps += execution.steps;
            }
            if (found.executions % 64 === 0 && elapsed() >= seconds) throw over;
        },
    );
    const parameters = { numRuns: 2 ** 31 - 1, seed, endOnFailure: true };
    const { errorInstance } = await fc.check(property, parameters);
    if (errorInstance instanceof Violation) {
        found.result = 'violation';
    } else if (errorInstance !== over) {
        throw errorInstance;
    }
    const { user, system } = process.cpuUsage(cpu);
    return { ...found, seconds: elapsed(), cpu: (user + system) / 1e6 };
}

const median = (values) => values.sort((one, other) => one - other)[values.length >> 1];

async function measure(variant, name, { seconds, runs, wait }) {
    const size = sizes[name];
    const all = [];
    for (let seed = 1; seed <= runs; ++seed) {
        all.push(await sample(variant, size, seed, seconds, wait));
    }
    const violates = all.some(({ result }) => result === 'violation');
    const of = (value) => median(all.map(value));
    const lines = contentOf('./protocol.mjs').split('\n');
    const code = lines.filter((line) => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*)/.test(line));
    return [
        'fast-check', version, variant, size.workers, size.faults, `random ${wait}`,
        violates ? 'violation' : 'ok', of((run) => run.seconds).toFixed(3), '',
        of((run) => run.executions), of((run) => run.executions / run.seconds).toFixed(0),
        'executions/s', Math.round(process.resourceUsage().maxRSS / 1024), '', code.length,
        of((run) => run.steps), of((run) => run.cpu).toFixed(3),
    ];
}

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string', default: '3' },
        runs: { type: 'string', default: '3' },
        wait: { type: 'string', default: 'waitIdle' },
    },
});
const effort = { seconds: Number(values.seconds), runs: Number(values.runs), wait: values.wait };
const among = (known) => {
    const asked = positionals.filter((word) => known.includes(word));
    return asked.length === 0 ? known : asked;
};
console.log(columns.join('\t'));
for (const size of among(Object.keys(sizes))) {
    for (const variant of among(['A', 'B', 'C', 'D'])) {
        console.log((await measure(variant, size, effort)).join('\t'));
    }
}
