import { createServer, type Server, type Socket } from 'node:net';
import { closed, listen } from './sockets.ts';

/** The first sticky port, the same as at DataImpulse. */
const FIRST_STICKY_PORT = 10_000;
const LAST_STICKY_PORT = 30_000;
/** The number of ports of `any`: enough to test sessions by their ports. */
const ANY_PORTS = 8;
/** Above this, a search from a random port might run out of ports. */
const LAST_RANDOM_PORT = 29_000;

export interface PortRange {
  first: number;
  last: number;
}

interface StickyPorts extends PortRange {
  servers: Server[];
}

/**
 * Listens on that range of ports or, when one of them is taken, on the next free range of the same length
 * above. `any` takes a few free ports. Throws an `Error` with code `EADDRINUSE` when no range is free, and
 * leaves nothing open then.
 */
export async function openStickyPorts(
  wanted: PortRange | 'any',
  host: string,
  serve: (client: Socket, port: number) => void,
): Promise<StickyPorts> {
  const range = wanted === 'any' ? randomRange() : wanted;
  const distance = range.last - range.first;
  let { first } = range;
  while (first + distance <= LAST_STICKY_PORT) {
    const outcome = await openRange(first, first + distance, host, serve);
    if (typeof outcome === 'object') return { first, last: first + distance, servers: outcome };
    first = outcome + 1;
  }
  throw Object.assign(new Error(`No ${distance + 1} ports in a row are free from ${range.first} on`), {
    code: 'EADDRINUSE',
  });
}

/** A random range: sandboxes that start at the same time would otherwise try the same ports. */
function randomRange(): PortRange {
  const first = FIRST_STICKY_PORT + Math.floor(Math.random() * (LAST_RANDOM_PORT - FIRST_STICKY_PORT));
  return { first, last: first + ANY_PORTS - 1 };
}

/** All servers of the range, or the last of its ports that is taken. */
async function openRange(
  first: number,
  last: number,
  host: string,
  serve: (client: Socket, port: number) => void,
): Promise<Server[] | number> {
  const servers = Array.from({ length: last - first + 1 }, (_, index) =>
    createServer({ allowHalfOpen: true, noDelay: true }, (client) => serve(client, first + index)),
  );
  const outcomes = await Promise.allSettled(
    servers.map((server, index) => listen(server, host, first + index)),
  );
  const failures = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
  const failed = failures.findLastIndex((failure) => failure !== undefined);
  if (failed < 0) return servers;
  await Promise.all(servers.map(closed));
  const other = failures.find((failure) => failure !== undefined && failure.code !== 'EADDRINUSE');
  if (other !== undefined) throw other;
  return first + failed;
}
