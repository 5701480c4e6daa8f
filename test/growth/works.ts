import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { ENTITIES } from '../../src/app/entities.ts';
import { MOVEMENT_KINDS } from '../../src/billing/ledger.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { firstIdAt } from '../../src/kit/clock.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { repairOne } from '../../src/luxury/change-at-upstream.ts';
import { sealCredentials } from '../../src/orders/proxies.ts';
import { expirePayments } from '../../src/payments/unpaid-payments.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { checkSomeBalances } from '../../src/reconciliation/book-checks.ts';
import { createKey } from '../../src/resellers/keys.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { startService } from '../support/service.ts';
import type { Filled } from './fill.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const CATALOG = new URL('../../src/catalog/sample-catalog.json', import.meta.url);
/** The upstream takes so many calls a second: each has a row that purchases look through for their turn. */
const REQUESTS_PER_SECOND = 50;
const DAY_MS = 24 * 60 * 60_000;
/** How often a request is timed. */
const SAMPLES = 100;
/** How often anything else is. */
const FEW_SAMPLES = 7;
/**
 * Rows of tables that grow which one statement may look at: those of a page, and of some groups of orders.
 */
const ROWS_OF_PAGE = 700;
/** The same of a step of the clean-up: it deletes a thousand, and looks up what belongs to them. */
const ROWS_OF_STEP = 5_000;
/**
 * The same of a verification: what ten purchases have left, and the part of the proxies that their numbers
 * are in, which is 64 pages of some 80 rows.
 */
const ROWS_OF_VERIFICATION = 6_000;
/** Balances are compared with the newest movement of each kind. */
const ROWS_OF_BALANCES = 200 * MOVEMENT_KINDS.length;
/** Operations that a step of a report adds up, and the one behind them. */
const ROWS_OF_REPORT = 100_001;
/** Before each verification. */
const PURCHASES = 10;

/** A piece of work that is measured, over the door that it comes through. */
interface Work {
  name: string;
  run(): Promise<unknown>;
  /** What it finds; not measured. */
  prepare?: () => Promise<unknown>;
  samples: number;
  /** Rows of tables that grow which one statement may look at, at any size. */
  mostRows: number;
  /** Whether somebody waits for it, and it has to take as long at any size. */
  isAwaited: boolean;
}

export interface Works {
  all: Work[];
  /** Ten purchases over the API. */
  buy(): Promise<void>;
  verify(...options: '--full'[]): Promise<Record<string, unknown>>;
  /** Forgets the requests before, of which a key has so many in a minute. */
  forgetRequests(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the service on a database that was filled, with a key of its reseller. */
export async function openWorks(
  databaseUrl: string,
  { reseller, endedAt }: Filled,
  options: { sandbox: Sandbox; credentialsKey: Buffer; onPoolCreated?: (pool: object) => void },
): Promise<Works> {
  const { onPoolCreated } = options;
  await importSampleCatalog(databaseUrl);
  const service = await startService({
    ...options,
    databaseUrl,
    requestsPerSecond: REQUESTS_PER_SECOND,
    // The ids that it hands out are higher than all that were filled in, as in life.
    accounts: ([, key]) => [{ name: 'main', key }],
  });
  const { services, payments } = service;
  const { database, clock, vault } = services;
  // Commands have limits of their own, and may read whole tables.
  const commands = await openDatabase({
    url: databaseUrl,
    entities: ENTITIES,
    slowStatements: true,
    ...(onPoolCreated && { onPoolCreated }),
  });
  const { apiKey } = await createKey(database, { resellerId: reseller, at: clock.now() });
  const { rows: old } = await sql<{
    id: number;
  }>`select min(id) as id from orders where reseller_id = ${reseller}
    and expires_at is not null`.execute(database.sql);
  const oldOrder = { resellerId: reseller, orderId: old[0]?.id ?? 0 };
  const sealed = sealCredentials(vault, oldOrder, [{ login: 'u7Kd2m9q', password: 'p9Xw4cT1' }]);
  await sql`update proxies set credentials = ${sealed} where reseller_id = ${reseller}
    and order_id = ${oldOrder.orderId}`.execute(database.sql);
  const day = new Date(Math.floor(endedAt.getTime() / DAY_MS - 30) * DAY_MS);
  const dayAfter = new Date(day.getTime() + DAY_MS);
  const { rows: sold } = await sql<{ count: number }>`select count(*)::int as count from operations
    where id >= ${firstIdAt(day)}::uuid and id < ${firstIdAt(dayAfter)}::uuid`.execute(commands.sql);

  const { rows: events } = await sql<{ middle: number }>`
    select count(*) / 2 as middle from events where reseller_id = ${reseller}`.execute(commands.sql);
  const middle = events[0]?.middle ?? 0;
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
    return answer;
  };
  const ask = async (query: string) => {
    const { data, errors } = await send('POST', '/graphql', { query });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const operator = operatorOn({ services: { ...services, database: commands }, payments });
  const command = async (...args: string[]) => {
    const { status, result, stderr } = await operator(...args);
    if (status !== 0 || !result)
      throw new Error(`"${args.join(' ')}" has failed: ${JSON.stringify(result)} ${stderr}`);
    return result;
  };
  let bought = 0;
  const purchase = async () => {
    bought = (await send('POST', '/v1/orders', ORDER)).id;
  };
  const forgetRequests = () => sql`truncate rate_windows`.execute(database.sql);
  const buy = async () => {
    await forgetRequests();
    for (let i = 0; i < PURCHASES; i++) await purchase();
  };
  const verify = (...flags: '--full'[]) => command('ledger', 'verify', ...flags);
  const page = (filter: string) => ask(`{ orders(first: 50${filter}) { totalCount nodes { id status } } }`);
  const movements = (range: string) =>
    ask(`{ viewer { statement(first: 50${range}) { nodes { id at kind amountUsd description } } } }`);
  const ago = (days: number) => new Date(endedAt.getTime() - days * DAY_MS).toISOString();
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const requests: Record<string, () => Promise<unknown>> = {
    'a purchase': purchase,
    'its renewal': () => send('POST', `/v1/orders/${bought}/renew`, { period: '30d' }),
    'a page of 50 orders': () => send('GET', '/v1/orders?limit=50'),
    'the same, status=expired': () => send('GET', '/v1/orders?limit=50&status=expired'),
    'the same, of one type in one country': () => page(', tier: "prem", type: "ipv4", country: "DE"'),
    'the same, of one customer': () => page(', customer: "customer 1"'),
    'the same, found by a label': () => page(', search: "shop 1-"'),
    'the same, by their end': () => page(', orderBy: ENDS_SOONEST'),
    'the oldest order with its proxy': () => send('GET', `/v1/orders/${oldOrder.orderId}`),
    'a page of 50 movements': () => movements(''),
    'the same, a year ago': () => movements(`, from: "${ago(365)}", to: "${ago(335)}"`),
    'a page of 200 events from the middle': () => send('GET', `/v1/events?limit=200&after=${middle}`),
    'the spending of 30 days': () => ask('{ viewer { spending(by: DAY, last: 30) { from amountUsd } } }'),
  };
  const ofReseller = ['--reseller', String(reseller)];
  // `order list` counts and sums up what it selects, up to a million orders: its time has that bound only.
  const commanded: Record<string, () => Promise<unknown>> = {
    'reseller statement': () => command('reseller', 'statement', ...ofReseller),
    'operation list': () => command('operation', 'list'),
    'operation list --reseller': () => command('operation', 'list', ...ofReseller),
  };
  const background: Work[] = [
    {
      name: 'the metrics',
      run: () => service.figures(),
      ...BACKGROUND,
    },
    { name: 'a sweep', run: () => sweepOne(services), ...BACKGROUND },
    { name: 'a look for repairs', run: () => repairOne(services), ...BACKGROUND },
    { name: 'a look for payments', run: () => expirePayments(payments), ...BACKGROUND },
    {
      name: '200 balances',
      run: () => checkSomeBalances(database.sql, 0),
      ...BACKGROUND,
      mostRows: ROWS_OF_BALANCES,
    },
    {
      name: 'ledger verify',
      prepare: buy,
      run: () => verify(),
      ...BACKGROUND,
      mostRows: ROWS_OF_VERIFICATION,
    },
    {
      name: 'report profit of a day',
      run: () => command('report', 'profit', '--from', dayOf(day), '--to', dayOf(dayAfter)),
      ...BACKGROUND,
      mostRows: sold[0]?.count ?? 0,
    },
    {
      name: 'report profit of all days',
      run: () => command('report', 'profit', '--from', dayOf(new Date(0)), '--to', dayOf(endedAt)),
      ...BACKGROUND,
      samples: 1,
      mostRows: ROWS_OF_REPORT,
    },
    // It is the last: it moves the clock.
    {
      name: 'a round of the clean-up',
      run: () => cleanUp(services),
      samples: 1,
      mostRows: ROWS_OF_STEP,
      isAwaited: false,
    },
  ];
  const named = (works: Record<string, () => Promise<unknown>>, samples: number): Work[] =>
    Object.entries(works).map(([name, run]) => ({
      name,
      run,
      samples,
      mostRows: ROWS_OF_PAGE,
      isAwaited: true,
    }));
  return {
    all: [...named(requests, SAMPLES), ...named(commanded, FEW_SAMPLES), ...background],
    buy,
    verify,
    forgetRequests,
    async close() {
      await commands.close();
      await service.close();
    },
  };
}

const BACKGROUND = { samples: FEW_SAMPLES, mostRows: ROWS_OF_PAGE, isAwaited: false };

/** What can be bought, which no database has that was filled. */
async function importSampleCatalog(url: string): Promise<void> {
  const database = await openDatabase({ url, entities: ENTITIES });
  await importCatalog(database, await readFile(CATALOG, 'utf8'));
  await database.close();
}
