import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseCopy } from '../support/copied-database.ts';
import type { RunReport } from './harness.ts';
import { DOCUMENTS, fieldsOf } from './keyed-request.ts';
import { createRandom, type Random } from './random.ts';
import { openSystem, type System } from './system.ts';
import { send } from './wire.ts';

interface CopiesOptions {
  seed: number;
  seconds: number;
  /** A migrated, empty database that has a copy. */
  databaseUrl: string;
  copy: DatabaseCopy;
  directory: string;
  /** For how long a copy lags or is away, in milliseconds at the most. */
  awayMs: number;
  defect?: string | undefined;
}

/** What every reader may be behind anybody's writes, in milliseconds. */
const MOST_BEHIND_MS = 5_000;
/** The most that a list has, the newest first. */
const LISTED = 100;
const WANTED = { tier: 'econ', type: 'ipv6', country: 'US', period: '3d' };
/** Requests of a key in a minute, so many that none is refused. */
const RATE = 600;

interface Bought {
  orderId: number;
  apiKey: string;
  /** By `performance.now()`. */
  answeredAt: number;
}

/**
 * Programs that buy and read lists at two processes while the copy of their database lags, is killed, hangs
 * or loses its way, and in the end becomes a database of its own. No list lacks what its own key has bought,
 * nor what anybody has bought five seconds before.
 */
export async function runCopies(options: CopiesOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { seed, seconds, copy } = options;
  const environment = { DATABASE_READ_URL: copy.url };
  const system = await openSystem(
    {
      ...options,
      resellers: 2,
      keysOfReseller: 3,
      openingUsd: 100_000,
      environments: [environment, environment],
    },
    opened,
  );
  const db = system.services.database.sql;
  await sql`update resellers set requests_per_minute = ${RATE}`.execute(db);
  const random = createRandom(seed);
  const over = new AbortController();
  const violations: string[] = [];
  const counts = { bought: 0, reads: 0, faults: 0, statementsOfCopy: 0 };
  const programs = system.resellers.flatMap(({ keys }) => {
    const bought: Bought[] = [];
    const shared = { bought, signal: over.signal, violations, counts };
    return keys.map((apiKey, place) =>
      shop(system, { ...shared, apiKey, isReader: place === 0, random: random.fork() }),
    );
  });
  let seen = 0;
  /** A copy that was killed counts anew. */
  const countStatements = async () => {
    const now = await copy.statements();
    counts.statementsOfCopy += now < seen ? now : now - seen;
    seen = now;
  };
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    counts.faults += 1;
    await countStatements();
    await hurt(copy, random.whole(0, 3), random.whole(500, options.awayMs));
    await setTimeout(random.whole(500, 3_000));
  }
  await countStatements();
  await copy.promote();
  await setTimeout(MOST_BEHIND_MS * 2);
  over.abort();
  await Promise.all(programs);
  if (counts.statementsOfCopy < counts.reads / 10)
    violations.push(`run: of ${counts.reads} reads the copy has seen ${counts.statementsOfCopy} statements`);
  return { seed, violations, counts, failures: [] };
}

async function hurt(copy: DatabaseCopy, fault: number, forMs: number): Promise<void> {
  const faults = [
    [copy.pause, copy.resume],
    [copy.cutOff, copy.rejoin],
    [copy.freeze, copy.thaw],
    [copy.kill, copy.start],
  ] as const;
  const [begin, end] = faults[fault] ?? faults[0];
  await begin();
  await setTimeout(forMs);
  await end();
}

interface Program {
  apiKey: string;
  /** Whether it never writes: then nothing but its age keeps it from reading a copy. */
  isReader: boolean;
  /** What all keys of the reseller have bought. */
  bought: Bought[];
  random: Random;
  signal: AbortSignal;
  violations: string[];
  counts: { bought: number; reads: number };
}

async function shop(system: System, program: Program): Promise<void> {
  const { apiKey, isReader, bought, random, signal, violations, counts } = program;
  while (!signal.aborted) {
    const url = random.pick(system.processes).url;
    if (!isReader && random.chance(0.3)) {
      const orderId = await buy(url, apiKey, random);
      if (orderId === undefined) continue;
      bought.push({ orderId, apiKey, answeredAt: performance.now() });
      counts.bought += 1;
    }
    const readAt = performance.now();
    const listed = await list(random.pick(system.processes).url, apiKey, random);
    if (!listed) continue;
    counts.reads += 1;
    const oldest = listed.length < LISTED ? 0 : Math.min(...listed);
    const isDue = (one: Bought) =>
      one.orderId > oldest &&
      (one.apiKey === apiKey ? one.answeredAt <= readAt : one.answeredAt <= readAt - MOST_BEHIND_MS);
    for (const one of bought.filter(isDue)) {
      if (listed.includes(one.orderId)) continue;
      const whose = one.apiKey === apiKey ? 'its own' : 'another';
      const age = Math.round(readAt - one.answeredAt);
      violations.push(
        `reads: a key reads no order ${one.orderId}, which ${whose} key had bought ${age} ms before`,
      );
    }
    await setTimeout(random.whole(0, 100));
  }
}

/** Undefined when no answer says that it was bought. */
async function buy(url: string, apiKey: string, random: Random): Promise<number | undefined> {
  const key = randomUUID();
  const asked = random.chance(0.5)
    ? { path: '/v1/orders', body: WANTED, key }
    : {
        path: '/graphql',
        body: { query: DOCUMENTS.purchase, variables: { input: { ...WANTED, idempotencyKey: key } } },
      };
  const { text } = await send(url, { method: 'POST', apiKey, ...asked });
  const { id } = fieldsOf(text);
  return id === undefined ? undefined : Number(id);
}

const LIST = `{ orders(first: ${LISTED}) { nodes { id } } }`;

/** Numbers of orders; undefined when there is no answer. */
async function list(url: string, apiKey: string, random: Random): Promise<number[] | undefined> {
  const isRest = random.chance(0.5);
  const asked = isRest
    ? { path: `/v1/orders?limit=${LISTED}`, method: 'GET' }
    : { path: '/graphql', method: 'POST', body: { query: LIST } };
  const { status, text } = await send(url, { apiKey, ...asked });
  if (status !== 200) return undefined;
  const body = JSON.parse(text);
  const nodes: { id: number | string }[] = isRest ? body.orders : body.data.orders.nodes;
  return nodes.map(({ id }) => Number(id));
}
