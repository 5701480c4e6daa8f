import type { QueryCreator } from 'kysely';
import { announceBalances } from '../events/outbox.ts';
import { insertSelect } from '../kit/insert-select.ts';
import type { Tables } from '../kit/tables.ts';
import type { LedgerAccount } from './entities.ts';

/**
 * All kinds of transfers: from which account, to which account, and at which stage of the operation. The
 * primary key of the ledger allows one transfer for each stage of an operation, so an operation is either
 * earned or refunded, even if two workers try to end it.
 */
const POSTINGS = {
  topUp: { stage: 1, debit: 'outside', credit: 'reseller' },
  charge: { stage: 1, debit: 'reseller', credit: 'in_flight' },
  earning: { stage: 2, debit: 'in_flight', credit: 'revenue' },
  refund: { stage: 2, debit: 'in_flight', credit: 'reseller' },
} as const satisfies Record<string, { stage: 1 | 2; debit: LedgerAccount; credit: LedgerAccount }>;

export type PostingKind = keyof typeof POSTINGS;

/** One movement of money: a row of the CTE `movement` of the statement that posts. */
interface Movement {
  reseller_id: number;
  operation_id: string;
  /** In micro-dollars. */
  amount: number;
  created_at: Date;
}

/**
 * A posted movement, with the reseller's balance after it. The balance is null when neither account is the
 * reseller's.
 */
interface Posted extends Movement {
  balance: number | null;
}

type Moving = Tables & { movement: Movement };
type Moved = Moving & { posted: Posted };

/**
 * Posts the rows of the CTE `movement`, at most one row for each reseller. Adds to the statement the ledger
 * lines and, where one of the accounts is the reseller's, the change of the balance and its event. The CTE
 * `posted` returns what was posted. A charge that the balance does not cover is not posted and changes
 * nothing.
 */
export function post(db: QueryCreator<Moving>, kind: PostingKind): QueryCreator<Moved> {
  const { stage, debit, credit } = POSTINGS[kind];
  return changeBalance(db, debit === 'reseller' ? '-' : credit === 'reseller' ? '+' : undefined).with(
    'line',
    (cte) =>
      insertSelect(cte.insertInto('transfers'), cte.selectFrom('posted'), ({ lit, ref }) => ({
        reseller_id: ref('reseller_id'),
        operation_id: ref('operation_id'),
        stage: lit(stage),
        debit,
        credit,
        amount: ref('amount'),
        created_at: ref('created_at'),
      })),
  );
}

const MOVEMENT = [
  'movement.reseller_id',
  'movement.operation_id',
  'movement.amount',
  'movement.created_at',
] as const;

/**
 * Changes the balance relative to its value at the time when the row is locked. A charge is also checked
 * against that value.
 */
function changeBalance(db: QueryCreator<Moving>, sign: '+' | '-' | undefined): QueryCreator<Moved> {
  if (!sign) {
    return db.with('posted', (cte) =>
      cte
        .selectFrom('movement')
        .select(MOVEMENT)
        .select(({ lit }) => lit(null).as('balance')),
    );
  }
  return db
    .with('posted', (cte) =>
      cte
        .updateTable('accounts')
        .from('movement')
        .set((eb) => ({ balance: eb('balance', sign, eb.ref('amount')).$castTo<bigint>() }))
        .whereRef('accounts.reseller_id', '=', 'movement.reseller_id')
        .$if(sign === '-', (update) => update.whereRef('balance', '>=', 'amount'))
        .returning([...MOVEMENT, 'balance']),
    )
    .with('announced', (cte) => announceBalances(cte, cte.selectFrom('posted').select('reseller_id')));
}
