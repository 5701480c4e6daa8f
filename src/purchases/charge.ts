import { randomUUID } from 'node:crypto';
import { expressionBuilder, type QueryCreator, sql } from 'kysely';
import { COINS_CONSTRAINT, type Moving, post, spendCoins } from '../billing/ledger.ts';
import type { Sql } from '../kit/database.ts';
import { violates } from '../kit/database-errors.ts';
import type { Micros } from '../kit/money.ts';
import { type Cause, causeNow } from '../kit/request.ts';
import { insertSelect, type Parameters, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { isLost, lockLostPurchase } from './after-restore/lost-purchases.ts';
import { type Claim, claimKey, isKeyTaken, KEY_CONSTRAINT, tagOf } from './idempotency.ts';
import { newOperationId, OPERATION_LEASE, type Operation, type OperationCoins } from './operation.ts';
import type { Services } from './services.ts';
import { assertWithinLimits } from './spending-limits.ts';

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
  /** What is charged in money. */
  amount: Micros;
  request: Request;
  /** The coins that the operation moves, as its request says. */
  coins?: OperationCoins;
  /** The end that a renewal by itself is for. */
  renewedEnd?: Date;
}

export type NotCharged = 'insufficient_balance' | 'insufficient_coins' | 'key_taken' | 'order_busy';

/** Thrown when the order has another end by now than the one that a renewal by itself was for. */
export class EndMovedError extends Error {}

/**
 * The first transaction of the money flow: claims the key, charges and writes the operation, all or nothing,
 * in one statement. The row of the balance is locked for no round trip. It is committed before the upstream
 * is asked, so that recovery can find and end the operation whatever happens.
 *
 * Coins that pay a part of the price are taken by the same statement. Where none are spent, as always over
 * the API, the statement has no part for them.
 */
export async function charge<Request>(
  { database, clock, bell }: Pick<Services, 'database' | 'clock' | 'bell'>,
  draft: Draft<Request>,
  claim: Claim | undefined,
): Promise<Operation<Request> | NotCharged> {
  const now = clock.now();
  const tagged = claim && { ...claim, tag: tagOf(claim) };
  const operation = newOperation(newOperationId(draft.resellerId, tagged?.tag, now), draft, now);
  let isTaken = false;
  try {
    const send = async (db: Sql) => {
      const charged = await sendCharge(db, operation, tagged, now);
      isTaken = charged.isTaken;
      return charged.orderId;
    };
    const { renewedEnd } = draft;
    const orderId = renewedEnd
      ? await database.inTransaction(async (tx) => {
          const charged = await send(tx);
          if (charged !== undefined) await assertMayRenew(tx, draft, renewedEnd, now);
          return charged;
        })
      : await database.write(send, async (db) => (await findStarted(db, operation))[0]?.order_id);
    if (orderId === undefined) return isTaken ? 'key_taken' : 'insufficient_balance';
    bell.ring([{ topic: 'balance', resellerId: draft.resellerId }]);
    return { ...operation, orderId };
  } catch (error) {
    return notChargedBy(error);
  }
}

/**
 * What a renewal by itself is charged for must still be so behind the charge. No other renewal of the order
 * runs then, by the index of running operations, and one that has settled has moved the end: so an end is
 * renewed once by itself, whoever tries it and however often. The balance is locked by the charge, so of
 * several renewals of a reseller each counts those before it. Throws EndMovedError and SpendingLimitError.
 */
async function assertMayRenew(
  tx: Sql,
  { resellerId, orderId = 0, amount }: Draft<unknown>,
  end: Date,
  now: Date,
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('expires_at')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order?.expires_at?.getTime() !== end.getTime()) throw new EndMovedError();
  await assertWithinLimits(tx, { resellerId, amount, now });
}

/** Charges a lost purchase, whose id the operation gets. `given_back` when it is given back, or was. */
export async function takeUp(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  draft: Draft<object>,
  claim: Claim | undefined,
  id: string,
): Promise<Operation | NotCharged | 'given_back'> {
  const now = clock.now();
  const operation = newOperation(id, { ...draft, request: { ...draft.request, isLost: true } }, now);
  try {
    return await database.inTransaction(async (tx) => {
      if (!(await lockLostPurchase(tx, id))) return 'given_back';
      const { orderId, isTaken } = await sendCharge(tx, operation, claim && { ...claim, tag: null }, now);
      if (orderId === undefined) return isTaken ? 'key_taken' : 'insufficient_balance';
      return { ...operation, orderId };
    });
  } catch (error) {
    return notChargedBy(error);
  }
}

type NewOperation<Request> = Omit<Operation<Request>, 'orderId'> & Pick<Draft<Request>, 'orderId'>;

/** An operation as it is charged. A new order has no number before that. */
function newOperation<Request>(id: string, draft: Draft<Request>, now: Date): NewOperation<Request> {
  const decideBy = new Date(now.getTime() + DECIDE_WITHIN_MS);
  return { id, ...draft, leaseToken: randomUUID(), decideBy };
}

/** A claim, with the tag by which a lost purchase has its key; null for the one that takes that up. */
type TaggedClaim = Claim & { tag: number | null };

/** What the source of a purchase, which its request has, does not say. */
const OTHER_THAN_SOURCE: ReadonlySet<Cause> = new Set(['operator', 'bulk']);

/** Returns the number of its order if it was charged, and else whether the key was taken. */
async function sendCharge(
  db: Sql,
  operation: NewOperation<unknown>,
  claim: TaggedClaim | undefined,
  now: Date,
): Promise<{ orderId: number | undefined; isTaken: boolean }> {
  const { kind, orderId = null } = operation;
  const coins = operation.coins?.spent ?? 0;
  const request = JSON.stringify(operation.request);
  const isTold = kind !== 'purchase' || OTHER_THAN_SOURCE.has(causeNow());
  const cause = isTold ? causeNow() : null;
  const values = { ...operation, orderId, request, now, coins, cause };
  const { plain, claiming } = coins > 0 ? CHARGE_WITH_COINS : CHARGE;
  const [row] = claim ? await claiming(db, { ...values, ...claim }) : await plain(db, values);
  return { orderId: row?.order_id ?? undefined, isTaken: row?.key_taken === true };
}

/** What a constraint says that has refused a charge; throws any other error. */
function notChargedBy(error: unknown): NotCharged {
  // One request, sent twice in a millisecond or for a lost purchase, has one id for both operations.
  if (violates(error, KEY_CONSTRAINT) || violates(error, 'operations_pkey')) return 'key_taken';
  if (violates(error, 'operations_one_at_a_time')) return 'order_busy';
  if (violates(error, COINS_CONSTRAINT)) return 'insufficient_coins';
  throw error;
}

interface OperationValues {
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
  /** Null of a purchase whose source says it. */
  cause: Cause | null;
  /** Coins to spend; read only by the statements that spend some. */
  coins: number;
}

const findStarted = statement<{ id: string; leaseToken: string }>()((db, { id, leaseToken }) =>
  db
    .selectFrom('operations')
    .select('order_id')
    .where('id', '=', id)
    .where(OPERATION_LEASE.isHeldBy(leaseToken)),
);

/** The statements that charge, by how the price is taken. */
const charging = (take: (moving: QueryCreator<Moving>, values: Placed) => ReturnType<typeof post>) => ({
  plain: statement<OperationValues>()((db, values) => {
    const moving = db.with('movement', (cte) => movementOf(cte, values));
    return writeOperation(take(moving, values), values).select(({ lit }) => lit(false).as('key_taken'));
  }),
  claiming: statement<OperationValues & TaggedClaim>()((db, values) => {
    // What a restore has lost has its key, too.
    const isTaken = expressionBuilder<Tables>().or([isKeyTaken(db, values), isLost(db, values)]);
    const moving = db.with('movement', (cte) => movementOf(cte, values).where(({ not }) => not(isTaken)));
    return writeOperation(claimKey(take(moving, values), values), values).select(isTaken.as('key_taken'));
  }),
});

const CHARGE = charging((moving, { kind }) => post(moving, 'charge', { kind }));
const CHARGE_WITH_COINS = charging((moving, { kind, coins }) =>
  spendCoins(post(moving, 'charge', { kind }), coins),
);

type Placed = Parameters<OperationValues>;

function movementOf(db: QueryCreator<Tables>, { resellerId, id, amount, now }: Placed) {
  return db.selectNoFrom(({ cast }) => [
    cast<number>(resellerId, 'bigint').as('reseller_id'),
    cast<string>(id, 'uuid').as('operation_id'),
    cast<number>(amount, 'bigint').as('amount'),
    cast<Date>(now, 'timestamptz').as('created_at'),
  ]);
}

/** Writes the operation if its charge is posted, and selects the number of its order. */
function writeOperation(db: QueryCreator<Tables & { posted: { operation_id: string } }>, values: Placed) {
  return db
    .with('started', (cte) =>
      insertSelect(cte.insertInto('operations'), cte.selectFrom('posted'), ({ cast, fn }) => ({
        id: values.id,
        reseller_id: values.resellerId,
        kind: values.kind,
        order_id: fn.coalesce(
          cast<number>(values.orderId, 'bigint'),
          fn<number>('nextval', [sql.lit('order_ids')]),
        ),
        request: values.request,
        amount: values.amount,
        decide_by: values.decideBy,
        created_at: values.now,
        cause: values.cause,
        ...OPERATION_LEASE.taken(values.leaseToken, values.now),
      })).returning('operations.order_id'),
    )
    .selectNoFrom(({ selectFrom }) => selectFrom('started').select('started.order_id').as('order_id'));
}
