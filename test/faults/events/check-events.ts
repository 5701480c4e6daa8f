import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatUsd } from '../../../src/kit/money.ts';
import type { Line } from '../book.ts';
import type { ClientRecord, Fields } from '../client-record.ts';
import { readLines, readRestList } from '../shown.ts';
import type { Reseller, System } from '../system.ts';
import { BookOfEvents, readEvent, type ToldEvent, type ToldLine } from './book-of-events.ts';
import { type Change, type Logged, readCommitted, readLogs, SEEN_TYPES } from './committed.ts';
import type { EventLoad } from './load.ts';
import { type AttemptKept, heldBack } from './order-of-arrivals.ts';
import type { Arrival } from './receiver.ts';

/** How long everything may take to arrive when nothing fails any more, in ms. */
const ARRIVED_WITHIN_MS = 90_000;
const POLL_MS = 1_000;
/** Of an order, what its reseller's own book has. */
const TOLD_FIELDS = ['status', 'expires_at', 'quantity', 'traffic_gb'] as const;
/** How many passwords are searched for in what was sent. */
const MAX_PASSWORDS = 100;

/** Everything that is known of events at the end of a run. */
interface EventWitness {
  load: EventLoad;
  record: ClientRecord;
  secrets: readonly string[];
  /** In whole US dollars. */
  thresholdUsd: number;
  usedUp: string | undefined;
  changes: readonly Change[];
  /** The newest sequence of each log before changes were noted. */
  since: ReadonlyMap<number, number>;
  logs: ReadonlyMap<number, readonly Logged[]>;
  balances: ReadonlyMap<number, bigint>;
  /** What the service has kept of its attempts, by the webhook's number. */
  attempts: ReadonlyMap<number, readonly AttemptKept[]>;
  shown: readonly { reseller: Reseller; lines: readonly Line[]; orders: readonly Fields[] }[];
  output: string;
}

type Say = (what: string) => void;

interface EventGuarantee {
  /** What holds, as a sentence. */
  sentence: string;
  check(witness: EventWitness, say: Say): void;
}

const EVENT_GUARANTEES: readonly EventGuarantee[] = [
  {
    sentence: 'every committed change has exactly one event, which the same transaction has written',
    check: checkChanges,
  },
  {
    sentence:
      'the sequences of a log are 1 to n, each balance is the sum of all amounts so far, and the last one is the account’s',
    check: checkSequences,
  },
  {
    sentence: 'no change fails for the place of its event in the log',
    check({ load, output }, say) {
      for (const what of load.collisions) say(what);
      for (const [line] of output.matchAll(/^.*duplicate key value violates[^\n]*events_[^\n]*$/gm))
        say(line.slice(0, 300));
    },
  },
  {
    sentence: 'a low balance is told right after the charge that left it below the threshold, and never else',
    check: checkLow,
  },
  {
    sentence: 'each mark of traffic is told once, and each end, with its day and its three days before',
    check: checkMarks,
  },
  {
    sentence: 'who reads on by cursor gets each event once, in its order',
    check({ load, logs }, say) {
      for (const what of load.notBegun) say(`a webhook cannot begin with the first event: ${what}`);
      for (const { resellerId, sequences, ids } of load.readers) {
        const all = (logs.get(resellerId) ?? []).map(({ sequence }) => sequence);
        const at = all.findIndex((sequence, place) => sequences[place] !== sequence);
        if (at >= 0 || sequences.length > all.length || new Set(ids).size < ids.length)
          say(
            `reseller ${resellerId} has ${all.length} events, and its program read ${sequences.length}, with ${sequences[at]} in place of ${all[at]}`,
          );
      }
    },
  },
  {
    sentence:
      'every delivery is signed over the bytes that came, at its instant, during a rotation with both secrets',
    check({ load }, say) {
      for (const what of load.receiver.unsigned) say(what);
    },
  },
  {
    sentence:
      'every event of the log arrives at each webhook, under one id, and says the same at each attempt',
    check: checkArrivals,
  },
  {
    sentence: 'the book that a receiver makes of events alone is the statement and the orders, to the cent',
    check: checkBooks,
  },
  {
    sentence: 'events of an order arrive in their order, but behind one that failed twice',
    check({ load, attempts }, say) {
      for (const { endpoint, webhookId } of load.webhooks)
        for (const { earlier, later, why } of heldBack(eventsAt(endpoint.arrivals), attempts.get(webhookId)))
          say(`${endpoint.path}: event ${later} of an order came before ${earlier}, which ${why}`);
    },
  },
  {
    sentence: 'nothing is sent where an address must not lead, and no redirect is followed',
    check({ load, attempts }, say) {
      const { receiver, strayedId, refusedAs } = load;
      for (const what of receiver.strayed) say(`it was sent: ${what}`);
      if (refusedAs !== 'INVALID_WEBHOOK_URL') say(`such an address was answered with ${refusedAs}`);
      const errors = new Set(attempts.get(strayedId)?.map(({ error }) => error));
      if ([...errors].join() !== 'invalid_webhook_url') say(`attempts there ended with ${[...errors]}`);
    },
  },
  {
    sentence: 'no event says a key, a password or a secret',
    check({ load, record, secrets }, say) {
      const texts = new Set(
        load.webhooks.flatMap(({ endpoint }) => endpoint.arrivals.map(({ text }) => text)),
      );
      const all = [...texts].join('\n');
      for (const secret of [...secrets, ...record.usedKeys, ...[...record.passwords].slice(0, MAX_PASSWORDS)])
        if (all.includes(secret)) say(all.slice(all.indexOf(secret) - 100, all.indexOf(secret)));
    },
  },
];

/** The last check of a run: the clock is moved no more. */
export async function checkEvents(
  system: System,
  load: EventLoad,
  known: Pick<EventWitness, 'record' | 'thresholdUsd' | 'usedUp'>,
): Promise<string[]> {
  const db = system.services.database.sql;
  await untilNone(
    async () =>
      (
        await sql`select from orders where filed_status = 'active' and expires_at < ${new Date(system.clock.now())}`.execute(
          db,
        )
      ).rows.length === 0,
  );
  await load.finish();
  await untilNone(async () => {
    const logs = await readLogs(system);
    return load.webhooks.every(
      ({ endpoint, resellerId }) => missing(endpoint.arrivals, logs.get(resellerId)).length === 0,
    );
  });
  const [logs, committed] = [await readLogs(system), await readCommitted(system)];
  const { rows: accounts } = await sql<
    Record<string, string>
  >`select reseller_id, balance from accounts`.execute(db);
  const { rows: attempts } = await sql<AttemptKept & { webhookId: number }>`
    select webhook_id::int as "webhookId", 'evt_' || event_id as id, status, error,
      extract(epoch from at)::float8 * 1000 + duration_ms as "endedAt" from webhook_attempts`.execute(db);
  const shown: EventWitness['shown'][number][] = [];
  for (const reseller of system.resellers) {
    const url = system.processes[0]?.url ?? '';
    const lines = await readLines(url, reseller);
    shown.push({ reseller, lines, orders: (await readRestList(url, reseller)).orders });
  }
  const witness: EventWitness = {
    ...{ load, ...known, secrets: system.secrets, logs, ...committed, shown },
    balances: new Map(accounts.map((row) => [Number(row['reseller_id']), BigInt(row['balance'] ?? 0)])),
    attempts: Map.groupBy(attempts, ({ webhookId }) => webhookId),
    output: system.processes.map(({ output }) => output()).join('\n'),
  };
  return EVENT_GUARANTEES.flatMap(({ sentence, check }) => {
    const broken = new Set<string>();
    check(witness, (what) => broken.add(`${sentence}: ${what}`));
    return [...broken];
  });
}

async function untilNone(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + ARRIVED_WITHIN_MS; performance.now() < until; ) {
    if (await isSo()) return;
    await setTimeout(POLL_MS);
  }
}

function checkChanges({ changes, logs, since, shown }: EventWitness, say: Say): void {
  for (const { reseller } of shown) {
    const { id } = reseller;
    const own = changes.filter(({ resellerId }) => resellerId === id);
    const events = (logs.get(id) ?? [])
      .filter(({ type, sequence }) => SEEN_TYPES.has(type) && sequence > (since.get(id) ?? 0))
      .map((event) => ({ ...event, reference: referenceOf(event) }));
    for (const change of missingFrom(events, own, textOf))
      say(`reseller ${id} has no event for ${textOf(change)}`);
    for (const event of missingFrom(own, events, textOf))
      say(`reseller ${id} has event ${event.sequence} for no change: ${textOf(event)}`);
  }
}

/** The items that are not among the others, each as often as it is missing there. */
function missingFrom<Shared, Item extends Shared>(
  others: readonly Shared[],
  items: readonly Item[],
  text: (one: Shared) => string,
): Item[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(text(other), (counts.get(text(other)) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(text(item)) ?? 0;
    counts.set(text(item), count - 1);
    return count <= 0;
  });
}

/** Of a purchase the order says which operation it was. */
function referenceOf({ type, facts }: Logged): string {
  if (type === 'order.created') return '';
  return String((type.startsWith('balance.') ? facts['reference'] : facts['operation_id']) ?? '');
}

function textOf({ xid, type, orderId, amount, reference }: Change): string {
  const known = type === 'order.created' ? '' : reference;
  return `${type} of order ${orderId}, ${formatUsd(amount)}, ${known}, in transaction ${xid}`;
}

function checkSequences({ logs, balances }: EventWitness, say: Say): void {
  for (const [resellerId, events] of logs) {
    let balance = 0n;
    for (const [place, event] of events.entries()) {
      balance += event.amount;
      if (event.sequence !== place + 1)
        say(`event ${place + 1} of reseller ${resellerId} has the sequence ${event.sequence}`);
      if (event.balance !== balance)
        say(
          `event ${event.sequence} of reseller ${resellerId} says ${formatUsd(event.balance)} after ${formatUsd(balance)}`,
        );
    }
    if (balance !== balances.get(resellerId))
      say(
        `the log of reseller ${resellerId} ends with ${formatUsd(balance)}, and the account has ${balances.get(resellerId)}`,
      );
  }
}

function checkLow({ logs, since, shown, thresholdUsd }: EventWitness, say: Say): void {
  const threshold = BigInt(thresholdUsd) * 1_000_000n;
  for (const { reseller } of shown) {
    // Until then nobody had a threshold.
    const events = (logs.get(reseller.id) ?? []).filter(
      ({ sequence }) => sequence > (since.get(reseller.id) ?? 0),
    );
    for (const [place, { type, amount, balance, sequence }] of events.entries()) {
      const isTold = events[place + 1]?.type === 'balance.low';
      const isLow = amount < 0n && balance < threshold && balance - amount >= threshold;
      if (type !== 'balance.low' && isTold !== isLow)
        say(
          `reseller ${reseller.id} has ${formatUsd(balance)} after event ${sequence}, and is ${isTold ? '' : 'not '}told`,
        );
    }
  }
}

function checkMarks({ logs, shown, usedUp }: EventWitness, say: Say): void {
  for (const { reseller, orders } of shown) {
    const events = logs.get(reseller.id) ?? [];
    const told = events.flatMap(({ type, orderId, facts }) =>
      type === 'order.traffic_used'
        ? [`${orderId} ${facts['percent']}`]
        : type === 'order.exhausted'
          ? [`${orderId} 100`]
          : [],
    );
    const isOwn = orders.some(({ id }) => id === usedUp);
    const marks = isOwn ? [80, 95, 100].map((percent) => `${usedUp} ${percent}`) : [];
    if (told.toSorted().join() !== marks.toSorted().join())
      say(`reseller ${reseller.id} was told of ${told}, and there was ${marks}`);
    const ended = events.filter(({ type }) => type === 'order.ended').map(({ orderId }) => String(orderId));
    const over = orders.filter(({ status }) => status === 'expired').map(({ id }) => String(id));
    if (ended.toSorted().join() !== over.toSorted().join())
      say(`reseller ${reseller.id} was told of the ends of ${ended}, and these are over: ${over}`);
    const ending = events
      .filter(({ type }) => type === 'order.ending')
      .map(
        ({ orderId, endsAt, facts }) =>
          `order ${orderId}, ${endsAt}, ${Number(facts['hours_left']) > 24 ? 72 : 24} hours`,
      );
    for (const [what, all] of Map.groupBy(ending, (one) => one))
      if (all.length > 1) say(`reseller ${reseller.id} was told ${all.length} times of ${what}`);
  }
}

function checkArrivals({ load, logs }: EventWitness, say: Say): void {
  for (const { endpoint, resellerId } of load.webhooks) {
    for (const sequence of missing(endpoint.arrivals, logs.get(resellerId)))
      say(`event ${sequence} of reseller ${resellerId} has not come to ${endpoint.path}`);
    const types = new Map(logs.get(resellerId)?.map(({ sequence, type }) => [sequence, type]));
    const ids = new Map<number, string>();
    for (const [id, all] of Map.groupBy(endpoint.arrivals, (arrival) => arrival.id)) {
      const texts = new Set(all.map(({ text }) => text));
      if (texts.size > 1) say(`${id} said at ${endpoint.path} ${[...texts].slice(0, 2).join(' and ')}`);
      const event = readEvent(id, [...texts][0] ?? '');
      if (!event || types.get(event.sequence) !== event.type)
        say(`${id} came to ${endpoint.path}, and is not in the log`);
      else if (ids.has(event.sequence))
        say(`event ${event.sequence} came to ${endpoint.path} as ${ids.get(event.sequence)} and ${id}`);
      else ids.set(event.sequence, id);
    }
  }
}

function missing(arrivals: readonly Arrival[], log: readonly Logged[] = []): number[] {
  const came = new Set(eventsAt(arrivals).map(({ sequence }) => sequence));
  return log.filter(({ sequence }) => !came.has(sequence)).map(({ sequence }) => sequence);
}

const eventsOf = new WeakMap<Arrival, (ToldEvent & Arrival) | undefined>();

/** The arrivals of events, each read once. */
function eventsAt(arrivals: readonly Arrival[]): (ToldEvent & Arrival)[] {
  return arrivals.flatMap((arrival) => {
    if (!eventsOf.has(arrival)) {
      const event = readEvent(arrival.id, arrival.text);
      eventsOf.set(arrival, event && Object.assign(arrival, event));
    }
    return eventsOf.get(arrival) ?? [];
  });
}

function checkBooks({ load, shown }: EventWitness, say: Say): void {
  for (const { endpoint, resellerId } of load.webhooks) {
    const seen = shown.find(({ reseller }) => reseller.id === resellerId);
    if (!seen) continue;
    const firsts = new Map(
      eventsAt(endpoint.arrivals)
        .toReversed()
        .map((event) => [event.sequence, event]),
    );
    const book = new BookOfEvents([...firsts.values()]);
    const where = `the book of ${endpoint.path}`;
    for (const what of book.wrong) say(`${where}: ${what}`);
    const balance = seen.lines.at(-1)?.after ?? 0n;
    if (balance !== book.balance)
      say(`${where} has ${formatUsd(book.balance)}, and the statement ${formatUsd(balance)}`);
    const { kept, refunded } = withoutRefunds(seen.lines);
    for (const line of missingFrom(book.lines, kept, lineOf)) say(`${where} has not got ${lineOf(line)}`);
    for (const line of missingFrom(kept, book.lines, lineOf))
      say(`the statement has not got ${lineOf(line)}, as has ${where}`);
    if (refunded.map(String).toSorted().join() !== book.failed.map(String).toSorted().join())
      say(`${where} has ${book.failed.length} failures, and the statement ${refunded.length} refunds`);
    for (const order of seen.orders) {
      const own = book.orders.get(String(order['id']));
      for (const field of TOLD_FIELDS)
        if (own?.[field] !== order[field])
          say(
            `${where} has order ${order['id']} with the ${field} ${own?.[field]}, and it is ${order[field]}`,
          );
    }
    for (const id of book.orders.keys())
      if (!seen.orders.some((order) => order['id'] === id))
        say(`${where} has order ${id}, which there is not`);
  }
}

function lineOf({ kind, orderId, amount, reference }: ToldLine): string {
  return `${kind} of ${formatUsd(amount)}, order ${orderId}, ${reference}`;
}

/** The lines of a statement less each refund and the charge that it gives back: events tell of neither. */
function withoutRefunds(lines: readonly Line[]): { kept: ToldLine[]; refunded: (string | null)[] } {
  const kept: Line[] = [];
  const refunded: (string | null)[] = [];
  for (const line of lines) {
    if (line.kind !== 'REFUND') {
      kept.push(line);
      continue;
    }
    const charge = kept.findIndex(
      ({ amount, orderId, description }) =>
        amount === -line.amount && orderId === line.orderId && line.description.endsWith(`: ${description}`),
    );
    if (charge >= 0) kept.splice(charge, 1);
    refunded.push(line.orderId);
  }
  const isWork = ({ kind }: Line) => ['PURCHASE', 'RENEWAL', 'TRAFFIC'].includes(kind);
  return {
    kept: kept.map((line) => ({ ...line, reference: isWork(line) ? null : line.reference })),
    refunded,
  };
}
