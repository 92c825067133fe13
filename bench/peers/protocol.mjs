// The protocol of bench/explorer (deduplication with a status row and lost responses) as code under
// fast-check's scheduler. One execution is one run from the start to its end: client and workers
// are async functions, each step is one scheduled task and then one atomic operation.

/** Workers N and most faults F in one execution; the client makes N + F attempts. */
export const sizes = {
    S1: { workers: 2, faults: 1 },
    S2: { workers: 3, faults: 1 },
    S3: { workers: 3, faults: 2 },
    S4: { workers: 4, faults: 2 },
    S5: { workers: 5, faults: 2 },
};

/** Faults are drawn for so many places, spread over a run. */
export const placesOf = (size) => 4 * (size.workers + size.faults);

export class Violation extends Error {}

const ready = Promise.resolve();

/** One execution of `variant` (A, B, C or D) in the hands of `scheduler`. */
export class Execution {
    /**
     * `strikes` are the places of the faults: the n-th step at which a fault could strike, from 0,
     * doubled, plus which fault where there are two. `choices` gives booleans: busy or takeover.
     */
    constructor(variant, size, scheduler, strikes, choices) {
        this.variant = variant;
        this.size = size;
        this.scheduler = scheduler;
        this.strikes = [...strikes].sort((one, other) => other - one);
        this.choices = choices;
        this.row = 'NONE';
        this.counter = 0;
        this.got = false;
        this.requests = 0;
        this.idle = size.workers;
        this.offered = 0; // takes that are scheduled
        this.owners = 0; // workers that have claimed the row and not yet said what came of it
        this.places = 0;
        this.steps = 0;
    }

    /** Runs to the end; `wait` is the scheduler's method that does. Throws `Violation`. */
    async run(wait) {
        const client = this.client();
        await this.scheduler[wait]();
        await client;
        if (this.violation) throw this.violation;
        const ended = this.requests === 0 && this.idle === this.size.workers;
        if (!ended) throw new Error('not at its end');
    }

    async client() {
        const attempts = this.size.workers + this.size.faults;
        for (let sent = 0; sent < attempts; ++sent) {
            await this.step();
            if (this.got) {
                --this.steps; // an answer came first: this was no step of the protocol
                return;
            }
            if (this.struck()) continue; // the request is lost
            ++this.requests;
            this.offer();
        }
    }

    /** Lets idle workers take what waits. Workers are alike: it does not matter which it is. */
    offer() {
        while (this.offered < Math.min(this.idle, this.requests)) {
            ++this.offered;
            this.work();
        }
    }

    async work() {
        await this.step();
        --this.offered;
        --this.requests;
        --this.idle;
        return this.variant === 'B' ? this.transact() : this.handle();
    }

    /** The worker has answered or crashed. Called at once: its next take must be there in time. */
    rest() {
        ++this.idle;
        this.offer();
    }

    async handle() {
        for (;;) {
            await this.step(); // read
            const row = this.row;
            if (this.struck()) return this.rest();
            if (row === 'DONE') return this.answer(true);
            await this.step(); // insert, retake, or busy or takeover
            if (this.struck()) return this.rest();
            const takes = row === 'PENDING' && this.mayTakeOver() && this.choices.next().value;
            if (row === 'PENDING' && !takes) return this.rest(); // busy
            if (this.row !== row) continue;
            this.row = 'PENDING';
            return this.effect();
        }
    }

    mayTakeOver() {
        return this.variant === 'A' || (this.variant === 'D' && this.owners === 0);
    }

    async effect() {
        ++this.owners;
        await this.step();
        const fault = this.strike(2);
        if (fault !== 1 && fault !== 0) this.affect();
        if (fault !== 1) {
            await this.step(); // done or failed
            if (!this.struck()) {
                --this.owners;
                this.row = fault === 0 ? 'FAILED' : 'DONE';
                return this.answer(fault !== 0);
            }
        }
        --this.owners;
        return this.rest();
    }

    async transact() {
        for (;;) {
            await this.step(); // read
            const row = this.row;
            if (this.struck()) return this.rest();
            if (row === 'DONE') return this.answer(true);
            await this.step(); // claim, effect and mark at once
            const fault = this.strike(this.row === 'NONE' ? 2 : 1);
            if (fault === 0 && this.row === 'NONE') return this.answer(false);
            if (fault !== undefined) return this.rest();
            if (this.row !== 'NONE') continue;
            this.row = 'DONE';
            this.affect();
            return this.answer(true);
        }
    }

    async answer(success) {
        await this.step();
        if (!this.struck()) {
            this.got ||= success;
            this.judge();
        }
        return this.rest();
    }

    affect() {
        ++this.counter;
        this.judge();
    }

    judge() {
        if (this.counter > 1) this.violation ??= new Violation('the effect happened twice');
        if (this.got && this.counter !== 1) this.violation ??= new Violation('no effect');
    }

    /** Which of `kinds` faults strikes the step that was just scheduled, in its place; or none. */
    strike(kinds) {
        const next = this.strikes.at(-1);
        if (next === undefined || next >> 1 > this.places++) return undefined;
        this.strikes.pop();
        return (next & 1) % kinds;
    }

    struck() {
        return this.strike(1) !== undefined;
    }

    step() {
        ++this.steps;
        return this.scheduler.schedule(ready);
    }
}
