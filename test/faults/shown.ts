import { setTimeout } from 'node:timers/promises';
import { parseUsd } from '../../src/kit/money.ts';
import type { IssuedEntry } from '../../src/sandbox/control.ts';
import { atOnce } from './at-once.ts';
import type { Line } from './book.ts';
import type { Fields } from './client-record.ts';
import { nextKey } from './customers.ts';
import { documentOf, plainFields } from './keyed-request.ts';
import type { Reseller, System } from './system.ts';
import { hasCode, send } from './wire.ts';

const PAGE = 50;
const READS_AT_ONCE = 8;
/** How often a read is asked for whose answer says to ask again. */
const ATTEMPTS = 20;
/** Less than samples of minutes are kept, and longer than a run, by the moved clock. */
const KEPT_MS = 47 * 3_600_000;
/** How often, and how long at the most, a reading of traffic is looked for that is new enough, in ms. */
const MEASURED_AGAIN_MS = 300;
const MEASURED_WITHIN_MS = 60_000;
const PERIODS = { DAY: 4, WEEK: 2, MONTH: 2 } as const;

const MONEY = `query($after: String) { viewer { balanceUsd statement(first: ${PAGE}, after: $after) {
  pageInfo { hasNextPage endCursor }
  nodes { kind amountUsd balanceAfterUsd at reference description order { id } } } } }`;
const SPENDING = `{ viewer { ${Object.entries(PERIODS)
  .map(([unit, last]) => `${unit}: spending(by: ${unit}, last: ${last}) { from to amountUsd }`)
  .join(' ')} } }`;
const ORDERS = `query($after: String) { orders(first: ${PAGE}, after: $after) { totalCount
  pageInfo { hasNextPage endCursor } nodes { ...OrderFields } } }
  ${documentOf('OrderFields')}`;
const ORDER = `query($id: ID!, $from: DateTime!) { order(id: $id) { ...OrderFields ...ProxyFields
  ... on LuxuryOrder { settings { login threads paused allowedIps blockedHosts } traffic { totalGb usedGb leftGb usedPercent measuredAt }
  usage(by: MINUTE, from: $from) { bytes } stats { days { trafficGb } } } } }
  ${documentOf('OrderFields', 'ProxyFields')}`;

interface Period {
  from: number;
  to: number;
  amount: bigint;
}

/** A list of orders as one door of one process shows it. */
interface List {
  where: string;
  total: number;
  orders: Fields[];
}

/** What all doors show one reseller. */
interface ShownReseller {
  reseller: Reseller;
  /** By each process and door. */
  balances: Map<string, bigint>;
  /** Oldest first. */
  lines: Line[];
  spending: Map<string, Period[]>;
  lists: List[];
  /** How many orders a filter finds, by the filter: `status=active`. */
  totals: Map<string, number>;
  /** Each order as each process shows it by itself, with what belongs to it. */
  orders: Map<string, Fields[]>;
}

/** What upstreams and all doors show when nothing happens any more. */
export interface Shown {
  resellers: ShownReseller[];
  issued: IssuedEntry[];
}

/** With traffic that was measured at this instant, in ms, or later. */
export async function readShown(system: System, measuredSince = 0): Promise<Shown> {
  const { entries } = (await (await fetch(`${system.control}/control/issued`)).json()) as {
    entries: IssuedEntry[];
  };
  const resellers: ShownReseller[] = [];
  for (const reseller of system.resellers)
    resellers.push(await readReseller(system, reseller, measuredSince));
  return { resellers, issued: entries };
}

async function readReseller(
  system: System,
  reseller: Reseller,
  measuredSince: number,
): Promise<ShownReseller> {
  const { processes } = system;
  const [url = ''] = processes.map((process) => process.url);
  const balances = new Map<string, bigint>();
  const lists: List[] = [];
  for (const [index, process] of processes.entries()) {
    const rest = await ask(process.url, reseller, '/v1/balance');
    balances.set(`/v1 of process ${index}`, parseUsd(String(rest['balance_usd'])) ?? -1n);
    const viewer = await query(process.url, reseller, MONEY, {});
    balances.set(`GraphQL of process ${index}`, usd(viewer['viewer'], 'balanceUsd'));
    lists.push({ where: `/v1 of process ${index}`, ...(await readRestList(process.url, reseller)) });
    lists.push({ where: `GraphQL of process ${index}`, ...(await readGraphqlList(process.url, reseller)) });
  }
  const viewer = (await query(url, reseller, SPENDING, {}))['viewer'] as Record<
    string,
    Record<string, string>[]
  >;
  const totals = new Map<string, number>();
  for (const status of ['active', 'paused', 'exhausted', 'expired']) {
    totals.set(
      `status=${status}`,
      Number((await ask(url, reseller, `/v1/orders?limit=1&status=${status}`))['total']),
    );
  }
  for (const tier of ['prem', 'econ', 'tg', 'di']) {
    const found = await query(url, reseller, `{ orders(first: 1, tier: "${tier}") { totalCount } }`, {});
    totals.set(`tier=${tier}`, Number((found['orders'] as Fields)['totalCount']));
  }
  return {
    reseller,
    balances,
    lines: await readLines(url, reseller),
    spending: new Map(
      Object.entries(viewer).map(([unit, periods]) => [
        unit,
        periods.map((one) => ({
          ...{ from: Date.parse(one['from'] ?? ''), to: Date.parse(one['to'] ?? '') },
          amount: usd(one, 'amountUsd'),
        })),
      ]),
    ),
    lists,
    totals,
    orders: await readOrders(system, reseller, lists, measuredSince),
  };
}

export async function readLines(url: string, reseller: Reseller): Promise<Line[]> {
  const lines: Line[] = [];
  for (let after: unknown; ; ) {
    const { viewer } = (await query(url, reseller, MONEY, { after })) as { viewer: { statement: Page } };
    for (const node of viewer.statement.nodes)
      lines.unshift({
        ...{ kind: String(node['kind']), at: Date.parse(String(node['at'])) },
        ...{ amount: usd(node, 'amountUsd'), after: usd(node, 'balanceAfterUsd') },
        orderId: (node['order'] as { id: string } | null)?.id ?? null,
        reference: node['reference'] as string | null,
        description: String(node['description']),
      });
    if (!viewer.statement.pageInfo.hasNextPage) return lines;
    after = viewer.statement.pageInfo.endCursor;
  }
}

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  nodes: Record<string, unknown>[];
}

async function readGraphqlList(url: string, reseller: Reseller): Promise<Omit<List, 'where'>> {
  const orders: Fields[] = [];
  for (let after: unknown; ; ) {
    const page = (await query(url, reseller, ORDERS, { after }))['orders'] as Page;
    orders.push(...page.nodes.map(plainFields));
    if (!page.pageInfo.hasNextPage) return { total: page.totalCount, orders };
    after = page.pageInfo.endCursor;
  }
}

export async function readRestList(url: string, reseller: Reseller): Promise<Omit<List, 'where'>> {
  const orders: Fields[] = [];
  for (;;) {
    const page = await ask(url, reseller, `/v1/orders?limit=${PAGE}&offset=${orders.length}`);
    const some = page['orders'] as object[];
    orders.push(...some.map(plainFields));
    if (some.length === 0 || orders.length >= Number(page['total']))
      return { total: Number(page['total']), orders };
  }
}

/** Each order by itself, through both doors; of a Luxury order what belongs to it is read by GraphQL. */
async function readOrders(
  { processes, clock }: System,
  reseller: Reseller,
  lists: readonly List[],
  measuredSince: number,
): Promise<Map<string, Fields[]>> {
  const orders = new Map<string, Fields[]>();
  const from = new Date(clock.now() - KEPT_MS).toISOString();
  const ids = new Set(lists.flatMap((list) => list.orders.map(({ id }) => String(id))));
  await atOnce(READS_AT_ONCE, [...ids], async (id) => {
    const read = async () =>
      ((await query(processes.at(-1)?.url ?? '', reseller, ORDER, { id, from }))['order'] ?? {}) as {
        traffic?: { measuredAt: string };
      };
    const [rest, first] = await Promise.all([
      ask(processes[0]?.url ?? '', reseller, `/v1/orders/${id}`),
      read(),
    ]);
    let known = first;
    const until = performance.now() + MEASURED_WITHIN_MS;
    while (Date.parse(known.traffic?.measuredAt ?? '') < measuredSince) {
      if (performance.now() > until) throw new Error(`The traffic of order ${id} is not read anew`);
      // What was stored is shown while as much is read at the upstream for the reseller as may be.
      await setTimeout(MEASURED_AGAIN_MS);
      known = await read();
    }
    // The traffic may have been read at the upstream for this answer, whose other fields are of before.
    const graphql = known.traffic ? await read() : known;
    orders.set(id, [rest, graphql].map(plainFields));
  });
  return orders;
}

function usd(fields: unknown, name: string): bigint {
  const text = String((fields as Fields)[name]);
  const amount = parseUsd(text.replace('-', '')) ?? 0n;
  return text.startsWith('-') ? -amount : amount;
}

export async function ask(url: string, reseller: Reseller, path: string, body?: object): Promise<Fields> {
  let answer = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const method = body ? 'POST' : 'GET';
    const { status, text } = await send(url, { path, method, apiKey: nextKey(reseller), body });
    answer = `${status} ${text.slice(0, 300)}`;
    const isLater = ['rate_limited', 'api_disabled'].some((code) => hasCode(text, code));
    if (status === 200 && !isLater) return JSON.parse(text) as Fields;
  }
  throw new Error(`${path} is not shown: ${answer}`);
}

async function query(url: string, reseller: Reseller, document: string, variables: object): Promise<Fields> {
  const { data, errors } = await ask(url, reseller, '/graphql', { query: document, variables });
  if (!data || errors) throw new Error(`GraphQL does not show it: ${JSON.stringify(errors).slice(0, 500)}`);
  return data as Fields;
}
