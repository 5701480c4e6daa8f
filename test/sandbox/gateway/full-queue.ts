import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';

// A host that never accepts a connection: it listens, and then this thread blocks.
const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort?.postMessage(server.address());
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
