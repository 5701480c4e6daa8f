import type { QueryCreator } from 'kysely';
import { announceBalances } from '../events/outbox.ts';
import type { Tables } from '../kit/tables.ts';
import type { LedgerAccount } from './entities.ts';

/**
 * Every way in which money moves: out of one account into another, at one stage of its operation. The ledger
 * takes one line for each stage of an operation, so that earning and refunding exclude each other whoever
 * tries.
 */
const POSTINGS = {
  topUp: { stage: 1, debit: 'outside', credit: 'reseller' },
  charge: { stage: 1, debit: 'reseller', credit: 'in_flight' },
  earning: { stage: 2, debit: 'in_flight', credit: 'revenue' },
  refund: { stage: 2, debit: 'in_flight', credit: 'reseller' },
} as const satisfies Record<string, { stage: 1 | 2; debit: LedgerAccount; credit: LedgerAccount }>;

export type PostingKind = keyof typeof POSTINGS;

/** What moves: the columns of the CTE that a statement posts. */
export interface Movement {
  reseller_id: number;
  operation_id: string;
  /** In micro-dollars. */
  amount: number;
  created_at: Date;
}

/**
 * What has moved, and what is left on the reseller's balance: null when the balance is not one of the two
 * accounts.
 */
export interface Posted extends Movement {
  balance: number | null;
}

type Moving = Tables & { movement: Movement };
type Moved = Moving & { posted: Posted };

/**
 * Posts the rows of the statement's CTE `movement`, one for each reseller at the most. The statement gets the
 * ledger line of each and, where the reseller's account is one of the two, the change of the balance and the
 * event that tells of it; its CTE `posted` has what was posted. A charge that the balance does not cover is
 * not posted, and nothing is changed.
 */
export function post(db: QueryCreator<Moving>, kind: PostingKind): QueryCreator<Moved> {
  const { stage, debit, credit } = POSTINGS[kind];
  return changeBalance(db, debit === 'reseller' ? '-' : credit === 'reseller' ? '+' : undefined).with(
    'line',
    (cte) =>
      cte
        .insertInto('transfers')
        .columns(['reseller_id', 'operation_id', 'stage', 'debit', 'credit', 'amount', 'created_at'])
        .expression(
          cte
            .selectFrom('posted')
            .select(({ lit, val }) => [
              'reseller_id',
              'operation_id',
              lit(stage).as('stage'),
              val(debit).as('debit'),
              val(credit).as('credit'),
              'amount',
              'created_at',
            ]),
        ),
  );
}

const MOVEMENT = [
  'movement.reseller_id',
  'movement.operation_id',
  'movement.amount',
  'movement.created_at',
] as const;

/**
 * Relative to what the balance is when its row is locked, which is also when it has to cover what is taken.
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
