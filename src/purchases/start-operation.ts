import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type InsertObject, sql } from 'kysely';
import { charge } from '../billing/ledger.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { type Claim, claimKey } from './idempotency.ts';
import { OPERATION_LEASE, type Operation } from './operation.ts';
import type { Services } from './services.ts';

/** When an operation whose outcome nobody knows is refunded for good: an upstream call may take 20 s, and be looked up after. */
const DECIDE_WITHIN_MS = 30_000;

export interface Draft<Request> {
  resellerId: number;
  kind: Operation['kind'];
  /** The order that is extended or gets traffic; a purchase gets a new number. */
  orderId?: number | undefined;
  amount: Micros;
  request: Request;
}

/** Thrown inside the first transaction to roll it back: the outcome is told to the caller, nothing is kept. */
class NotStarted extends Error {
  readonly reason: 'insufficient_balance' | 'key_taken';

  constructor(reason: NotStarted['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The first transaction of the money flow: claims the key, writes the operation down and takes the money, or does none of it.
 * It is committed before the upstream is asked, so that whatever happens from here on is found and finished.
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
    key: claim?.key ?? null,
    fingerprint: claim?.fingerprint ?? null,
  };
  try {
    const orderId = await database.transaction(async (_em, tx) => {
      const [written] = await (claim ? claimAndWrite : write)(tx, values);
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
  /** Null for a new order's. */
  orderId: number | null;
  request: string;
  amount: bigint;
  leaseToken: string;
  decideBy: Date;
  now: Date;
  /** Both null where the operation has no Idempotency-Key. */
  key: string | null;
  fingerprint: Buffer | null;
}

/** Writes an operation down; one with a key only where the claim gives a row. */
const writing = (hasKey: boolean) =>
  statement<NewOperation>()((db, values) => {
    const { id, resellerId, kind, orderId, request, amount, decideBy, now, key, fingerprint } = values;
    const row: InsertObject<Tables, 'operations'> = {
      id,
      reseller_id: resellerId,
      kind,
      order_id: sql<number>`coalesce(${orderId}::bigint, nextval('order_ids'))`,
      request,
      amount,
      decide_by: decideBy,
      created_at: now,
      ...OPERATION_LEASE.taken(values.leaseToken, now),
    };
    if (!hasKey) return db.insertInto('operations').values(row).returning('order_id');
    const claim = { resellerId, key, fingerprint, operationId: id, answer: sql<null>`null`, now };
    return db
      .with('claim', (cte) => claimKey(cte, claim))
      .insertInto('operations')
      .columns(Object.keys(row) as (keyof Tables['operations'])[])
      .expression((eb) =>
        eb.selectFrom('claim').select(Object.entries(row).map(([name, value]) => sql`${value}`.as(name))),
      )
      .returning('order_id');
  });
const write = writing(false);
const claimAndWrite = writing(true);

function isConflictOn(error: unknown, constraint: string): boolean {
  const details = error as { code?: unknown; constraint?: unknown; cause?: unknown } | undefined;
  if (details?.code === '23505' && details.constraint === constraint) return true;
  return details?.cause !== undefined && isConflictOn(details.cause, constraint);
}
