import autocannon, { type Client, type Request } from 'autocannon';
import type { Child } from './child.ts';
import { percentile } from './figures.ts';

interface Load {
  /** The requests of each connection, which it sends again and again. */
  connections: readonly (readonly Request[])[];
  seconds: number;
}

/** What a round of load has measured. Times are in milliseconds. */
export interface LoadFigures {
  perSecond: number;
  cpuMillis: number;
  p50: number;
  p99: number;
}

/** Loads a server for some seconds. Throws when any request fails: a refusal costs less than an answer. */
export async function load(
  server: Child<{ url: string }>,
  { connections, seconds }: Load,
): Promise<LoadFigures> {
  const before = await server.cpuMillis();
  const times: number[] = [];
  let next = 0;
  const run = autocannon({
    url: server.ready.url,
    connections: connections.length,
    duration: seconds,
    setupClient(client: Client) {
      client.setRequests((connections[next++] ?? []).map((request) => ({ ...request })));
    },
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, non2xx, duration } = await run;
  const cpuMillis = (await server.cpuMillis()) - before;
  if (errors + non2xx > 0) throw new Error(`${errors} requests failed and ${non2xx} were refused`);
  return {
    perSecond: times.length / duration,
    cpuMillis: cpuMillis / times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
