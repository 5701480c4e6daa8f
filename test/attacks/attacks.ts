import { Agent, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Fault } from '../../src/sandbox/faults.ts';

/** What an attacker has: a key or more of a reseller of its own, and the address of the service. */
export interface Means {
  url: string;
  /** Of one reseller, each with the contract's 60 requests a minute. */
  keys: readonly string[];
  /** Luxury orders of that reseller, by their global ids. */
  luxury: readonly string[];
  /** Goes off when the attack is over. */
  over: AbortSignal;
}

interface Attack {
  /** What is done, as a reader of the report sees it. */
  what: string;
  /** How many keys it takes; one if left out. */
  keys?: number;
  /** What makes the upstreams slow while it runs. */
  faults?: Fault[];
  run(means: Means): Promise<unknown>;
}

/** Attackers come from addresses of the loopback network that are not the machine's own. */
const ADDRESS = '127.0.0.66';
/** In ms, after an attempt that was refused at once, so that a refused attacker does not spin. */
const AGAIN_MS = 20;

interface Sent extends RequestOptions {
  path: string;
  body?: string;
  /** When its client goes away, in ms after it was sent; undefined: when it has the answer. */
  goneAfterMs?: number;
  /** How long its client does nothing after it, in ms. */
  pauseMs?: number;
}

/** So many clients, each with a connection, send one request after another. */
async function flood({ url, over }: Means, clients: number, next: (client: number) => Sent): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const once = (sent: Sent) =>
    new Promise<void>((resolve) => {
      const { body, path, goneAfterMs, ...options } = sent;
      const outgoing = request(url + path, { agent, localAddress: ADDRESS, signal: over, ...options });
      outgoing.on('error', () => resolve()).on('response', (answer) => answer.resume().on('close', resolve));
      if (goneAfterMs === undefined) outgoing.end(body);
      else outgoing.write(body, () => globalThis.setTimeout(() => outgoing.destroy(), goneAfterMs));
    });
  const clientLoop = async (client: number) => {
    while (!over.aborted) {
      const sent = next(client);
      await once(sent);
      if (sent.pauseMs) await setTimeout(sent.pauseMs, undefined, { signal: over }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => clientLoop(client)));
  agent.destroy();
}

const bearer = (key = '') => ({ authorization: `Bearer ${key}` });
const graphql = (key: string | undefined, query: string, variables: object = {}): Sent => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...(key !== undefined && bearer(key)) },
  body: JSON.stringify({ query, variables }),
});

/** A socket that has shown its key; undefined when it was refused. */
function socket({ url, over }: Means, key: string): Promise<WebSocket | undefined> {
  const options = { localAddress: ADDRESS };
  const opened = new WebSocket(url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws', options);
  over.addEventListener('abort', () => opened.terminate());
  return new Promise((resolve) => {
    opened.on('error', () => resolve(undefined)).on('close', () => resolve(undefined));
    opened.on('open', () => opened.send(JSON.stringify({ type: 'connection_init', payload: bearer(key) })));
    opened.once('message', () => resolve(opened));
  });
}

const say = (opened: WebSocket | undefined, message: object) => opened?.send(JSON.stringify(message));

/** Sends bytes over connections of its own, again and again, and reads nothing. */
async function unread({ url, over }: Means, connections: number, text: string): Promise<void> {
  const { port, hostname: host } = new URL(url);
  const sockets = Array.from({ length: connections }, () => {
    const made = connect({ port: Number(port), host, localAddress: ADDRESS }).on('error', () => {});
    made.pause();
    made.write(text);
    return made;
  });
  await ended(over);
  for (const made of sockets) made.destroy();
}

/** Changes a Luxury order's settings again and again, as fast as the service takes it. */
async function changeSettings(means: Means): Promise<void> {
  for (let threads = 1; !means.over.aborted; threads = (threads % 90) + 1) {
    await flood({ ...means, over: AbortSignal.any([means.over, AbortSignal.timeout(300)]) }, 1, () =>
      graphql(
        take(means.keys),
        'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { __typename } }',
        { input: { orderId: means.luxury[0], threads } },
      ),
    );
  }
}

const ended = (over: AbortSignal) =>
  new Promise<void>((resolve) => void over.addEventListener('abort', () => resolve()));

/** The attacks that were found, and those that follow from them. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'wrong-keys': {
    what: 'wrong API keys over 64 connections',
    run: (means) =>
      flood(means, 64, () => ({ path: '/v1/balance', headers: bearer(`prk_${Math.random()}`) })),
  },
  anonymous: {
    what: 'anonymous GraphQL and pages over 64 connections',
    run: (means) =>
      flood(means, 64, (client) =>
        client % 2
          ? graphql(undefined, '{ __typename }')
          : { path: '/docs', headers: { accept: 'text/html' } },
      ),
  },
  'over-the-rate': {
    what: 'one key over its rate over 64 connections',
    run: (means) => flood(means, 64, () => ({ path: '/v1/balance', headers: bearer(means.keys[0]) })),
  },
  'many-keys': {
    what: '300 keys of one reseller, each with its 60 requests at once',
    keys: 300,
    run: (means) =>
      flood(means, 64, () => ({ path: '/v1/orders?limit=200', headers: bearer(take(means.keys)) })),
  },
  connections: {
    what: '1,500 connections of one address that are kept by a request every 4 s',
    run: (means) => flood(means, 1_500, () => ({ path: '/healthz', pauseMs: 4_000 })),
  },
  'cut-bodies': {
    what: 'bodies that are never sent whole, over 64 connections',
    run: (means) =>
      flood(means, 64, () => ({
        path: '/graphql',
        method: 'POST',
        headers: { ...bearer(means.keys[0]), 'content-type': 'application/json', 'content-length': 1_000 },
        goneAfterMs: 20,
        body: '{',
      })),
  },
  'unread-answers': {
    what: '100 connections with 1,000 requests each that read nothing',
    run: (means) => unread(means, 100, 'GET /v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000)),
  },
  subscriptions: {
    what: '5 sockets with 32 subscriptions to 1,000 lines each, and a change of settings after another',
    run: async (means) => {
      const [key = ''] = means.keys;
      const sockets = await Promise.all(Array.from({ length: 5 }, () => socket(means, key)));
      for (const [place, opened] of sockets.entries())
        for (let n = 0; n < 32; n++)
          say(opened, {
            type: 'subscribe',
            id: String(n),
            payload: {
              query: `subscription ($id: ID!, $count: Int) { orderUpdated(orderId: $id) { ... on LuxuryOrder { lines(count: $count) } } }`,
              variables: { id: means.luxury[0], count: 1_000 - place * 32 - n },
            },
          });
      await changeSettings(means);
    },
    keys: 20,
  },
  'subscribe-in-a-loop': {
    what: 'sockets that start and end subscriptions again and again',
    run: async (means) => {
      const loop = async (key: string) => {
        while (!means.over.aborted) {
          const opened = await socket(means, key);
          for (let n = 0; opened?.readyState === WebSocket.OPEN && !means.over.aborted; n++) {
            const query = 'subscription { ordersUpdated { id status } }';
            say(opened, { type: 'subscribe', id: String(n), payload: { query } });
            say(opened, { type: 'complete', id: String(n) });
            if (n % 20 === 0) await setTimeout(1);
          }
          await setTimeout(AGAIN_MS);
        }
      };
      await Promise.all(means.keys.map(loop));
    },
    keys: 5,
  },
  'upstream-reads': {
    what: 'stats 14 times in a document with 15 keys, while the upstream takes 3 s',
    keys: 15,
    faults: [{ upstream: 'dataimpulse', call: 'usage-stat', mode: 'slow', delayMs: 3_000 }],
    run: (means) =>
      flood(means, 60, (client) =>
        graphql(
          means.keys[client % means.keys.length],
          `{ ${means.luxury.map((id, n) => `o${n}: order(id: "${id}") { ... on LuxuryOrder { stats { days { trafficGb } } } }`).join(' ')} }`,
        ),
      ),
  },
  search: {
    what: 'the most expensive lists and filters that a document may have, with 20 keys',
    keys: 20,
    run: (means) =>
      flood(means, 40, () =>
        graphql(
          take(means.keys),
          `{ a: orders(first: 200, status: ACTIVE, country: "DE") { totalCount nodes { id proxies { host login } } }
             viewer { spending(by: DAY, last: 120) { amountUsd } statement(first: 200) { nodes { amountUsd } } } }`,
        ),
      ),
  },
  exports: {
    what: 'what a browser reads for a CSV file, all pages at once, with 20 keys',
    keys: 20,
    run: (means) =>
      flood(means, 40, () =>
        graphql(
          take(means.keys),
          `{ orders(first: 200) { nodes { id status country endsAt proxies { host port login password } } }
             viewer { statement(first: 200) { nodes { __typename amountUsd createdAt } } } }`,
        ),
      ),
  },
  lines: {
    what: '1,000 lines of a Luxury order over 64 connections, with 20 keys',
    keys: 20,
    run: (means) =>
      flood(means, 64, () => ({
        path: `/v1/orders/${means.luxury[0]}/lines?count=1000`,
        headers: bearer(take(means.keys)),
      })),
  },
  'unread-sockets': {
    what: '5 sockets that read nothing, with 16 subscriptions to 100 lines each, while settings change',
    keys: 5,
    run: async (means) => {
      const [key = ''] = means.keys;
      for (const opened of await Promise.all(Array.from({ length: 5 }, () => socket(means, key)))) {
        for (let n = 0; n < 16; n++) {
          const query =
            'subscription ($id: ID!, $count: Int) { orderUpdated(orderId: $id) { ... on LuxuryOrder { lines(count: $count) } } }';
          const variables = { id: means.luxury[0], count: 100 - n };
          say(opened, { type: 'subscribe', id: String(n), payload: { query, variables } });
        }
        opened?.pause();
      }
      await changeSettings(means);
    },
  },
  upgrades: {
    what: 'sockets that are opened and say nothing, over and over',
    run: async (means) => {
      const loop = async () => {
        while (!means.over.aborted) {
          const options = { localAddress: ADDRESS, handshakeTimeout: 1_000 };
          const made = new WebSocket(
            `${means.url.replace('http', 'ws')}/graphql`,
            'graphql-transport-ws',
            options,
          );
          await new Promise((resolve) => made.on('error', resolve).on('open', resolve));
          made.terminate();
        }
      };
      await Promise.all(Array.from({ length: 32 }, loop));
    },
  },
  documents: {
    what: 'deep and wide documents that are refused, with 20 keys',
    keys: 20,
    run: (means) => {
      // Each is another text: nothing is remembered of the one before. Every second one has too many tokens.
      let sent = 0;
      return flood(means, 20, () => {
        sent += 1;
        const fields = Array.from(
          { length: sent % 2 ? 300 : 150 },
          (_, n) => `f${n}: tiers { types { code } }`,
        );
        return graphql(take(means.keys), `{ n${sent}: tiers { code } ${fields.join(' ')} }`);
      });
    },
  },
};

let taken = 0;
function take(keys: readonly string[]): string {
  taken += 1;
  return keys[taken % keys.length] ?? '';
}
