import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../kit/clock.ts';
import { startSandbox } from './sandbox.ts';

// The thread's side of thread.ts. A failure here, at the start or later, is thrown: it ends the thread, and
// the other side gets the error.
if (!parentPort) throw new Error('This is the main module of a thread.');
const port = parentPort;
const sandbox = await startSandbox({ ...workerData, clock: systemClock });
port.once('message', async () => {
  await sandbox.close();
  process.exit();
});
port.postMessage(
  Object.fromEntries(Object.entries(sandbox).filter(([, value]) => typeof value !== 'function')),
);
