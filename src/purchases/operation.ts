import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { ProviderError } from '../catalog/errors.ts';
import { Lease } from '../kit/lease.ts';
import { about } from '../kit/log.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Services } from './services.ts';

/** A worker that has not renewed its lease for this long counts as dead, and its operation is taken over. */
export const OPERATION_LEASE = new Lease('operations', {
  token: 'lease_token',
  until: 'leased_until',
  seconds: 15,
});

/** One charged piece of work. Its id is our reference at the upstream. */
export interface Operation<Request = unknown> {
  id: string;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  orderId: number;
  amount: Micros;
  /** Plain JSON with everything that any worker needs to continue the operation. */
  request: Request;
  leaseToken: string;
  decideBy: Date;
  /** What the upstream took for the work, as far as it has said so; missing while that is not known. */
  cost?: Micros;
  /** Attempts to recover it that have failed; null or missing when none has. */
  failedRecoveries?: number | null;
  /** Whether its work was done before, by an operation of this id that the books have lost. */
  isResumed?: boolean;
}

/** The columns that a worker needs to continue an operation. */
export const OPERATION_COLUMNS = [
  'operations.id',
  'operations.reseller_id',
  'operations.kind',
  'operations.order_id',
  'operations.amount',
  'operations.request',
  'operations.lease_token',
  'operations.decide_by',
  'operations.cost',
] as const;

type OperationRow = Pick<
  Selectable<Tables['operations']>,
  'id' | 'reseller_id' | 'kind' | 'order_id' | 'amount' | 'request' | 'lease_token' | 'decide_by' | 'cost'
>;

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    resellerId: row.reseller_id,
    kind: row.kind,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    request: row.request,
    leaseToken: row.lease_token,
    decideBy: row.decide_by,
    ...(row.cost !== null && { cost: BigInt(row.cost) }),
  };
}

/**
 * The operation while it is running and this worker has its lease: the fence of everything that the worker
 * writes.
 */
export function isOurs(
  eb: ExpressionBuilder<Tables, 'operations'>,
  { id, leaseToken }: { id: Expression<string>; leaseToken: Expression<string> },
) {
  return eb.and([
    eb('operations.id', '=', id),
    eb('operations.state', '=', sql.lit('running' as const)),
    OPERATION_LEASE.isHeldBy(leaseToken),
  ]);
}

/**
 * Renews the lease while `work` runs, however long the upstream takes. If the lease is lost, the fence keeps
 * the outcome from being written.
 */
export function whileLeased<Result>(
  { database, clock }: Services,
  { id, leaseToken, resellerId, orderId }: Operation,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => renewLease(database.sql, { id, leaseToken, now: clock.now() });
  return about({ resellerId, orderId, operationId: id }, () => OPERATION_LEASE.keep(renew, work));
}

const renewLease = statement<{ id: string; leaseToken: string; now: Date }>()((db, values) =>
  db
    .updateTable('operations')
    .set(OPERATION_LEASE.renewed(values.now))
    .where((eb) => isOurs(eb, values)),
);

/**
 * To be called before the upstream is asked for something that costs money: a worker that was suspended must
 * not ask for work that was refunded meanwhile. Throws ProviderError.
 */
export function assertUndecided({ clock }: Services, { decideBy }: Operation): void {
  if (clock.now() >= decideBy) throw new ProviderError();
}

/**
 * Thrown when another worker has ended the operation or has its lease. What this worker has read is then out
 * of date.
 */
export class LeaseLostError extends Error {
  constructor({ id }: Operation) {
    super(`the lease of operation ${id} was lost`);
  }
}

/**
 * Stores what this worker has found out, before it continues, so that a worker that takes the operation over
 * has it, too. Throws LeaseLostError.
 */
export async function rememberRequest<Request>(
  { database }: Services,
  operation: Operation<Request>,
  request: Request,
): Promise<void> {
  const { id, leaseToken } = operation;
  const written = await writeRequest(database.sql, { id, leaseToken, request: JSON.stringify(request) });
  if (written.length === 0) throw new LeaseLostError(operation);
  operation.request = request;
}

const writeRequest = statement<{ id: string; leaseToken: string; request: string }>()((db, values) =>
  db
    .updateTable('operations')
    .set({ request: values.request })
    .where((eb) => isOurs(eb, values))
    .returning('id'),
);
