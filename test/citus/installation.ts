import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openForOperator } from '../../src/app/open-for-operator.ts';
import { cellOfReseller } from '../../src/cells/cells.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { runOperator } from '../../src/operator/operator.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { percentile } from '../bench/figures.ts';
import { programWith, type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { fillStock } from '../faults/upstream-faults.ts';
import type { CitusCluster } from './cluster.ts';

const PROCESSES = 2;
const OPENING_USD = 100_000;
const IPV4 = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const SAMPLE_CATALOG = fileURLToPath(new URL('../../src/catalog/sample-catalog.json', import.meta.url));
/** Before what was not answered is asked again, in ms. */
const AGAIN_AFTER_MS = 200;
/** How long something is asked for again, in ms: longer than any server or process is away. */
const GIVE_UP_MS = 180_000;
/** The statuses after which nothing has been decided: what is asked again under its key is done once. */
const UNDECIDED = [0, 409, 503];

export interface Caller {
  resellerId: number;
  cell: number;
  apiKey: string;
  spent: number;
  /** What it has bought last, to be renewed. */
  orderId: number;
  luxuryId: number;
}

/** One thing that a caller did, until it was answered as it has to be. */
export interface Done {
  cell: number;
  resellerId: number;
  work: WorkName;
  /** From the first attempt to the last answer, in ms. */
  ms: number;
  endedAt: number;
  /** What was answered before; status 0: nothing. */
  failures: { status: number; waits: boolean; body: string }[];
}

interface Request {
  path: string;
  body: object;
}

/** What callers do, by both doors. */
const WORKS = {
  purchase: () => ({ path: '/v1/orders', body: IPV4 }),
  renewal: ({ orderId }) => ({ path: `/v1/orders/${orderId}/renew`, body: { period: '30d' } }),
  traffic: ({ luxuryId }) => ({ path: `/v1/orders/${luxuryId}/traffic`, body: { period: '1gb' } }),
  orders: () => ({ path: '/graphql', body: { query: '{ viewer { balanceUsd } orders { nodes { id } } }' } }),
} satisfies Record<string, (caller: Caller) => Request>;
export type WorkName = keyof typeof WORKS;

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** An empty database of the cluster that is divided into cells, with resellers in each, and two processes. */
export async function openInstallation(
  cluster: CitusCluster,
  {
    directory,
    cells,
    callers: count,
    onEmpty = async () => {},
  }: {
    directory: string;
    cells: number;
    callers: number;
    /** What is done before the database is divided. */
    onEmpty?: (url: string) => Promise<void>;
  },
  opened: AsyncDisposableStack,
) {
  const sandbox = await startSandbox({
    ...{ port: 0, stateDir: join(directory, 'sandbox'), clock: systemClock, requestsPerSecond: 10_000 },
  });
  opened.defer(() => sandbox.close());
  await fillStock(sandbox.url);
  await cluster.addEmptyDatabase('cells');
  const databaseUrl = cluster.urlOf('coordinator', 'cells');
  const { host, httpPort, socks5Port, stickyPorts } = sandbox.gateway;
  const env = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PORT: '0' },
    ...{ DATA_DIR: join(directory, 'data'), CREDENTIALS_KEY: randomBytes(32).toString('base64') },
    ...{ PX6_URL: sandbox.px6Url, PX6_KEY: sandbox.px6Key, PX6_REQUESTS_PER_SECOND: '1000' },
    ...{ DATAIMPULSE_URL: sandbox.dataImpulseUrl, DATAIMPULSE_LOGIN: sandbox.dataImpulseLogin },
    DATAIMPULSE_PASSWORD: sandbox.dataImpulsePassword,
    DATAIMPULSE_GATEWAY: `${host}:${httpPort}:${socks5Port}:${stickyPorts.first}-${stickyPorts.last}`,
  };
  await mkdir(env.DATA_DIR);
  const operator = <Result>(...args: string[]) => operate<Result>(env, args);
  await operator('catalog', 'import', SAMPLE_CATALOG);
  await onEmpty(databaseUrl);
  await operator('cell', 'add', '--count', String(cells));
  const callers: Caller[] = [];
  for (let i = 0; i < count; i++) {
    const added = ['--name', `R${i}`, '--balance', String(OPENING_USD), '--cell', String((i % cells) + 1)];
    const { resellerId } = await operator<Caller>('reseller', 'add', ...added);
    const { apiKey } = await operator<Caller>('key', 'create', '--reseller', String(resellerId));
    await operator('reseller', 'rate-limit', '--reseller', String(resellerId), '--per-minute', '600');
    callers.push({
      ...{ resellerId, apiKey, cell: cellOfReseller(resellerId), spent: 0 },
      ...{ orderId: 0, luxuryId: 0 },
    });
  }
  const processes: ServiceProcess[] = [];
  for (let number = 1; number <= PROCESSES; number++) {
    const own = { ...env, DATA_DIR: join(directory, `process-${number}`) };
    await mkdir(own.DATA_DIR);
    const started = await startServiceProcess(own, programWith());
    opened.defer(() => started.kill());
    processes.push(started);
  }
  const ofCaller = (place: number) => processes[place % PROCESSES] as ServiceProcess;
  for (const [place, caller] of callers.entries()) {
    const first = await answerTo(ofCaller(place), caller, { path: '/v1/orders', body: LUXURY }, randomUUID());
    if (first.status !== 201) throw new Error(`The first order was answered with ${first.text}`);
    const { id, charged_usd: charged } = JSON.parse(first.text);
    caller.luxuryId = id;
    caller.spent += charged;
  }

  const done: Done[] = [];
  return {
    callers,
    processes,
    operator,
    done,
    /** Has callers do the works in turn, each so often and not all at once, until they are stopped. */
    begin(works: readonly WorkName[], everyMs = 0) {
      const stopping = new AbortController();
      const ended = Promise.all(
        callers.map(async (caller, place) => {
          await setTimeout((everyMs * place) / callers.length);
          for (let round = place; !stopping.signal.aborted; round++) {
            const paused = setTimeout(everyMs);
            const work = works[round % works.length] as WorkName;
            done.push(await doOnce(ofCaller(place), caller, work));
            await paused;
          }
        }),
      );
      return async () => {
        stopping.abort();
        await ended;
      };
    },
    /** What was done while `work` ran. */
    async during(work: () => Promise<unknown>) {
      const from = performance.now();
      await work();
      const to = performance.now();
      return {
        seconds: (to - from) / 1_000,
        done: done.filter(({ endedAt }) => endedAt > from && endedAt <= to),
      };
    },
    /** Callers whose balance is not what they were told, and books that do not agree. */
    async untruths(): Promise<string[]> {
      const found: string[] = [];
      for (const { resellerId, apiKey, spent } of callers) {
        const headers = { authorization: `Bearer ${apiKey}` };
        const response = await fetch(`${processes[0]?.url}/v1/balance`, { headers });
        const { balance_usd: balance } = (await response.json()) as { balance_usd: number };
        if (!(Math.abs(balance + spent - OPENING_USD) < 0.005))
          found.push(`reseller ${resellerId} has ${balance} and was told to have spent ${spent}`);
      }
      for (const book of ['ledger verify', 'reconcile']) {
        const result = await operator<{ ok: boolean }>(...book.split(' '));
        if (!result.ok) found.push(`${book}: ${JSON.stringify(result).slice(0, 2_000)}`);
      }
      return found;
    },
  };
}

/** Asks again until it is done: by the same Idempotency-Key unless it was decided that it is not. */
async function doOnce(process: ServiceProcess, caller: Caller, work: WorkName): Promise<Done> {
  const { cell, resellerId } = caller;
  const begunAt = performance.now();
  const failures: Done['failures'] = [];
  for (let key = randomUUID(); ; ) {
    const request = WORKS[caller.orderId === 0 ? 'purchase' : work](caller);
    const { status, waits, text } = await answerTo(process, caller, request, key);
    const isDone = status < 300 && status > 0 && !text.startsWith('{"errors"');
    if (isDone) {
      const { id, charged_usd: charged } = JSON.parse(text);
      caller.spent += charged ?? 0;
      if (work === 'purchase') caller.orderId = id;
    } else failures.push({ status, waits, body: text.slice(0, 300) });
    const endedAt = performance.now();
    if (isDone || endedAt - begunAt > GIVE_UP_MS)
      return { cell, resellerId, work, ms: endedAt - begunAt, endedAt, failures };
    if (!UNDECIDED.includes(status)) key = randomUUID();
    await setTimeout(AGAIN_AFTER_MS);
  }
}

async function answerTo(process: ServiceProcess, { apiKey }: Caller, { path, body }: Request, key: string) {
  try {
    const response = await fetch(`${process.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    const { status, headers } = response;
    return { status, waits: headers.has('retry-after'), text: await response.text() };
  } catch {
    return { status: 0, waits: false, text: '' };
  }
}

async function operate<Result>(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Result> {
  const texts = { out: '', error: '' };
  const open: Parameters<typeof runOperator>[1]['open'] = async (needs) => ({
    ...(await openForOperator(readConfig(env), pino({ level: 'silent' }), needs)),
    operator: 'tester',
  });
  const access = { open, openAuditLog: async () => undefined, migrate: async () => [] };
  await runOperator(args, access, {
    stdout: { write: (text) => (texts.out += text) },
    stderr: { write: (text) => (texts.error += text) },
  });
  if (texts.out === '') throw new Error(`${args.join(' ')}: ${texts.error}`);
  return JSON.parse(texts.out) as Result;
}

/** Their times, in ms, and how many of them were not answered at once as they have to be. */
export function figuresOf({ seconds, done }: { seconds: number; done: readonly Done[] }) {
  const times = done.map(({ ms }) => ms);
  const percent = (share: number) => Math.round(percentile(times, share / 100));
  return {
    seconds: Math.round(seconds),
    done: done.length,
    repeated: done.filter(({ failures }) => failures.length > 0).length,
    ...{ p50Ms: percent(50), p99Ms: percent(99), longestMs: percent(100) },
  };
}
