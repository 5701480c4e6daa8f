import { randomUUID } from 'node:crypto';
import { type Expression, type QueryCreator, sql } from 'kysely';
import { COINS_CONSTRAINT, spendCoins } from '../billing/coin-posting.ts';
import { postCharge } from '../billing/posting.ts';
import { violates } from '../kit/connection-errors.ts';
import type { Micros } from '../kit/money.ts';
import { insertSelect, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { coinsOf } from './coins.ts';
import type { Claim } from './idempotency.ts';
import { claimKey, isKeyTaken, KEY_CONSTRAINT } from './idempotency-keys.ts';
import { isLost, isOpenLost, openLost } from './lost-purchases.ts';
import { OPERATION_LEASE, type Operation } from './operation.ts';
import { newOperationId, tagOf } from './operation-id.ts';
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
  /** What is charged in money. */
  amount: Micros;
  request: Request;
}

/** Why nothing was charged. */
type NotStarted = 'insufficient_balance' | 'insufficient_coins' | 'key_taken' | 'order_busy';

/**
 * The first transaction of the money flow: claims the key, charges and writes the operation, all or nothing,
 * in one statement. The row of the balance is locked for no round trip. It is committed before the upstream
 * is asked, so that recovery can find and end the operation whatever happens.
 *
 * Coins that pay a part of the price are taken by the same statement. Where none are spent, as always over
 * the API, the statement has no part for them.
 *
 * With `lostId`, that of a purchase that the books have lost, the operation gets this id, and with it what
 * was bought; `given_back` when that is given back, or was.
 */
export async function startOperation<Request>(
  services: Pick<Services, 'database' | 'clock'>,
  draft: Draft<Request>,
  claim: Claim | undefined,
): Promise<Operation<Request> | NotStarted>;
export async function startOperation<Request>(
  services: Pick<Services, 'database' | 'clock'>,
  draft: Draft<Request>,
  claim: Claim | undefined,
  lostId: string,
): Promise<Operation<Request> | NotStarted | 'given_back'>;
export async function startOperation<Request>(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  draft: Draft<Request>,
  claim: Claim | undefined,
  lostId?: string,
): Promise<Operation<Request> | NotStarted | 'given_back'> {
  const leaseToken = randomUUID();
  const now = clock.now();
  const id = lostId ?? newOperationId(draft.resellerId, claim, now);
  const decideBy = new Date(now.getTime() + DECIDE_WITHIN_MS);
  const { resellerId, kind, amount } = draft;
  const coins = coinsOf(draft)?.spent ?? 0;
  const { plain, claiming } = coins > 0 ? START_WITH_COINS : START;
  const values = {
    id,
    isLostTaken: lostId !== undefined,
    resellerId,
    kind,
    orderId: draft.orderId ?? null,
    request: JSON.stringify(draft.request),
    amount,
    leaseToken,
    decideBy,
    now,
    coins,
  };
  let isTaken = false;
  let lost: string | null = null;
  try {
    const orderId = await database.write(
      async (db) => {
        const [started] = claim
          ? await claiming(db, { ...values, ...claim, tag: tagOf(claim) })
          : await plain(db, values);
        isTaken = started?.key_taken === true;
        lost = started?.lost_id ?? null;
        return started?.order_id ?? undefined;
      },
      async (db) => (await findStarted(db, { id, leaseToken }))[0]?.order_id,
    );
    if (orderId !== undefined) {
      const operation = { id, ...draft, orderId, leaseToken, decideBy };
      return lostId === undefined ? operation : { ...operation, isResumed: true };
    }
    if (isTaken) return 'key_taken';
    if (lost !== null) return await startOperation({ database, clock }, draft, claim, lost);
    if (lostId === undefined || (await isOpenLost(database.sql, lostId))) return 'insufficient_balance';
    return claim ? await startOperation({ database, clock }, draft, claim) : 'given_back';
  } catch (error) {
    // The same request, in the same millisecond or for the same lost purchase.
    if (violates(error, KEY_CONSTRAINT) || violates(error, 'operations_pkey')) return 'key_taken';
    if (violates(error, 'operations_one_at_a_time')) return 'order_busy';
    if (violates(error, COINS_CONSTRAINT)) return 'insufficient_coins';
    throw error;
  }
}

interface NewOperation {
  id: string;
  /** Whether the id is that of a lost purchase. */
  isLostTaken: boolean;
  resellerId: number;
  kind: Operation['kind'];
  /** Null for a new order. */
  orderId: number | null;
  request: string;
  amount: bigint;
  leaseToken: string;
  decideBy: Date;
  now: Date;
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

/** The statements that start an operation, by how its price is taken. */
const starting = (take: (moving: Moving, values: Placed) => ReturnType<typeof postCharge>) => ({
  plain: statement<NewOperation>()((db, values) => {
    const moving = db.with('movement', (cte) => movementOf(cte, values));
    return writeOperation(take(moving, values), values).select(({ lit }) => [
      lit(false).as('key_taken'),
      sql<string | null>`null`.as('lost_id'),
    ]);
  }),
  claiming: statement<NewOperation & Claim & { tag: number }>()((db, values) => {
    const taken = isKeyTaken(db, values);
    const lost = isLost(db, values).where(({ not }) => not(values.isLostTaken));
    const moving = db.with('movement', (cte) =>
      movementOf(cte, values).where(({ and, not, exists }) => and([not(taken), not(exists(lost))])),
    );
    return writeOperation(claimKey(take(moving, values), values), values).select([
      taken.as('key_taken'),
      lost.as('lost_id'),
    ]);
  }),
});

const START = starting((moving, { kind }) => postCharge(moving, kind));
const START_WITH_COINS = starting((moving, { kind, coins }) => spendCoins(postCharge(moving, kind), coins));

type Moving = Parameters<typeof postCharge>[0];
type Placed = { [Name in keyof NewOperation]: Expression<NewOperation[Name]> };

function movementOf(db: QueryCreator<Tables>, { resellerId, id, isLostTaken, amount, now }: Placed) {
  return db
    .selectNoFrom(({ cast }) => [
      cast<number>(resellerId, 'bigint').as('reseller_id'),
      cast<string>(id, 'uuid').as('operation_id'),
      cast<number>(amount, 'bigint').as('amount'),
      cast<Date>(now, 'timestamptz').as('created_at'),
    ])
    .where(({ or, not, exists }) => or([not(isLostTaken), exists(openLost(db, id).forShare())]));
}

/** Writes the operation if its charge is posted, and selects the number of its order. */
function writeOperation(db: QueryCreator<Tables & { posted: { operation_id: string } }>, values: Placed) {
  return db
    .with('started', (cte) =>
      insertSelect(cte.insertInto('operations'), cte.selectFrom('posted'), () => rowOf(values)).returning(
        'operations.order_id',
      ),
    )
    .selectNoFrom(({ selectFrom }) => selectFrom('started').select('started.order_id').as('order_id'));
}

function rowOf(values: Placed) {
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
