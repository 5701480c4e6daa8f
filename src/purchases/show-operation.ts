import { z } from 'zod';
import { readOperationRefunds } from '../billing/corrections.ts';
import type { Sql } from '../kit/database.ts';
import { type JobFailure, readJobFailuresOf } from '../kit/job-failures.ts';
import { readStored } from '../kit/json.ts';
import type { Micros } from '../kit/money.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { OperationNotFoundError } from './errors.ts';
import { RECOVERY, SWEEP } from './jobs.ts';
import { LISTED_COLUMNS, type ListedOperation, toListedOperation } from './list-operations.ts';

const ASKED = z.object({ upstream: z.string(), account: z.string(), upstreamId: z.string() }).partial();

/** All that is known of one operation. */
interface ShownOperation extends ListedOperation {
  /** Whether its order exists. */
  isDelivered: boolean;
  /** Under which its answer is kept, for a day; null when there is none. */
  idempotencyKey: string | null;
  /** When it is settled or refunded at the latest, as long as it runs. */
  decideBy: Date;
  upstream: {
    /** Null of a renewal or an addition whose order is not there. */
    name: string | null;
    /** Our account there. */
    account: string | null;
    /** The upstream's own ids: of the proxies, or of the customer's account. */
    ids: string[];
  };
  /** Null while no attempt has failed. */
  recovery: JobFailure | null;
  sweep: {
    /** `none` while it runs. */
    state: 'none' | 'due' | 'given_up' | 'done';
    round: number | null;
    dueAt: Date | null;
    /** Null while no attempt at this round has failed. */
    failure: JobFailure | null;
  };
  /** Each with what it cost besides the operation; null when that is not known. */
  writtenOff: { unit: 'proxy_days' | 'gb'; quantity: number; cost: Micros | null; notedAt: Date }[];
  /** GB that the upstream has taken back, of all operations on the order. */
  takenBackGb: number;
}

/** Throws OperationNotFoundError. */
export async function showOperation(db: Sql, id: string): Promise<ShownOperation> {
  const row = await db
    .selectFrom('operations as o')
    .leftJoin('orders as d', (join) =>
      join.onRef('d.reseller_id', '=', 'o.reseller_id').onRef('d.id', '=', 'o.order_id'),
    )
    .leftJoin('luxury_traffic as t', (join) =>
      join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.order_id', '=', 'o.order_id'),
    )
    .leftJoin('sweeps as s', (join) =>
      join.onRef('s.reseller_id', '=', 'o.reseller_id').onRef('s.operation_id', '=', 'o.id'),
    )
    .leftJoin('idempotency_keys as k', 'k.operation_id', 'o.id')
    .select([
      ...LISTED_COLUMNS,
      'o.decide_by',
      'd.id as delivered_id',
      'd.upstream',
      'd.upstream_account',
      't.upstream_id',
      't.taken_back_gb',
      's.round',
      's.due_at',
      'k.key',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new OperationNotFoundError(id);
  const { reseller_id: resellerId, order_id: orderId } = row;
  const [proxies, writtenOff, failures, refunds] = await Promise.all([
    db
      .selectFrom('proxies')
      .select('upstream_id')
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('house_items')
      .select(['unit', 'quantity', 'cost', 'noted_at'])
      .where('reseller_id', '=', resellerId)
      .where('operation_id', '=', id)
      .execute(),
    readJobFailuresOf(db, id),
    readOperationRefunds(db, id),
  ]);
  const failureOf = (name: string) => failures.find(({ job }) => job === name) ?? null;
  const asked = readStored(ASKED, 'request of an operation', row.request);
  // A Luxury order has one account at the upstream; of one that was not delivered the request may know it.
  const account = row.upstream_id ?? asked.upstreamId;
  return {
    ...toListedOperation(row, refunds.amount),
    isDelivered: row.delivered_id !== null,
    idempotencyKey: row.key,
    decideBy: row.decide_by,
    upstream: {
      name: row.upstream ?? asked.upstream ?? null,
      account: row.upstream_account ?? asked.account ?? (asked.upstream === 'px6' ? FIRST_ACCOUNT : null),
      ids: account ? [account] : proxies.map(({ upstream_id }) => upstream_id),
    },
    recovery: failureOf(RECOVERY.name),
    sweep: {
      state: sweepState(row),
      round: row.round,
      dueAt: row.due_at,
      failure: failureOf(SWEEP.name),
    },
    writtenOff: writtenOff.map(({ unit, quantity, cost, noted_at: notedAt }) => ({
      unit,
      quantity,
      cost: cost === null ? null : BigInt(cost),
      notedAt,
    })),
    takenBackGb: row.taken_back_gb ?? 0,
  };
}

/** A sweep has a row from the end of its operation until the end of its last round. */
function sweepState(row: { state: string; round: number | null; due_at: Date | null }) {
  if (row.state === 'running') return 'none';
  if (row.round === null) return 'done';
  return row.due_at === null ? 'given_up' : 'due';
}
