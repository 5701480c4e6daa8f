import { type Expression, expressionBuilder, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect, later, ROW_FORMAT, statement, unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/**
 * The accounts that money moves between. `in_flight` has charges of operations that have not ended, `revenue`
 * what was earned, `outside` stands for the payments that top up balances, and `adjustments` for what the
 * operator adds to balances and takes from them.
 */
export type LedgerAccount = 'outside' | 'reseller' | 'in_flight' | 'revenue' | 'adjustments';

/**
 * The accounts that coins move between: `issued` is where earned coins come from, and `redeemed` where spent
 * ones go.
 */
export type CoinLedgerAccount = 'issued' | 'reseller' | 'redeemed';

interface Posting {
  /** The place among the entries of its operation. */
  stage: 1 | 2 | 3;
  /** The accounts of the entry: a balance grows by what is credited to `reseller`. */
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** What a line of the account statement is called; of several, the caller says which. */
  kinds: readonly string[];
  /** Whether what is taken counts as spent, and what is added as spent no more. */
  isSpending?: boolean;
}

/**
 * All ways in which money moves. The primary key of the ledger allows one entry for each stage of an
 * operation, so an operation is either earned or refunded, even if two workers try to end it. A payment that
 * is given back to its payer is an operation, too: its second stage is that the provider has refused, and the
 * payment is kept. What was earned can be given back in several parts, the stages from the third one on.
 */
const POSTINGS = {
  topUp: { stage: 1, debit: 'outside', credit: 'reseller', kinds: ['top_up'] },
  charge: {
    stage: 1,
    debit: 'reseller',
    credit: 'in_flight',
    kinds: ['purchase', 'renewal', 'traffic'],
    isSpending: true,
  },
  earning: { stage: 2, debit: 'in_flight', credit: 'revenue', kinds: [] },
  refund: { stage: 2, debit: 'in_flight', credit: 'reseller', kinds: ['refund'], isSpending: true },
  paymentRefund: { stage: 1, debit: 'reseller', credit: 'outside', kinds: ['payment_refund'] },
  paymentKept: { stage: 2, debit: 'outside', credit: 'reseller', kinds: ['payment_refund'] },
  adjustmentUp: { stage: 1, debit: 'adjustments', credit: 'reseller', kinds: ['adjustment'] },
  adjustmentDown: { stage: 1, debit: 'reseller', credit: 'adjustments', kinds: ['adjustment'] },
  operationRefund: {
    stage: 3,
    debit: 'revenue',
    credit: 'reseller',
    kinds: ['operation_refund'],
    isSpending: true,
  },
} as const satisfies Record<string, Posting>;

/** All ways in which coins move, by the kind of their entry: an operation has one of each at the most. */
const COIN_POSTINGS = {
  spending: { debit: 'reseller', credit: 'redeemed' },
  refund: { debit: 'redeemed', credit: 'reseller' },
  cashback: { debit: 'issued', credit: 'reseller' },
  referral: { debit: 'issued', credit: 'reseller' },
} as const satisfies Record<string, { debit: CoinLedgerAccount; credit: CoinLedgerAccount }>;

export type PostingKind = keyof typeof POSTINGS;
type KindOf<Name extends PostingKind> = (typeof POSTINGS)[Name]['kinds'][number];
export type ChargeKind = KindOf<'charge'>;
/** What the operator decides. */
export type CorrectionKind = KindOf<'adjustmentUp' | 'operationRefund'>;
export type MovementKind = KindOf<PostingKind>;
export type CoinKind = keyof typeof COIN_POSTINGS;

export const MOVEMENT_KINDS: readonly MovementKind[] = [
  ...new Set(Object.values(POSTINGS).flatMap(({ kinds }): readonly MovementKind[] => kinds)),
];

/** Money to be moved: a row of the CTE `movement` of the statement that posts. */
interface Movement {
  reseller_id: number;
  operation_id: string;
  amount: number;
  created_at: Date;
}

/** What was moved, with the reseller's account after it: nulls when neither account is the reseller's. */
interface Posted extends Movement {
  balance: number | null;
  spent: number | null;
  moved_at: Date | null;
  /** What of it was then taken for what the account owes. */
  taken: number;
}

export type Moving = Tables & { movement: Movement };
type Moved = Moving & { posted: Posted };

/**
 * Posts the rows of the CTE `movement`, at most one row for each reseller. Adds to the statement the ledger
 * entries and, where one of the accounts is the reseller's, the change of the balance. The CTE
 * `posted` returns what was posted: what the balance does not cover is not, and changes nothing. One
 * statement both checks and changes the balance while it locks the account's row. So of any number of
 * concurrent charges only as many succeed as the balance pays for.
 *
 * The account is changed relative to its values at the time when the row is locked. Each movement of an
 * account is later than the one before it, by a microsecond where the clock says otherwise: the order of the
 * instants is the order in which the row was locked.
 *
 * A charge says its kind, and each part of an operation refund its stage, the third one or a later one.
 */
export function post(
  db: QueryCreator<Moving>,
  posting: PostingKind,
  given: { kind?: Expression<ChargeKind>; stage?: number } = {},
): QueryCreator<Moved> {
  const { debit, credit, isSpending = false, kinds, ...row }: Posting = POSTINGS[posting];
  const { stage = row.stage } = given;
  const kind = given.kind
    ? expressionBuilder<Tables>().cast<MovementKind>(given.kind, 'text')
    : sql.lit((kinds[0] ?? null) as MovementKind | null);
  const isTaken = debit === 'reseller';
  const change = isTaken ? takeFromAccount : credit === 'reseller' ? addToAccount : leaveAccount;
  return change(db, isSpending).with('entry', (cte) =>
    insertSelect(cte.insertInto('ledger'), cte.selectFrom('posted'), ({ fn, lit, ref }) => ({
      reseller_id: ref('reseller_id'),
      operation_id: ref('operation_id'),
      stage: lit(stage),
      debit,
      credit,
      amount: ref('amount'),
      created_at: fn.coalesce('moved_at', 'created_at'),
      kind,
      balance_after: ref('balance'),
      spent_after: ref('spent'),
    })),
  );
}

const MOVEMENT = [
  'movement.reseller_id',
  'movement.operation_id',
  'movement.amount',
  'movement.created_at',
] as const;

/** For money that neither leaves nor reaches the reseller's account. */
function leaveAccount(db: QueryCreator<Moving>): QueryCreator<Moved> {
  return db.with('posted', (cte) =>
    cte
      .selectFrom('movement')
      .select(MOVEMENT)
      .select(({ cast, lit }) => [
        cast<null>(lit(null), 'bigint').as('balance'),
        cast<null>(lit(null), 'bigint').as('spent'),
        cast<null>(lit(null), 'timestamptz').as('moved_at'),
        lit(0).as('taken'),
      ]),
  );
}

const MICROSECOND = sql<Date>`interval '1 microsecond'`;
/** One microsecond where something is taken for what the account owes. */
const BEHIND_DEBT = sql<Date>`sign(debt.taken) * interval '1 microsecond'`;
const LATER = laterThan('accounts', sql.ref('movement.created_at'));

function takeFromAccount(db: QueryCreator<Moving>, isSpending: boolean): QueryCreator<Moved> {
  return db.with('posted', (cte) =>
    cte
      .updateTable('accounts')
      .from('movement')
      .set((eb) => ({
        balance: eb('balance', '-', eb.ref('amount')).$castTo<bigint>(),
        ...(isSpending && { spent: eb('spent', '+', eb.ref('amount')).$castTo<bigint>() }),
        moved_at: LATER,
      }))
      .whereRef('accounts.reseller_id', '=', 'movement.reseller_id')
      .whereRef('balance', '>=', 'amount')
      .returning([...MOVEMENT, 'balance', 'spent', 'moved_at', sql.lit(0).as('taken')]),
  );
}

/**
 * The one way by which money comes to a balance. What the account owes is taken of it at once, by an entry
 * of its own behind that of what has come, so nobody spends money that a payer has back. The account is
 * locked first: what it owes has to be known as of then, and not as of when the statement began.
 */
function addToAccount(db: QueryCreator<Moving>, isSpending: boolean): QueryCreator<Moved> {
  const { stage, debit, credit } = POSTINGS.paymentRefund;
  return db
    .with('debt', (cte) =>
      cte
        .selectFrom('accounts')
        .innerJoin('movement', 'movement.reseller_id', 'accounts.reseller_id')
        .select('accounts.reseller_id')
        .select(({ eb, fn, ref }) =>
          fn<number>('least', [ref('accounts.owed'), eb('accounts.balance', '+', ref('movement.amount'))]).as(
            'taken',
          ),
        )
        .select(ROW_FORMAT)
        .forNoKeyUpdate('accounts'),
    )
    .with('posted', (cte) =>
      cte
        .updateTable('accounts')
        .from(['movement', 'debt'])
        .set((eb) => ({
          balance: eb(eb('balance', '+', eb.ref('amount')), '-', eb.ref('debt.taken')).$castTo<bigint>(),
          // The server checks constraints on the row as of the statement's beginning, too, which may owe
          // less, before it takes the locked one.
          owed: eb.fn<bigint>('greatest', [eb('accounts.owed', '-', eb.ref('debt.taken')), eb.lit(0)]),
          ...(isSpending && { spent: eb('spent', '-', eb.ref('amount')).$castTo<bigint>() }),
          moved_at: later(LATER, BEHIND_DEBT),
        }))
        .whereRef('accounts.reseller_id', '=', 'movement.reseller_id')
        .whereRef('accounts.reseller_id', '=', 'debt.reseller_id')
        .returning(MOVEMENT)
        .returning(({ eb, ref }) => [
          eb('accounts.balance', '+', ref('debt.taken')).as('balance'),
          'spent',
          later(ref('accounts.moved_at'), sql`-${BEHIND_DEBT}`).as('moved_at'),
          'debt.taken',
        ]),
    )
    .with('debt_entry', (cte) =>
      insertSelect(
        cte.insertInto('ledger'),
        cte.selectFrom('posted').where('taken', '>', 0),
        ({ eb, lit, ref }) => ({
          reseller_id: ref('reseller_id'),
          // It begins with its time, as that of what has come does.
          operation_id: sql<string>`overlay(gen_random_uuid()::text placing left(operation_id::text, 15) from 1)::uuid`,
          stage: lit(stage),
          debit,
          credit,
          amount: ref('taken'),
          created_at: later(ref('moved_at'), MICROSECOND),
          kind: sql.lit('payment_refund' as const),
          balance_after: eb(ref('balance').$notNull(), '-', ref('taken')),
          spent_after: ref('spent'),
        }),
      ),
    );
}

/** The instant of an account's next entry: that of the work, but later than that of the entry before. */
function laterThan(account: 'accounts' | 'coin_accounts', at: Expression<unknown>) {
  const { fn } = expressionBuilder<Tables>();
  return fn<Date>('greatest', [at, later(sql.ref(`${account}.moved_at`), MICROSECOND)]);
}

/** The constraint that is violated when more coins are spent than there are. */
export const COINS_CONSTRAINT = 'coins_not_negative';

/** What a statement has charged: the CTE `posted`. */
type Charged = Tables & { posted: { reseller_id: number; operation_id: string; created_at: Date } };

/**
 * Takes coins, as a part of the statement that charges the rest of the price, once for each of its charges.
 * When there are too few, it fails at COINS_CONSTRAINT, so that the statement changes nothing: an account
 * refuses to become negative, and where there is none, the entry has -1 as the balance after it.
 */
export function spendCoins(db: QueryCreator<Charged>, coins: Expression<number>) {
  const spent = expressionBuilder<Tables>().cast<number>(coins, 'bigint');
  return db
    .with('coins_spent', (cte) =>
      cte
        .updateTable('coin_accounts')
        .from('posted')
        .set((eb) => ({
          balance: eb('coin_accounts.balance', '-', spent),
          moved_at: laterThan('coin_accounts', eb.ref('posted.created_at')),
        }))
        .whereRef('coin_accounts.reseller_id', '=', 'posted.reseller_id')
        .returning(['coin_accounts.reseller_id', 'coin_accounts.balance', 'coin_accounts.moved_at']),
    )
    .with('coin_entry', (cte) =>
      insertSelect(
        cte.insertInto('coin_transfers'),
        cte.selectFrom('posted').leftJoin('coins_spent', 'coins_spent.reseller_id', 'posted.reseller_id'),
        ({ fn, ref }) => ({
          reseller_id: ref('posted.reseller_id'),
          operation_id: ref('posted.operation_id'),
          kind: sql.lit('spending' as const),
          ...COIN_POSTINGS.spending,
          coins: spent,
          balance_after: fn.coalesce('coins_spent.balance', sql.lit(-1)),
          created_at: fn.coalesce('coins_spent.moved_at', 'posted.created_at'),
        }),
      ),
    );
}

/** Coins that come: the refund of those that were spent, or what an operation that has settled earns. */
export interface CoinGain {
  resellerId: number;
  kind: Exclude<CoinKind, 'spending'>;
  coins: number;
}

/**
 * Adds the coins that the end of an operation brings, at most one gain for each reseller, in one statement of
 * the transaction that ends it. A second time it fails at the primary key of the entries.
 */
export async function gainCoins(
  tx: Sql,
  { operationId, gains, at }: { operationId: string; gains: readonly CoinGain[]; at: Date },
): Promise<void> {
  await addGains(tx, {
    operationId,
    at,
    resellerIds: gains.map(({ resellerId }) => resellerId),
    kinds: gains.map(({ kind }) => kind),
    debits: gains.map(({ kind }) => COIN_POSTINGS[kind].debit),
    amounts: gains.map(({ coins }) => coins),
  });
}

interface Gains {
  operationId: string;
  at: Date;
  resellerIds: readonly number[];
  kinds: readonly CoinKind[];
  debits: readonly CoinLedgerAccount[];
  amounts: readonly number[];
}

type GainedRow = Pick<Selectable<Tables['coin_transfers']>, 'reseller_id' | 'kind' | 'debit' | 'coins'>;

const addGains = statement<Gains>()((db, { operationId, at, resellerIds, kinds, debits, amounts }) =>
  db
    .with('gained', (cte) =>
      cte
        .selectFrom(
          unnest<GainedRow, 'g'>('g', {
            reseller_id: [resellerIds, 'bigint'],
            kind: [kinds, 'text'],
            debit: [debits, 'text'],
            coins: [amounts, 'bigint'],
          }),
        )
        .select(['reseller_id', 'kind', 'debit', 'coins']),
    )
    .with('posted', (cte) =>
      insertSelect(
        cte.insertInto('coin_accounts'),
        // Who referred somebody was there before, and has the lower id: so all transactions lock the accounts
        // in one order, and no two of them wait for each other.
        cte.selectFrom('gained').orderBy('gained.reseller_id', 'desc'),
        ({ cast, ref }) => ({
          reseller_id: ref('gained.reseller_id'),
          balance: ref('gained.coins'),
          moved_at: cast<Date>(at, 'timestamptz'),
        }),
      )
        .onConflict((conflict) =>
          conflict.column('reseller_id').doUpdateSet((eb) => ({
            balance: eb('coin_accounts.balance', '+', eb.ref('excluded.balance')),
            moved_at: laterThan('coin_accounts', eb.ref('excluded.moved_at')),
          })),
        )
        .returning(['coin_accounts.reseller_id', 'coin_accounts.balance', 'coin_accounts.moved_at']),
    )
    .with('entry', (cte) =>
      insertSelect(
        cte.insertInto('coin_transfers'),
        cte.selectFrom('gained').innerJoin('posted', 'posted.reseller_id', 'gained.reseller_id'),
        ({ cast, ref }) => ({
          reseller_id: ref('gained.reseller_id'),
          operation_id: cast<string>(operationId, 'uuid'),
          kind: ref('gained.kind'),
          debit: ref('gained.debit'),
          credit: sql.lit('reseller' as const),
          coins: ref('gained.coins'),
          balance_after: ref('posted.balance'),
          created_at: ref('posted.moved_at'),
        }),
      ),
    )
    .selectFrom('posted')
    .select('posted.balance'),
);
