import { randomUUID } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { type Clock, DAY_MS } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { takeLease } from '../kit/lease.ts';
import { statement } from '../kit/statement.ts';
import { UpstreamError } from './failure.ts';
import {
  type Balance,
  lowBelow,
  NO_SPENDING,
  type OwnAccount,
  type Spending,
  WEEK_DAYS,
} from './own-account.ts';
import { FIRST_ACCOUNT, type TermUpstream } from './term.ts';
import type { TrafficUpstream } from './traffic.ts';

export type UpstreamName = 'px6' | 'dataimpulse';

/** How often a process writes down what it has read of an account: every answer of PX6 has the balance. */
const WRITE_EVERY_MS = 60_000;

interface AccountName {
  upstream: UpstreamName;
  account: string;
}

interface BookOptions {
  database: Database;
  clock: Clock;
  /** A balance that lasts for fewer days of spending is low. */
  lowBalanceDays: number;
  onFailure: (error: unknown) => void;
}

/**
 * What the database knows of our accounts: whose they are, what is left, and what was spent on each day. That
 * is by how much the balance fell, so it counts what was bought by hand, too.
 */
export class AccountBook {
  readonly #options: BookOptions;
  readonly #accounts = new Map<string, BookedAccount>();

  constructor(options: BookOptions) {
    this.#options = options;
  }

  of(upstream: UpstreamName, account: string): OwnAccount {
    const book = () => new BookedAccount({ upstream, account }, this.#options);
    return this.#accounts.getOrInsertComputed(`${upstream} ${account}`, book);
  }

  /** Writes down what was read last and is not written yet. Does not throw. */
  async flush(): Promise<void> {
    await Promise.all([...this.#accounts.values()].map((account) => account.flush()));
  }
}

class BookedAccount implements OwnAccount {
  readonly #name: AccountName;
  readonly #options: BookOptions;
  /** What was read last and is not written yet. */
  #unwritten: { balance: Balance; readAt: Date } | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> = Promise.resolve();
  #spending: { unit: string; spending: Spending } | undefined;

  constructor(name: AccountName, options: BookOptions) {
    this.#name = name;
    this.#options = options;
  }

  async ownerSeenFirst(userId: string): Promise<string> {
    const [row] = await keepOwner(this.#options.database.sql, { ...this.#name, userId });
    return row?.user_id ?? userId;
  }

  noteBalance(balance: Balance): void {
    const readAt = this.#options.clock.now();
    this.#unwritten = { balance, readAt };
    if (readAt.getTime() - this.#writtenAt >= WRITE_EVERY_MS) void this.flush();
  }

  lowBelow(unit: string): bigint | undefined {
    const spending = this.#spending?.unit === unit ? this.#spending.spending : NO_SPENDING;
    return lowBelow(unit, spending, this.#options.lowBalanceDays);
  }

  /** One after the other, so that what was read last is written last. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const unwritten = this.#unwritten;
    if (!unwritten) return;
    const { database, onFailure } = this.#options;
    const { balance, readAt } = unwritten;
    this.#unwritten = undefined;
    this.#writtenAt = readAt.getTime();
    try {
      await keepName(database.sql, this.#name);
      const { amount, unit } = balance;
      await keepBalance(database.sql, { ...this.#name, balance: amount, unit, readAt });
      const own = knownAs(this.#name, await listAccounts(database.sql, readAt));
      this.#spending = own?.balance ? { unit: own.balance.unit, spending: own.spending } : undefined;
    } catch (error) {
      // It is written with the next reading.
      this.#unwritten ??= unwritten;
      onFailure(error);
    }
  }
}

/** The first user stays. */
const keepOwner = statement<AccountName & { userId: string }>()((db, { upstream, account, userId }) =>
  db
    .insertInto('upstream_accounts')
    .values({ upstream, account, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['upstream', 'account']).doUpdateSet(({ fn }) => ({
        user_id: fn.coalesce('upstream_accounts.user_id', 'excluded.user_id'),
      })),
    )
    .returning('user_id'),
);

const keepName = statement<AccountName>()((db, { upstream, account }) =>
  db
    .insertInto('upstream_accounts')
    .values({ upstream, account })
    .onConflict((conflict) => conflict.columns(['upstream', 'account']).doNothing()),
);

/**
 * Unless a later one was read. A day without spending has a row, too: the first says since when it is known.
 * The row is locked first: of two processes the second compares with what the first wrote.
 */
const keepBalance = statement<AccountName & { balance: bigint; unit: string; readAt: Date }>()(
  (_db, { upstream, account, balance, unit, readAt }) => sql<{ unit: string }>`
    with before as (
      select upstream, account, balance, unit from upstream_accounts
      where upstream = ${upstream} and account = ${account} and (read_at is null or read_at < ${readAt})
      for update
    ), noted as (
      update upstream_accounts set balance = ${balance}, unit = ${unit}, read_at = ${readAt} from before
      where upstream_accounts.upstream = before.upstream and upstream_accounts.account = before.account
      returning before.upstream, before.account, upstream_accounts.unit,
        greatest(0, case before.unit when upstream_accounts.unit
          then before.balance - upstream_accounts.balance end) as spent
    ), added as (
      insert into upstream_spending (upstream, account, unit, day, spent)
      select upstream, account, unit, (${readAt}::timestamptz at time zone 'UTC')::date, spent from noted
      on conflict (upstream, account, unit, day)
        do update set spent = upstream_spending.spent + excluded.spent where excluded.spent > 0
    )
    select unit from noted`,
);

/** The beginning of a UTC day. */
function firstOf(day: Expression<unknown>) {
  return sql<Date | null>`${day}::timestamp at time zone 'UTC'`;
}

/** Spending over the days that were read: an account's first week is no whole week. */
function toSpending({ spent, first }: { spent: string | null; first: Date | null }, now: Date): Spending {
  const knownMs = first === null ? 0 : now.getTime() - first.getTime();
  const overMs = Math.min(Math.max(knownMs, DAY_MS), WEEK_DAYS * DAY_MS);
  return { amount: BigInt(spent ?? 0), overMs };
}

/** The UTC day a week ago: the seven after it count. */
function firstDay(now: Date): string {
  return new Date(now.getTime() - WEEK_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** An account as `upstream balances` and the metrics show it. */
export interface KnownAccount extends AccountName {
  userId: string | null;
  /** Null when none was read yet. */
  balance: Balance | null;
  readAt: Date | null;
  /** How much the balance fell within the last seven days. */
  spending: Spending;
}

/** Whether something is bought with an account, or it is only known from before. */
export function isConfigured({ upstream, account }: AccountName, term: TermUpstream): boolean {
  return upstream === 'px6' ? term.accounts.includes(account) : account === FIRST_ACCOUNT;
}

/** All accounts that were ever used; those that are not configured any more are among them. */
export async function listAccounts(db: Sql, now: Date): Promise<KnownAccount[]> {
  const rows = await db
    .selectFrom('upstream_accounts as a')
    .select(['a.upstream', 'a.account', 'a.user_id as userId', 'a.balance', 'a.unit', 'a.read_at as readAt'])
    .leftJoin('upstream_spending as s', (join) =>
      join
        .onRef('s.upstream', '=', 'a.upstream')
        .onRef('s.account', '=', 'a.account')
        .onRef('s.unit', '=', 'a.unit')
        .on('s.day', '>', firstDay(now)),
    )
    .select(({ fn }) => [fn.sum<string | null>('s.spent').as('spent'), firstOf(fn.min('s.day')).as('first')])
    .groupBy(['a.upstream', 'a.account'])
    .orderBy('a.upstream')
    .orderBy('a.account')
    .execute();
  return rows.map(({ balance, unit, spent, first, ...account }) => ({
    ...account,
    balance: balance === null || unit === null ? null : { amount: BigInt(balance), unit },
    spending: toSpending({ spent, first }, now),
  }));
}

function knownAs({ upstream, account }: AccountName, known: readonly KnownAccount[]) {
  return known.find((one) => one.upstream === upstream && one.account === account);
}

/** Deletes the spending of days that no pace is taken from. */
export async function deleteOldSpending(db: Sql, now: Date): Promise<void> {
  await db.deleteFrom('upstream_spending').where('day', '<=', firstDay(now)).execute();
}

/** A balance that was read so long ago is asked for. PX6 says it with each answer, DataImpulse never. */
const OLD_MS = 5 * 60_000;
/** One process asks for all; another one takes over when it has missed a round. */
const LEASE_SECONDS = 150;

interface Upstreams {
  term: TermUpstream;
  traffic: TrafficUpstream;
}

/** Keeps the balances of our accounts known, also of those that nothing is bought with. */
export function upstreamBalanceRounds(
  { database, clock, term, traffic }: Upstreams & { database: Database; clock: Clock },
  book: AccountBook,
) {
  const holder = randomUUID();
  /** Writes down what was read, and asks for what is old. Failing upstreams are told of elsewhere. */
  async function round(): Promise<void> {
    await book.flush();
    if (!(await takeLease(database.sql, 'upstream-balances', holder, LEASE_SECONDS))) return;
    const oldBefore = clock.now().getTime() - OLD_MS;
    const known = await listAccounts(database.sql, clock.now());
    const isOld = (upstream: UpstreamName, account: string) =>
      (knownAs({ upstream, account }, known)?.readAt?.getTime() ?? 0) < oldBefore;
    for (const account of term.accounts)
      if (isOld('px6', account)) await unlessUpstreamFails(term.readBalance(account));
    if (isOld('dataimpulse', FIRST_ACCOUNT)) await unlessUpstreamFails(traffic.ownGb());
    await book.flush();
  }
  return { round };
}

/** Asks those that are down for a balance: while nobody buys, no other call tells that they are back. */
export async function lookAtDown({ term, traffic }: Upstreams): Promise<void> {
  const down = term.accounts.filter((account) => term.isDown(account));
  await Promise.all([
    ...down.map((account) => unlessUpstreamFails(term.readBalance(account))),
    traffic.isDown() && unlessUpstreamFails(traffic.ownGb()),
  ]);
}

async function unlessUpstreamFails(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
  });
}
