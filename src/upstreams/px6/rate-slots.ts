import { randomUUID } from 'node:crypto';
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Timer } from '../../kit/clock.ts';
import type { Database } from '../../kit/database.ts';
import { Lease } from '../../kit/lease.ts';
import { aboutNobody } from '../../kit/request.ts';
import { ROW_FORMAT, statement, WITHOUT_FSYNC_WAIT } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import { NoRateSlotError } from '../failure.ts';
import { CALL_MILLIS } from '../http.ts';
import type { Priority } from '../term.ts';

/**
 * How long after a request has arrived its slot may be taken again: PX6's window of a second, and a hundredth
 * more, since a clock that is being corrected runs up to two thousandths too fast.
 */
const WINDOW_SECONDS = 1.01;
/** How late after its slot was asked for a request is still sent. */
export const SEND_WITHIN_MILLIS = 3_000;
/** The time to send and, once more, the longest that a request is under way. */
const LEASE = new Lease('term_turns', { token: 'lease_token', until: 'leased_until', seconds: 4 });
/**
 * For how long a slot must have been free before a call of each priority takes it. A call that comes first
 * asks within some milliseconds, in any process: none before this one wants what has been free for longer.
 */
const PATIENCE_MILLIS: Readonly<Record<Priority, number>> = {
  urgent: 0,
  presale: 50,
  awaited: 100,
  background: 150,
};
/** The first slot of an account is for purchases alone: they find it beside any number of readings. */
const KEPT_FOR_PURCHASES = 1;
const FOR_PURCHASES: ReadonlySet<Priority> = new Set(['urgent', 'presale']);
/** The shortest pause before a slot is asked for again: its request has not arrived yet. */
const LEAST_WAIT_MILLIS = 20;
/** An instant that lies further ahead was written before the clock of the database was put back. */
const FURTHEST_SECONDS = CALL_MILLIS / 1_000 + 10;

/** Which slots a call may take: those with a number above, which have been free for so long. */
export function rulesOf(priority: Priority, perSecond: number): { above: number; patienceMillis: number } {
  const above = FOR_PURCHASES.has(priority) ? 0 : Math.min(KEPT_FOR_PURCHASES, perSecond - 1);
  return { above, patienceMillis: PATIENCE_MILLIS[priority] };
}

/** The right to send one request to an account. */
export interface RateSlot {
  account: string;
  number: number;
  token: string;
}

/** Calls for one account or several that wait for their slots. */
export interface Wanted {
  accounts: readonly string[];
  priority: Priority;
  count: number;
}

/**
 * An account has as many slots as it may be sent requests in a second, for all processes together. One is
 * taken again a second after its last request arrived, so no second ever sees more.
 */
export interface RateSlots {
  readonly perSecond: number;
  /**
   * Takes slots that are free, those that have been free for longest; none without a database. Each one is to
   * be ended, and its request is sent within {@link SEND_WITHIN_MILLIS} of this call or not at all.
   *
   * `waitMillis`: when it is worth asking again, if fewer were taken than are wanted.
   */
  take(wanted: Wanted): Promise<{ slots: RateSlot[]; waitMillis: number }>;
  /** To be called when the requests have arrived, or will not be sent. */
  end(slots: readonly RateSlot[]): Promise<void>;
  /** Lets nothing go to an account for `millis` milliseconds. */
  hold(account: string, millis: number): Promise<void>;
}

/** The slots in the database, by its clock. */
export class DatabaseRateSlots implements RateSlots {
  readonly perSecond: number;
  readonly #database: Database;
  readonly #prepared = new Set<string>();
  /** Whether slots were there that are gone: requests that had them may have arrived just now. */
  #areLost = false;

  constructor(database: Database, perSecond: number) {
    this.#database = database;
    this.perSecond = perSecond;
  }

  async take({ accounts, priority, count }: Wanted): Promise<{ slots: RateSlot[]; waitMillis: number }> {
    await this.#prepare(accounts);
    const token = randomUUID();
    const { above, patienceMillis } = rulesOf(priority, this.perSecond);
    const rows = await takeFree(this.#database.sql, {
      accounts: [...accounts],
      above,
      upTo: this.perSecond,
      patienceSeconds: patienceMillis / 1_000,
      count,
      token,
    });
    const slots = rows.flatMap(({ account, number }) =>
      account === null || number === null ? [] : [{ account, number, token }],
    );
    const wait = rows[0]?.wait ?? null;
    // The slots of an account are gone when the database was restored or has crashed.
    if ((rows[0]?.known ?? 0) < accounts.length) {
      this.#prepared.clear();
      this.#areLost = true;
    }
    return { slots, waitMillis: Math.max(LEAST_WAIT_MILLIS, wait ?? 0) };
  }

  async end(slots: readonly RateSlot[]): Promise<void> {
    await endSlots(this.#database.sql, { slots: JSON.stringify(slots) });
  }

  async hold(account: string, millis: number): Promise<void> {
    await holdAll(this.#database.sql, { account, seconds: millis / 1_000 });
  }

  async #prepare(accounts: readonly string[]): Promise<void> {
    const missing = accounts.filter((account) => !this.#prepared.has(account));
    if (missing.length === 0) return;
    await addSlots(this.#database.sql, { accounts: missing, upTo: this.perSecond, areLost: this.#areLost });
    for (const account of missing) this.#prepared.add(account);
  }
}

const NOW = expressionBuilder<Tables>().fn<Date>('now');
const seconds = (count: Expression<number>) => sql`make_interval(secs => ${count}::float8)`;
const WINDOW = seconds(sql.lit(WINDOW_SECONDS));
/** The account may be held for longer already. */
const noSoonerThan = (pause: RawBuilder<unknown>) => sql<Date>`greatest(free_at, ${NOW} + ${pause})`;
const FURTHEST = seconds(sql.lit(FURTHEST_SECONDS));

/** They are free since ever, as nobody has waited for them; those that were lost, from a second later on. */
const addSlots = statement<{ accounts: string[]; upTo: number; areLost: boolean }>()(
  (_db, { accounts, upTo, areLost }) => sql`
    insert into term_turns (account, number, free_at)
    select account, number, case when ${areLost}::boolean then ${NOW} + ${WINDOW} else 'epoch' end
    from unnest(${accounts}::text[]) as a (account), generate_series(1, ${upTo}::int) as n (number)
    on conflict do nothing`,
);

/**
 * Two that ask at once get different slots. Those that are taken at this moment, here or by another process,
 * count as free here still: they are not the next ones.
 */
const takeFree = statement<{
  accounts: string[];
  above: number;
  upTo: number;
  patienceSeconds: number;
  count: number;
  token: string;
}>()((_db, { accounts, above, upTo, patienceSeconds, count, token }) => {
  const patience = seconds(patienceSeconds);
  const { leased_until } = LEASE.renewed(NOW);
  return sql<{ account: string | null; number: number | null; wait: number | null; known: number }>`
    with free as (
      select account, number from term_turns
      where account = any(${accounts}::text[]) and number > ${above}::int and number <= ${upTo}::int
        and (free_at <= ${NOW} - ${patience} or free_at > ${NOW} + ${FURTHEST})
        and (leased_until is null or leased_until <= ${NOW} - ${WINDOW}
          or leased_until > ${NOW} + ${FURTHEST})
      order by free_at limit ${count}
      for update skip locked
    ), taken as (
      update term_turns
      set free_at = ${NOW} + ${WINDOW}, lease_token = ${token}, leased_until = ${leased_until}
      from free, ${WITHOUT_FSYNC_WAIT} as commit_setting
      where term_turns.account = free.account and term_turns.number = free.number
      returning term_turns.account, term_turns.number
    ), next as (
      select 1000 * extract(epoch from min(free_at) - (${NOW} - ${patience}))::float8 as wait from term_turns
      where account = any(${accounts}::text[]) and number > ${above}::int and number <= ${upTo}::int
        and free_at > ${NOW} - ${patience} and (select count(*) from taken) < ${count}
    )
    select taken.account, taken.number, next.wait,
      (select count(*)::int from term_turns where account = any(${accounts}::text[]) and number = 1) as known
    from next left join taken on true`;
});

/**
 * Without effect when the lease has lapsed and another process has the slot, or while the account is being
 * held, which is not waited for: two that lock several rows could wait for each other.
 */
const endSlots = statement<{ slots: string }>()((db, { slots }) =>
  db
    .with(
      'ended',
      () => sql<{ account: string; number: number }>`(
        select account, number, ${ROW_FORMAT} from term_turns where (account, number, lease_token) in (
          select * from jsonb_to_recordset(${slots}::jsonb) as s (account text, number int, token uuid)
        )
        for update skip locked
      )`,
    )
    .updateTable('term_turns')
    .from(['ended', WITHOUT_FSYNC_WAIT.as('commit_setting')])
    .set({ free_at: noSoonerThan(WINDOW), ...LEASE.givenBack() })
    .whereRef('term_turns.account', '=', 'ended.account')
    .whereRef('term_turns.number', '=', 'ended.number'),
);

const holdAll = statement<{ account: string; seconds: number }>()((db, values) =>
  db
    .updateTable('term_turns')
    .set({ free_at: noSoonerThan(seconds(values.seconds)) })
    .where('account', '=', values.account),
);

/** Calls that wait for the same slots: they go in the order of their arrival. */
export interface SlotQueue {
  /** The queue's name, unique among those of one priority. */
  name: string;
  priority: Priority;
  /** The accounts that its calls may go to now; at least one. */
  accounts(): readonly string[];
}

export interface TakenSlot {
  account: string;
  isValid(): boolean;
  /** To be called when the request has arrived, or will not be sent. Only the first call has an effect. */
  end(): void;
}

interface Call {
  deadline: number;
  settle(slot: TakenSlot | undefined): void;
  fail(error: NoRateSlotError): void;
}

interface Waiting {
  calls: Call[];
  /** Until when there is certainly no slot. */
  noneUntil: number;
  isServed: boolean;
}

/**
 * The calls of this process that wait for slots. A queue asks once for all of its calls, and again when the
 * next slot becomes free: nothing is kept busy by a call that waits, and one that gives up has no slot.
 */
export class RateSlotQueues {
  readonly #slots: RateSlots;
  readonly #timer: Timer;
  readonly #queues = new Map<string, Waiting>();
  /** What has ended and is not being written down yet. */
  readonly #ended: RateSlot[] = [];
  #ending: Promise<void> | undefined;
  #isClosed = false;

  constructor(slots: RateSlots, timer: Timer) {
    this.#slots = slots;
    this.#timer = timer;
  }

  /** Undefined when certainly none comes before the deadline, by the timer. Throws NoRateSlotError. */
  slot(queue: SlotQueue, deadline: number): Promise<TakenSlot | undefined> {
    const id = `${queue.priority} ${queue.name}`;
    const waiting = this.#queues.getOrInsert(id, { calls: [], noneUntil: 0, isServed: false });
    const { calls } = waiting;
    if (this.#isClosed || this.#slotAt(calls.length, queue, waiting) >= deadline)
      return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const leave = () => {
        disarm();
        calls.splice(calls.indexOf(call), 1);
      };
      const call: Call = {
        deadline,
        settle(slot) {
          leave();
          resolve(slot);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      const disarm = this.#timer.after(deadline - this.#timer.now(), () => call.settle(undefined));
      calls.push(call);
      if (!waiting.isServed) this.#serve(queue, waiting);
    });
  }

  /** Lets nothing go to an account for `millis` milliseconds. Does not throw. */
  async hold(account: string, millis: number): Promise<void> {
    // Without the database nothing goes anyway.
    await this.#slots.hold(account, millis).catch(() => {});
  }

  /** Refuses the calls that wait and all new ones. */
  close(): void {
    this.#isClosed = true;
    for (const { calls } of this.#queues.values()) for (const call of [...calls]) call.settle(undefined);
  }

  /** Resolves when the ends of slots are written down. */
  async ended(): Promise<void> {
    await this.#ending;
  }

  /** One write after the other: it has all that has ended during the one before. */
  async #writeEnds(): Promise<void> {
    // A slot whose end is not written down is free again after a while.
    while (this.#ended.length > 0) await this.#slots.end(this.#ended.splice(0)).catch(() => {});
    this.#ending = undefined;
  }

  async #serve(queue: SlotQueue, waiting: Waiting): Promise<void> {
    const { calls } = waiting;
    waiting.isServed = true;
    while (calls.length > 0) {
      const askedAt = this.#timer.now();
      try {
        const wanted = { accounts: queue.accounts(), priority: queue.priority, count: calls.length };
        const { slots, waitMillis } = await this.#slots.take(wanted);
        for (const slot of slots) this.#give(slot, askedAt, calls);
        if (slots.length === wanted.count || calls.length === 0) continue;
        waiting.noneUntil = this.#timer.now() + waitMillis;
        let place = 0;
        for (const call of [...calls]) {
          if (this.#slotAt(place, queue, waiting) >= call.deadline) call.settle(undefined);
          else place += 1;
        }
        await new Promise<void>((resolve) => this.#timer.after(waitMillis, resolve));
      } catch (error) {
        const noSlot = new NoRateSlotError('px6: not sent, slots cannot be taken', { cause: error });
        for (const call of [...calls]) call.fail(noSlot);
      }
    }
    waiting.isServed = false;
  }

  /** When the call at this place has its slot, if no other queue takes any. */
  #slotAt(place: number, queue: SlotQueue, { noneUntil }: Waiting): number {
    const perSecond = this.#slots.perSecond * queue.accounts().length;
    return Math.max(this.#timer.now(), noneUntil) + Math.floor(place / perSecond) * 1_000;
  }

  /** A call may have given up since its slot was asked for. */
  #give(slot: RateSlot, askedAt: number, [first]: readonly Call[]): void {
    let isEnded = false;
    const own: TakenSlot = {
      account: slot.account,
      isValid: () => !isEnded && this.#timer.now() - askedAt <= SEND_WITHIN_MILLIS,
      end: () => {
        if (isEnded) return;
        isEnded = true;
        this.#ended.push(slot);
        this.#ending ??= aboutNobody(() => this.#writeEnds());
      },
    };
    if (first) first.settle(own);
    else own.end();
  }
}
