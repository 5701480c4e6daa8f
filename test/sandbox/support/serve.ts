import { systemClock } from '../../../src/kit/clock.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';

// A sandbox in a process of its own, for the test that kills it. It ends with its parent, when stdin ends.
const [stateDir = ''] = process.argv.slice(2);
const requestsPerSecond = Number.POSITIVE_INFINITY;
const sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock, requestsPerSecond });
process.stdout.write(`${JSON.stringify(sandbox)}\n`);
process.stdin.on('end', () => process.exit()).resume();
