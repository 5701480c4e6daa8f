import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openForOperator } from '../../src/app/open-for-operator.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { runOperator } from '../../src/operator/operator.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { programWith, type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { fillStock } from '../faults/upstream-faults.ts';
import { until } from '../ha/until.ts';
import type { CitusCluster, ServerName } from './cluster.ts';

const CELLS = 8;
const CALLERS = 16;
/** Of a caller, in ms: each may send 600 requests a minute. */
const BUYS_EVERY_MS = 110;
const MOVED = 4;
const OPENING_USD = 100_000;
const IPV4 = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
/** How long a server or a process is away, in ms. */
const AWAY_MS = 8_000;
/** In ms. */
const READY_WITHIN_MS = 120_000;
const SAMPLE_CATALOG = fileURLToPath(new URL('../../src/catalog/sample-catalog.json', import.meta.url));

interface Caller {
  resellerId: number;
  apiKey: string;
  cell: number;
  spent: number;
}

interface Purchase {
  cell: number;
  /** From the first attempt to the answer that is kept, in ms. */
  ms: number;
  endedAt: number;
  /** The statuses of attempts that were repeated; 0: no answer. */
  failures: { status: number; waits: boolean }[];
}

/**
 * Buys in eight cells on two nodes, over two processes, while cells move, and while a node, a process and the
 * coordinator are killed. Returns what was not as it has to be, and figures.
 */
export async function tryCells(
  cluster: CitusCluster,
  { directory, seconds }: { directory: string; seconds: number },
  opened: AsyncDisposableStack,
) {
  const violations: string[] = [];
  const sandbox = await startSandbox({
    ...{ port: 0, stateDir: join(directory, 'sandbox'), clock: systemClock, requestsPerSecond: 10_000 },
  });
  opened.defer(() => sandbox.close());
  await fillStock(sandbox.url);
  await cluster.addEmptyDatabase('cells');
  const { host, httpPort, socks5Port, stickyPorts } = sandbox.gateway;
  const env = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: cluster.urlOf('coordinator', 'cells'), PORT: '0' },
    ...{ DATA_DIR: join(directory, 'data'), CREDENTIALS_KEY: randomBytes(32).toString('base64') },
    ...{ PX6_URL: sandbox.px6Url, PX6_KEY: sandbox.px6Key, PX6_REQUESTS_PER_SECOND: '1000' },
    ...{ DATAIMPULSE_URL: sandbox.dataImpulseUrl, DATAIMPULSE_LOGIN: sandbox.dataImpulseLogin },
    DATAIMPULSE_PASSWORD: sandbox.dataImpulsePassword,
    DATAIMPULSE_GATEWAY: `${host}:${httpPort}:${socks5Port}:${stickyPorts.first}-${stickyPorts.last}`,
  };
  await mkdir(env.DATA_DIR);
  const operator = <Result>(...args: string[]) => operate<Result>(env, args);
  await operator('catalog', 'import', SAMPLE_CATALOG);
  await operator('cell', 'add', '--count', String(CELLS));
  const callers: Caller[] = [];
  for (let i = 0; i < CALLERS; i++) {
    const { resellerId } = await operator<Caller>(
      'reseller',
      'add',
      '--name',
      `R${i}`,
      '--balance',
      String(OPENING_USD),
    );
    const { apiKey } = await operator<Caller>('key', 'create', '--reseller', String(resellerId));
    await operator('reseller', 'rate-limit', '--reseller', String(resellerId), '--per-minute', '600');
    callers.push({ resellerId, apiKey, cell: Math.ceil(resellerId / 2 ** 25), spent: 0 });
  }
  const processes: ServiceProcess[] = [];
  for (const number of [1, 2]) {
    const own = { ...env, DATA_DIR: join(directory, `process-${number}`) };
    await mkdir(own.DATA_DIR);
    const started = await startServiceProcess(own, programWith());
    opened.defer(() => started.kill());
    processes.push(started);
  }

  const bought: Purchase[] = [];
  const stopping = new AbortController();
  const buying = Promise.all(
    callers.map(async (caller, place) => {
      while (!stopping.signal.aborted) {
        const paused = setTimeout(BUYS_EVERY_MS);
        bought.push(await buyOnce(caller, processes[place % 2] as ServiceProcess));
        await paused;
      }
    }),
  );
  const during = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    const to = performance.now();
    return {
      seconds: (to - from) / 1_000,
      purchases: bought.filter(({ endedAt }) => endedAt > from && endedAt <= to),
    };
  };
  const placed = async () =>
    (await operator<{ cells: { cell: number; node: string }[] }>('cell', 'list')).cells;

  const alone = await during(() => setTimeout(seconds * 1_000));
  const moves = await during(async () => {
    for (const { cell, node } of (await placed()).slice(0, MOVED)) {
      const [first, second] = [cluster.addressOf('node-1'), cluster.addressOf('node-2')];
      await operator('cell', 'move', '--cell', String(cell), '--node', node === first ? second : first);
    }
  });
  for (const { cell, failures } of [...alone.purchases, ...moves.purchases])
    if (failures.length > 0)
      violations.push(`a purchase in cell ${cell} was refused: ${JSON.stringify(failures)}`);
  if (percentile(moves.purchases, 99) >= 1_000) violations.push('purchases waited too long for moves');

  const away = async (server: ServerName) => {
    const lost =
      server === 'node-2' ? (await placed()).filter(({ node }) => node === cluster.addressOf(server)) : [];
    const isLost = ({ cell }: Purchase) => server === 'coordinator' || lost.some((one) => one.cell === cell);
    const outage = await during(async () => {
      await cluster.daemonOf(server).stop('SIGKILL');
      await setTimeout(AWAY_MS);
      cluster.daemonOf(server).start();
      const from = bought.length;
      const all = new Set(callers.map(({ cell }) => cell));
      await until(
        `purchases in all cells after the loss of ${server}`,
        async () => {
          if (!all.isSubsetOf(new Set(bought.slice(from).map(({ cell }) => cell))))
            throw new Error('not yet');
        },
        READY_WITHIN_MS,
      ).catch((error: Error) => violations.push(error.message));
    });
    for (const purchase of outage.purchases) {
      const { cell, failures } = purchase;
      if (!isLost(purchase) && failures.length > 0)
        violations.push(
          `without ${server} a purchase in cell ${cell} was refused: ${JSON.stringify(failures)}`,
        );
      const wrong = failures.find(
        ({ status, waits }) => ![0, 409].includes(status) && !(status === 503 && waits),
      );
      if (wrong) violations.push(`without ${server} cell ${cell} answered ${JSON.stringify(wrong)}`);
    }
    return outage;
  };
  const withoutNode = await away('node-2');
  const withoutProcess = await during(async () => {
    await processes[1]?.kill();
    await setTimeout(1_000);
    await processes[1]?.start();
  });
  const withoutCoordinator = await away('coordinator');
  stopping.abort();
  await buying;

  for (const { resellerId, apiKey, spent } of callers) {
    const response = await fetch(`${processes[0]?.url}/v1/balance`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { balance_usd: balance } = (await response.json()) as { balance_usd: number };
    if (Math.round((balance + spent - OPENING_USD) * 100) !== 0)
      violations.push(`reseller ${resellerId} has ${balance} and was told to have spent ${spent}`);
  }
  for (const book of ['ledger verify', 'reconcile']) {
    const result = await operator<{ ok: boolean }>(...book.split(' '));
    if (!result.ok) violations.push(`${book}: ${JSON.stringify(result).slice(0, 2_000)}`);
  }
  return {
    violations,
    figures: {
      purchases: bought.length,
      alone: figuresOf(alone),
      [`while ${MOVED} cells moved`]: figuresOf(moves),
      'without a node': figuresOf(withoutNode),
      'without a process': figuresOf(withoutProcess),
      'without the coordinator': figuresOf(withoutCoordinator),
    },
  };
}

/** Buys by one Idempotency-Key, again and again until it is bought. */
async function buyOnce(caller: Caller, process: ServiceProcess): Promise<Purchase> {
  const begunAt = performance.now();
  const failures: Purchase['failures'] = [];
  const headers = {
    ...{ authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
    'idempotency-key': randomUUID(),
  };
  for (;;) {
    const answer = await fetch(`${process.url}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(IPV4),
    })
      .then(async (response) => ({ response, body: (await response.json()) as { price_usd: number } }))
      .catch(() => undefined);
    const endedAt = performance.now();
    if (answer?.response.status === 201) {
      caller.spent += answer.body.price_usd;
      return { cell: caller.cell, ms: endedAt - begunAt, endedAt, failures };
    }
    const { response } = answer ?? {};
    failures.push({ status: response?.status ?? 0, waits: response?.headers.has('retry-after') ?? false });
    await setTimeout(200);
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

function percentile(purchases: readonly Purchase[], percent: number): number {
  const sorted = purchases.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.floor((sorted.length * percent) / 100)] ?? 0);
}

function figuresOf({ seconds, purchases }: { seconds: number; purchases: readonly Purchase[] }) {
  return {
    seconds: Math.round(seconds),
    purchases: purchases.length,
    repeated: purchases.filter(({ failures }) => failures.length > 0).length,
    p50Ms: percentile(purchases, 50),
    p99Ms: percentile(purchases, 99),
    longestMs: percentile(purchases, 100) || Math.round(Math.max(0, ...purchases.map(({ ms }) => ms))),
  };
}
