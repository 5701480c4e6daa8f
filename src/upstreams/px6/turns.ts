import { randomUUID } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../kit/database.ts';
import { Lease } from '../../kit/lease.ts';
import { statement, WITHOUT_FSYNC_WAIT } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import { NoTurnError } from '../failure.ts';
import { CALL_MILLIS } from '../http.ts';
import type { Priority } from '../term.ts';
import type { Timer } from '../timer.ts';

/**
 * How long after a request has arrived its turn may be taken again: PX6's window of a second, and a hundredth
 * more, since a clock that is being corrected runs up to two thousandths too fast.
 */
const WINDOW_SECONDS = 1.01;
/**
 * How long a request may take to this end of the network. Within it the request is sent, or never. An account
 * lacks the turn of a process that has died for so long and some more.
 */
export const SEND_WITHIN_MILLIS = 3_000;
/** The time to send and, once more, the longest that a request is under way. */
const LEASE = new Lease('term_turns', { token: 'lease_token', until: 'leased_until', seconds: 4 });
/**
 * For how long a turn must have been free before it is taken for a call of this priority. Whoever waits for a
 * turn asks for it some milliseconds after it has become free: so what is free for longer is wanted by nobody
 * whose call comes first, in any process.
 */
const PATIENCE_MILLIS: Readonly<Record<Priority, number>> = {
  urgent: 0,
  presale: 50,
  awaited: 100,
  background: 150,
};
/** The first turn of an account is for purchases alone: they find it beside any number of readings. */
const KEPT_FOR_PURCHASES = 1;
const FOR_PURCHASES: ReadonlySet<Priority> = new Set(['urgent', 'presale']);
/** The shortest pause before a turn is asked for again: its request has not arrived yet. */
const LEAST_WAIT_MILLIS = 20;
/** An instant that lies further ahead was written before the clock of the database was put back. */
const FURTHEST_SECONDS = CALL_MILLIS / 1_000 + 10;

/** Which turns a call may take: those with a number above, which have been free for so long. */
export function rulesOf(priority: Priority, perSecond: number): { above: number; patienceMillis: number } {
  const above = FOR_PURCHASES.has(priority) ? 0 : Math.min(KEPT_FOR_PURCHASES, perSecond - 1);
  return { above, patienceMillis: PATIENCE_MILLIS[priority] };
}

/** The right to send one request to an account. */
export interface Turn {
  account: string;
  number: number;
  token: string;
}

/** Calls for one account or several that wait for their turns. */
export interface Wanted {
  accounts: readonly string[];
  priority: Priority;
  /** How many turns are of use now. */
  count: number;
}

/**
 * The rate of requests to each account, of all processes together. An account has as many turns as it may be
 * sent requests in a second, and a turn is taken again only when its last request arrived a second ago. So
 * no second ever sees more, however long requests are under way.
 */
export interface Turns {
  /** How many requests an account takes in a second. */
  readonly perSecond: number;
  /**
   * Takes turns that are free, those that have been free for longest; none without a database. Each one is to
   * be ended, and its request is sent within {@link SEND_WITHIN_MILLIS} of this call or not at all.
   *
   * `waitMillis`: when it is worth asking again, if fewer were taken than are wanted.
   */
  take(wanted: Wanted): Promise<{ turns: Turn[]; waitMillis: number }>;
  /** To be called when the request has arrived, or will not be sent. */
  end(turn: Turn): Promise<void>;
  /** Lets nothing go to an account for `millis` milliseconds. */
  hold(account: string, millis: number): Promise<void>;
}

/** The turns in the database, by its clock. */
export class DatabaseTurns implements Turns {
  readonly perSecond: number;
  readonly #database: Database;
  /** The accounts that have all their turns. */
  readonly #prepared = new Set<string>();

  constructor(database: Database, perSecond: number) {
    this.#database = database;
    this.perSecond = perSecond;
  }

  async take({ accounts, priority, count }: Wanted): Promise<{ turns: Turn[]; waitMillis: number }> {
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
    const turns = rows.flatMap(({ account, number }) =>
      account === null || number === null ? [] : [{ account, number, token }],
    );
    const wait = rows[0]?.wait ?? null;
    // None may be there any more, in a database that was restored.
    if (turns.length === 0 && wait === null) this.#prepared.clear();
    return { turns, waitMillis: Math.max(LEAST_WAIT_MILLIS, wait ?? 0) };
  }

  async end(turn: Turn): Promise<void> {
    await endTurn(this.#database.sql, turn);
  }

  async hold(account: string, millis: number): Promise<void> {
    await holdAll(this.#database.sql, { account, seconds: millis / 1_000 });
  }

  async #prepare(accounts: readonly string[]): Promise<void> {
    const missing = accounts.filter((account) => !this.#prepared.has(account));
    if (missing.length === 0) return;
    await addTurns(this.#database.sql, { accounts: missing, upTo: this.perSecond });
    for (const account of missing) this.#prepared.add(account);
  }
}

const NOW = sql<Date>`clock_timestamp()`;
const seconds = (count: Expression<number>) => sql`make_interval(secs => ${count}::float8)`;
const WINDOW = seconds(sql.lit(WINDOW_SECONDS));
/** The account may be held for longer already. */
const noSoonerThan = (pause: RawBuilder<unknown>) => sql<Date>`greatest(free_at, ${NOW} + ${pause})`;
const FURTHEST = sql<Date>`${NOW} + ${seconds(sql.lit(FURTHEST_SECONDS))}`;

const addTurns = statement<{ accounts: string[]; upTo: number }>()((db, { accounts, upTo }) =>
  db
    .insertInto('term_turns')
    .columns(['account', 'number', 'free_at'])
    .expression((eb) =>
      eb
        .selectFrom([
          sql<{ account: string }>`unnest(${accounts}::text[])`.as<'a'>(sql`a (account)`),
          sql<{ number: number }>`generate_series(1, ${upTo}::int)`.as<'n'>(sql`n (number)`),
        ])
        // Nobody has waited for them.
        .select(['a.account', 'n.number', sql<Date>`'epoch'::timestamptz`.as('free_at')]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const takeFree = statement<{
  accounts: string[];
  above: number;
  upTo: number;
  patienceSeconds: number;
  count: number;
  token: string;
}>()((db, { accounts, above, upTo, patienceSeconds, count, token }) => {
  const isTheirs = ({ eb, and, fn }: ExpressionBuilder<Tables, 'term_turns'>) =>
    and([eb('account', '=', fn.any(accounts)), eb('number', '>', above), eb('number', '<=', upTo)]);
  const freeSince = sql<Date>`(${NOW} - ${seconds(patienceSeconds)})`;
  return (
    db
      .with('free', (cte) =>
        cte
          .selectFrom('term_turns')
          .select(['account', 'number'])
          .where(isTheirs)
          .where(({ eb, or }) => or([eb('free_at', '<=', freeSince), eb('free_at', '>', FURTHEST)]))
          .where(({ eb, or }) =>
            or([
              eb('leased_until', 'is', null),
              eb('leased_until', '<=', sql<Date>`${NOW} - ${WINDOW}`),
              eb('leased_until', '>', FURTHEST),
            ]),
          )
          .orderBy('free_at')
          .limit(count)
          // Two that ask at once get different turns.
          .forUpdate()
          .skipLocked(),
      )
      .with('taken', (cte) =>
        cte
          .updateTable('term_turns')
          .from(['free', WITHOUT_FSYNC_WAIT.as('commit_setting')])
          .set({ free_at: sql<Date>`${NOW} + ${WINDOW}`, ...LEASE.taken(token, NOW) })
          .whereRef('term_turns.account', '=', 'free.account')
          .whereRef('term_turns.number', '=', 'free.number')
          .returning(['term_turns.account', 'term_turns.number']),
      )
      // Turns that are taken at this moment, here or by another process, count as free here still. They are
      // not the next ones.
      .with('next', (cte) =>
        cte
          .selectFrom('term_turns')
          .select(
            sql<number | null>`1000 * extract(epoch from min(free_at) - ${freeSince})::float8`.as('wait'),
          )
          .where(isTheirs)
          .where('free_at', '>', freeSince),
      )
      .selectFrom('next')
      .leftJoin('taken', (join) => join.onTrue())
      .select(['taken.account', 'taken.number', 'next.wait'])
  );
});

/** Without effect when the lease has lapsed and another process has the turn. */
const endTurn = statement<Turn>()((db, { account, number, token }) =>
  db
    .updateTable('term_turns')
    .from(WITHOUT_FSYNC_WAIT.as('commit_setting'))
    .set({ free_at: noSoonerThan(WINDOW), ...LEASE.givenBack() })
    .where('account', '=', account)
    .where('number', '=', number)
    .where(LEASE.isHeldBy(token)),
);

const holdAll = statement<{ account: string; seconds: number }>()((db, values) =>
  db
    .updateTable('term_turns')
    .set({ free_at: noSoonerThan(seconds(values.seconds)) })
    .where('account', '=', values.account),
);

/** Calls that wait for the same turns: they go in the order of their arrival. */
export interface Line {
  /** Its name among the lines of one priority. */
  name: string;
  priority: Priority;
  /** The accounts that its calls may go to now; at least one. */
  accounts(): readonly string[];
}

/** A turn that is taken, for one request. */
export interface OwnTurn {
  account: string;
  /** Whether the request may still be sent. */
  isValid(): boolean;
  /** To be called when the request has arrived, or will not be sent. Only the first call has an effect. */
  end(): void;
}

interface Call {
  deadline: number;
  settle(turn: OwnTurn | undefined): void;
  fail(error: NoTurnError): void;
}

/** The calls of a line. */
interface Waiting {
  calls: Call[];
  /** Until when there is certainly no turn. */
  noneUntil: number;
  /** Whether turns are being taken for them. */
  isServed: boolean;
}

/**
 * The calls of this process that wait for turns. A line asks once for all of its calls, and again when the
 * next turn becomes free: nothing is kept busy by a call that waits, and one that gives up has no turn.
 */
export class TurnLines {
  readonly #turns: Turns;
  readonly #timer: Timer;
  readonly #lines = new Map<string, Waiting>();
  /** What ends turns now. */
  readonly #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(turns: Turns, timer: Timer) {
    this.#turns = turns;
    this.#timer = timer;
  }

  /**
   * The call's turn; undefined as soon as it is certain that there is none before the deadline (in the
   * timer's milliseconds). Throws NoTurnError when turns cannot be taken.
   */
  turn(line: Line, deadline: number): Promise<OwnTurn | undefined> {
    const waiting = this.#waitingIn(line);
    const { calls } = waiting;
    if (this.#isClosed || this.#turnAt(calls.length, line, waiting) >= deadline)
      return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const leave = () => {
        disarm();
        calls.splice(calls.indexOf(call), 1);
      };
      const call: Call = {
        deadline,
        settle(turn) {
          leave();
          resolve(turn);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      const disarm = this.#timer.after(deadline - this.#timer.now(), () => call.settle(undefined));
      calls.push(call);
      if (!waiting.isServed) this.#serve(line, waiting);
    });
  }

  /** Lets nothing go to an account for `millis` milliseconds. Does not throw. */
  async hold(account: string, millis: number): Promise<void> {
    // Without the database nothing goes anyway.
    await this.#turns.hold(account, millis).catch(() => {});
  }

  /** Refuses the calls that wait and all new ones. */
  close(): void {
    this.#isClosed = true;
    for (const { calls } of this.#lines.values()) for (const call of [...calls]) call.settle(undefined);
  }

  /** Resolves when the ends of turns are written down. */
  async ended(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #waitingIn({ name, priority }: Line): Waiting {
    const id = `${priority} ${name}`;
    const waiting = this.#lines.get(id) ?? { calls: [], noneUntil: 0, isServed: false };
    this.#lines.set(id, waiting);
    return waiting;
  }

  /** Takes turns until no call of the line waits. */
  async #serve(line: Line, waiting: Waiting): Promise<void> {
    const { calls } = waiting;
    waiting.isServed = true;
    while (calls.length > 0) {
      const askedAt = this.#timer.now();
      try {
        const wanted = { accounts: line.accounts(), priority: line.priority, count: calls.length };
        const { turns, waitMillis } = await this.#turns.take(wanted);
        for (const turn of turns) this.#give(turn, askedAt, calls);
        if (turns.length === wanted.count || calls.length === 0) continue;
        waiting.noneUntil = this.#timer.now() + waitMillis;
        this.#refuseLate(line, waiting);
        await this.#pause(waitMillis);
      } catch (error) {
        const noTurn = new NoTurnError('px6: not sent, turns cannot be taken', { cause: error });
        for (const call of [...calls]) call.fail(noTurn);
      }
    }
    waiting.isServed = false;
  }

  /** When the call at this place has its turn, if no other line takes any. */
  #turnAt(place: number, line: Line, { noneUntil }: Waiting): number {
    const perSecond = this.#turns.perSecond * line.accounts().length;
    return Math.max(this.#timer.now(), noneUntil) + Math.floor(place / perSecond) * 1_000;
  }

  #refuseLate(line: Line, waiting: Waiting): void {
    let place = 0;
    for (const call of [...waiting.calls]) {
      if (this.#turnAt(place, line, waiting) >= call.deadline) call.settle(undefined);
      else place += 1;
    }
  }

  /** A call may have given up since its turn was asked for. */
  #give(turn: Turn, askedAt: number, [first]: readonly Call[]): void {
    let isEnded = false;
    const own: OwnTurn = {
      account: turn.account,
      isValid: () => !isEnded && this.#timer.now() - askedAt <= SEND_WITHIN_MILLIS,
      end: () => {
        if (isEnded) return;
        isEnded = true;
        // A turn whose end is not written down is free again after a while.
        const ending = this.#turns.end(turn).catch(() => {});
        this.#ending.add(ending);
        ending.then(() => this.#ending.delete(ending));
      },
    };
    if (first) first.settle(own);
    else own.end();
  }

  #pause(millis: number): Promise<void> {
    return new Promise((resolve) => this.#timer.after(millis, resolve));
  }
}
