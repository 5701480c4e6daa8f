import { type Expression, type QueryCreator, sql } from 'kysely';
import { announceBalances } from '../events/outbox.ts';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { LedgerAccount } from './entities.ts';
import type { ChargeKind, MovementKind } from './movements.ts';

/**
 * All kinds of transfers: from which account, to which account, and at which stage of the operation. The
 * primary key of the ledger allows one transfer for each stage of an operation, so an operation is either
 * earned or refunded, even if two workers try to end it. A payment that is given back to its payer is an
 * operation, too: its second stage is that the provider has refused, and the payment is kept. What was earned
 * can be given back in several parts, the stages from the third one on.
 */
const POSTINGS = {
  topUp: { stage: 1, debit: 'outside', credit: 'reseller' },
  charge: { stage: 1, debit: 'reseller', credit: 'in_flight' },
  earning: { stage: 2, debit: 'in_flight', credit: 'revenue' },
  refund: { stage: 2, debit: 'in_flight', credit: 'reseller' },
  paymentRefund: { stage: 1, debit: 'reseller', credit: 'outside' },
  paymentKept: { stage: 2, debit: 'outside', credit: 'reseller' },
  adjustmentUp: { stage: 1, debit: 'adjustments', credit: 'reseller' },
  adjustmentDown: { stage: 1, debit: 'reseller', credit: 'adjustments' },
  operationRefund: { stage: 3, debit: 'revenue', credit: 'reseller' },
} as const satisfies Record<string, { stage: 1 | 2 | 3; debit: LedgerAccount; credit: LedgerAccount }>;

export type PostingKind = keyof typeof POSTINGS;

/** Money to be moved: a row of the CTE `movement` of the statement that posts. */
interface Movement {
  reseller_id: number;
  operation_id: string;
  /** In micro-dollars. */
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

type Moving = Tables & { movement: Movement };
type Moved = Moving & { posted: Posted };

/**
 * Posts the rows of the CTE `movement`, at most one row for each reseller. Adds to the statement the ledger
 * lines and, where one of the accounts is the reseller's, the change of the balance and its event. The CTE
 * `posted` returns what was posted: what the balance does not cover is not, and changes nothing.
 */
export function post(
  db: QueryCreator<Moving>,
  posting: Exclude<PostingKind, 'charge' | 'operationRefund'>,
): QueryCreator<Moved> {
  switch (posting) {
    case 'topUp':
      return writeLine(changeAccount(db, { balance: '+' }), 'topUp', sql.lit('top_up' as const));
    case 'refund':
      return writeLine(changeAccount(db, { balance: '+', spent: '-' }), 'refund', sql.lit('refund' as const));
    case 'paymentRefund':
      return writeLine(changeAccount(db, { balance: '-' }), posting, sql.lit('payment_refund' as const));
    case 'paymentKept':
      return writeLine(changeAccount(db, { balance: '+' }), posting, sql.lit('payment_refund' as const));
    case 'adjustmentUp':
      return writeLine(changeAccount(db, { balance: '+' }), posting, sql.lit('adjustment' as const));
    case 'adjustmentDown':
      return writeLine(changeAccount(db, { balance: '-' }), posting, sql.lit('adjustment' as const));
    case 'earning':
      return writeLine(leaveAccount(db), 'earning', sql.lit(null));
  }
}

/**
 * As `post`, for the price of an operation, as a part of the statement that starts it. One statement both
 * checks and changes the balance while it locks the account's row. So of any number of concurrent charges
 * only as many succeed as the balance pays for.
 */
export function postCharge(db: QueryCreator<Moving>, kind: Expression<ChargeKind>): QueryCreator<Moved> {
  const charged = changeAccount(db, { balance: '-', spent: '+' });
  return writeLine(charged, 'charge', sql<ChargeKind>`${kind}::text`);
}

/** As `post`, for a part of what an operation has earned: the third stage or a later one. */
export function postOperationRefund(db: QueryCreator<Moving>, stage: number): QueryCreator<Moved> {
  const changed = changeAccount(db, { balance: '+', spent: '-' });
  return writeLine(changed, 'operationRefund', sql.lit('operation_refund' as const), stage);
}

function writeLine(
  db: QueryCreator<Moved>,
  posting: PostingKind,
  kind: Expression<MovementKind | null>,
  stage: number = POSTINGS[posting].stage,
): QueryCreator<Moved> {
  const { debit, credit } = POSTINGS[posting];
  return db.with('line', (cte) =>
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
      .select([
        sql<null>`null::bigint`.as('balance'),
        sql<null>`null::bigint`.as('spent'),
        sql<null>`null::timestamptz`.as('moved_at'),
        sql.lit(0).as('taken'),
      ]),
  );
}

/**
 * Changes the account relative to its values at the time when the row is locked. What is taken is also
 * checked against its balance. Each movement of an account is later than the one before it, by a microsecond
 * where the clock says otherwise: the order of the instants is the order in which the row was locked.
 */
function changeAccount(
  db: QueryCreator<Moving>,
  { balance, spent }: { balance: '+' | '-'; spent?: '+' | '-' },
): QueryCreator<Moved> {
  const changed = balance === '+' ? addToAccount(db, spent) : takeFromAccount(db, spent);
  return changed.with('announced', (cte) =>
    announceBalances(cte, cte.selectFrom('posted').select('reseller_id')),
  );
}

const LATER = sql<Date>`greatest(movement.created_at, accounts.moved_at + interval '1 microsecond')`;

function takeFromAccount(db: QueryCreator<Moving>, spent?: '+' | '-'): QueryCreator<Moved> {
  return db.with('posted', (cte) =>
    cte
      .updateTable('accounts')
      .from('movement')
      .set((eb) => ({
        balance: eb('balance', '-', eb.ref('amount')).$castTo<bigint>(),
        ...(spent && { spent: eb('spent', spent, eb.ref('amount')).$castTo<bigint>() }),
        moved_at: LATER,
      }))
      .whereRef('accounts.reseller_id', '=', 'movement.reseller_id')
      .whereRef('balance', '>=', 'amount')
      .returning([...MOVEMENT, 'balance', 'spent', 'moved_at', sql.lit(0).as('taken')]),
  );
}

/**
 * The one way by which money comes to a balance. What the account owes is taken of it at once, by a line of
 * its own behind that of what has come, so nobody spends money that a payer has back. The account is locked
 * first: what it owes has to be known as of then, and not as of when the statement began.
 */
function addToAccount(db: QueryCreator<Moving>, spent?: '+' | '-'): QueryCreator<Moved> {
  const taken = sql<number>`debt.taken`;
  return db
    .with('debt', (cte) =>
      cte
        .selectFrom('accounts')
        .innerJoin('movement', 'movement.reseller_id', 'accounts.reseller_id')
        .select('accounts.reseller_id')
        .select(sql<number>`least(accounts.owed, accounts.balance + movement.amount)`.as('taken'))
        .forNoKeyUpdate('accounts'),
    )
    .with('posted', (cte) =>
      cte
        .updateTable('accounts')
        .from(['movement', 'debt'])
        .set((eb) => ({
          balance: sql<bigint>`${eb.ref('accounts.balance')} + ${eb.ref('amount')} - ${taken}`,
          owed: sql<bigint>`${eb.ref('accounts.owed')} - ${taken}`,
          ...(spent && { spent: eb('spent', spent, eb.ref('amount')).$castTo<bigint>() }),
          moved_at: sql<Date>`${LATER} + sign(${taken}) * interval '1 microsecond'`,
        }))
        .whereRef('accounts.reseller_id', '=', 'movement.reseller_id')
        .whereRef('accounts.reseller_id', '=', 'debt.reseller_id')
        .returning([
          ...MOVEMENT,
          sql<number>`accounts.balance + ${taken}`.as('balance'),
          'spent',
          sql<Date>`accounts.moved_at - sign(${taken}) * interval '1 microsecond'`.as('moved_at'),
          taken.as('taken'),
        ]),
    )
    .with('debt_line', (cte) =>
      insertSelect(
        cte.insertInto('ledger'),
        cte.selectFrom('posted').where('taken', '>', 0),
        ({ lit, ref }) => ({
          reseller_id: ref('reseller_id'),
          // It begins with its time, as that of what has come does.
          operation_id: sql<string>`overlay(gen_random_uuid()::text placing left(operation_id::text, 15) from 1)::uuid`,
          stage: lit(POSTINGS.paymentRefund.stage),
          debit: POSTINGS.paymentRefund.debit,
          credit: POSTINGS.paymentRefund.credit,
          amount: ref('taken'),
          created_at: sql<Date>`moved_at + interval '1 microsecond'`,
          kind: sql.lit('payment_refund' as const),
          balance_after: sql<number>`balance - taken`,
          spent_after: ref('spent'),
        }),
      ),
    );
}
