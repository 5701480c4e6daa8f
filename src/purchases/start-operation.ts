import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { charge } from '../billing/ledger.ts';
import { insertSelect } from '../kit/insert-select.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Claim } from './idempotency.ts';
import { claimKey } from './idempotency-keys.ts';
import { OPERATION_LEASE, type Operation } from './operation.ts';
import type { Services } from './services.ts';

/**
 * How long after its start an operation whose outcome is still unknown is refunded, which is final. An
 * upstream call may take 20 s, and look-ups follow.
 */
const DECIDE_WITHIN_MS = 30_000;

export interface Draft<Request> {
  resellerId: number;
  kind: Operation['kind'];
  /** The order that is extended or gets traffic. Left out at a purchase, which gets a new number. */
  orderId?: number | undefined;
  amount: Micros;
  request: Request;
}

/** Thrown inside the first transaction to roll it back; the caller gets the reason. */
class NotStarted extends Error {
  readonly reason: 'insufficient_balance' | 'key_taken';

  constructor(reason: NotStarted['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The first transaction of the money flow: claims the key, writes the operation and charges, all or nothing.
 * It is committed before the upstream is asked, so that recovery can find and end the operation whatever
 * happens.
 */
export async function startOperation<Request>(
  { database, clock }: Services,
  draft: Draft<Request>,
  claim: Claim | undefined,
): Promise<Operation<Request> | NotStarted['reason'] | 'order_busy'> {
  const id = randomUUIDv7();
  const leaseToken = randomUUID();
  const now = clock.now();
  const decideBy = new Date(now.getTime() + DECIDE_WITHIN_MS);
  const { resellerId, kind, amount } = draft;
  const values = {
    id,
    resellerId,
    kind,
    orderId: draft.orderId ?? null,
    request: JSON.stringify(draft.request),
    amount,
    leaseToken,
    decideBy,
    now,
  };
  try {
    const orderId = await database.inTransaction(async (tx) => {
      const [written] = claim ? await claimAndWrite(tx, { ...values, ...claim }) : await write(tx, values);
      if (!written) throw new NotStarted('key_taken');
      const isPaid = await charge(tx, { resellerId, operationId: id, amount, at: now });
      if (!isPaid) throw new NotStarted('insufficient_balance');
      return written.order_id;
    });
    return { id, ...draft, orderId, leaseToken, decideBy };
  } catch (error) {
    if (error instanceof NotStarted) return error.reason;
    if (isConflictOn(error, 'operations_one_at_a_time')) return 'order_busy';
    throw error;
  }
}

interface NewOperation {
  id: string;
  resellerId: number;
  kind: Operation['kind'];
  /** Null for a new order. */
  orderId: number | null;
  request: string;
  amount: bigint;
  leaseToken: string;
  decideBy: Date;
  now: Date;
}

const write = statement<NewOperation>()((db, values) =>
  db.insertInto('operations').values(rowOf(values)).returning('order_id'),
);

/** Writes the operation if the claim returned a row, which means that this request has the key now. */
const claimAndWrite = statement<NewOperation & Claim>()((db, values) => {
  const { resellerId, key, fingerprint, id: operationId, now } = values;
  const claimed = db.with('claim', (cte) =>
    claimKey(cte, { resellerId, key, fingerprint, operationId, answer: sql<null>`null`, now }),
  );
  const claim = db.withTables<{ claim: object }>().selectFrom('claim');
  return insertSelect(claimed.insertInto('operations'), claim, () => rowOf(values)).returning('order_id');
});

function rowOf(values: { [Name in keyof NewOperation]: Expression<NewOperation[Name]> }) {
  return {
    id: values.id,
    reseller_id: values.resellerId,
    kind: values.kind,
    order_id: sql<number>`coalesce(${values.orderId}::bigint, nextval('order_ids'))`,
    request: values.request,
    amount: values.amount,
    decide_by: values.decideBy,
    created_at: values.now,
    ...OPERATION_LEASE.taken(values.leaseToken, values.now),
  };
}

function isConflictOn(error: unknown, constraint: string): boolean {
  const details = error as { code?: unknown; constraint?: unknown; cause?: unknown } | undefined;
  if (details?.code === '23505' && details.constraint === constraint) return true;
  return details?.cause !== undefined && isConflictOn(details.cause, constraint);
}
