/* How times are judged: medians against limits, strictly, but only by a machine that has time. */
import assert from 'node:assert/strict';
import { cpus } from 'node:os';

const ROUNDS = 6;
const SLOW_ROUNDS = 2; // so many on a quiet machine, and it is the page that is slow
const QUIET = 0.2; // of all cores, what others may take

export const median = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];

/* The share of all cores that is taken while the page rests. */
async function taken() {
    const count = () => cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((sum, time) => sum + time, 0) }));
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, 250));
    const after = count();
    const sum = (pick) => after.reduce((total, one, core) => total + pick(one) - pick(before[core]), 0);
    return 1 - sum((one) => one.idle) / sum((one) => one.all);
}

/* Measures round after round until the median of one keeps the limit. It fails when rounds on a quiet machine do not;
 * where there is always other work, a slow round means nothing, and the test says so. */
export async function judge(t, what, limit, measure) {
    let slow = 0;
    for (let round = 0; round < ROUNDS && slow < SLOW_ROUNDS; round++) {
        const before = await taken();
        const times = await measure();
        const share = Math.max(before, await taken());
        const told = `${what}: median ${median(times).toFixed(1)} ms of ${times.map((time) => time.toFixed(1)).join(' ')}, limit ${limit} ms`;
        t.diagnostic(`${told}; others take ${(100 * share).toFixed(0)} %`);
        if (median(times) < limit) return;
        if (share < QUIET) slow++;
        assert.ok(slow < SLOW_ROUNDS, told);
    }
    t.skip('other work takes the machine: times cannot be judged');
}
