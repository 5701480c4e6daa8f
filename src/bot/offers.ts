import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { COIN } from '../billing/accounts.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { deleteOld } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { readStored } from '../kit/text.ts';
import { STORED_CHANGE } from '../luxury/settings.ts';
import { ANSWER_LIFETIME_MS } from '../purchases/idempotency.ts';
import { newSecret } from '../sessions/sign-in.ts';

/** Too many values to guess one, and short enough for the data of a button. */
const TOKEN_BYTES = 16;
/**
 * How long an offer can be confirmed. Its answer is kept for an hour longer at least, so that a press at the
 * very end gets the answer of an earlier one, also when the clocks of processes differ.
 */
const LIFETIME_MS = ANSWER_LIFETIME_MS - 3_600_000;

/**
 * What each kind of offer does when it is confirmed, without what the offer itself adds. What only a later
 * version stores is for its processes: without it, something else would be bought.
 */
const DRAFTS = {
  purchase: z.strictObject({
    tier: z.string(),
    type: z.string(),
    country: z.string(),
    period: z.string(),
    quantity: z.number(),
    options: STORED_CHANGE.exactOptional(),
  }),
  renewal: z.strictObject({ orderId: z.number(), period: z.string() }),
  traffic: z.strictObject({ orderId: z.number(), period: z.string() }),
};
export type OfferDrafts = { [Kind in keyof typeof DRAFTS]: z.infer<(typeof DRAFTS)[Kind]> };

export type OfferKind = keyof OfferDrafts;

interface OfferOf<Kind extends OfferKind> {
  /** 128 random bits in base64url: the data of its buttons, and the Idempotency-Key of its operation. */
  token: string;
  kind: Kind;
  draft: OfferDrafts[Kind];
  /** The whole price, with what coins pay of it: the most that is charged. */
  price: Micros;
  coins: number;
  /** The order that was bought or changed by it; null until the person was told. */
  orderId: number | null;
}

export type Offer = { [Kind in OfferKind]: OfferOf<Kind> }[OfferKind];

export interface OfferName {
  token: string;
  resellerId: number;
}

/** Returns the token. */
export async function createOffer<Kind extends OfferKind>(
  db: Sql,
  offer: { resellerId: number; at: Date } & Pick<OfferOf<Kind>, 'kind' | 'draft' | 'price' | 'coins'>,
): Promise<string> {
  const { resellerId, kind, draft, price, coins, at } = offer;
  const token = newSecret(TOKEN_BYTES);
  await db
    .insertInto('bot_offers')
    .values({
      token,
      reseller_id: resellerId,
      kind,
      draft: sql<object>`${JSON.stringify(draft)}::jsonb`,
      price,
      coins,
      created_at: at,
    })
    .execute();
  return token;
}

/** An offer of the reseller; undefined when there is none, or it is too old to be confirmed. */
export async function findOffer(db: Sql, name: OfferName & { now: Date }): Promise<Offer | undefined> {
  const row = await selectOffer(db, name).where('created_at', '>', endOfLife(name.now)).executeTakeFirst();
  return row && toOffer(row);
}

/**
 * The reseller's newest offer that waits to be confirmed, when an amount that has just come to the balance
 * has made it payable; undefined otherwise.
 */
export async function findOfferPaidBy(
  db: Sql,
  { resellerId, amount, balance, now }: { resellerId: number; amount: Micros; balance: Micros; now: Date },
): Promise<(Offer & { charged: Micros }) | undefined> {
  const row = await db
    .selectFrom('bot_offers')
    .select(OFFER)
    .where('reseller_id', '=', resellerId)
    .where('created_at', '>', endOfLife(now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.taken_at !== null) return undefined;
  const offer = toOffer(row);
  const charged = offer.price - BigInt(offer.coins) * COIN;
  return charged <= balance && charged > balance - amount ? { ...offer, charged } : undefined;
}

/** An offer of any age; undefined when there is none, or the person was told how it ended. */
export async function findUntoldOffer(db: Sql, name: OfferName): Promise<Offer | undefined> {
  const row = await selectOffer(db, name).where('order_id', 'is', null).executeTakeFirst();
  return row && toOffer(row);
}

// biome-ignore format: a column on each line would take a screen.
const OFFER = [
  'token', 'reseller_id', 'kind', 'draft', 'price', 'coins', 'created_at', 'taken_at', 'order_id',
] as const;

const isNamed =
  ({ token, resellerId }: OfferName) =>
  ({ and }: ExpressionBuilder<Tables, 'bot_offers'>) =>
    and({ token, reseller_id: resellerId });

function selectOffer(db: Sql, name: OfferName) {
  return db.selectFrom('bot_offers').select(OFFER).where(isNamed(name));
}

/** An offer that can be confirmed, which from then on no other one replaces. May be repeated. */
export async function takeOffer(db: Sql, name: OfferName & { now: Date }): Promise<Offer | undefined> {
  const row = await db
    .updateTable('bot_offers')
    .set(({ fn, ref, val }) => ({ taken_at: fn.coalesce(ref('taken_at'), val(name.now)) }))
    .where(isNamed(name))
    .where('created_at', '>', endOfLife(name.now))
    .returning(OFFER)
    .executeTakeFirst();
  return row && toOffer(row);
}

/** Withdraws an offer, before another one is made instead. False when it was taken, or is gone. */
export async function withdrawOffer(db: Sql, name: OfferName): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bot_offers')
    .where(isNamed(name))
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes an offer that was taken and refused, so that its button does nothing any more. */
export async function dropOffer(db: Sql, name: OfferName): Promise<void> {
  await db.deleteFrom('bot_offers').where(isNamed(name)).execute();
}

/** Notes what an offer has led to, in the transaction that writes the answer to the outbox. */
export async function noteOrder(tx: Sql, name: OfferName & { orderId: number }): Promise<void> {
  await tx.updateTable('bot_offers').set({ order_id: name.orderId }).where(isNamed(name)).execute();
}

/** Whether an offer is being carried out: the end of that will be told. */
export async function isUnderWay(db: Sql, { token, resellerId }: OfferName): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('reseller_id', '=', resellerId)
    .where('key', '=', token)
    .where('answer', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The press itself is answered within that time, unless its process has died, or the person was told that it
 * is being carried out.
 */
const ANSWERED_WITHIN_MS = 10_000;
/** Offers of one round: many, in the minutes after processes have died. */
const UNTOLD_OF_ROUND = 100;

/** The offers that were confirmed and carried out or refused, and nobody was told; the oldest first. */
export function findUntoldOffers(db: Sql, now: Date): Promise<OfferName[]> {
  const before = new Date(now.getTime() - ANSWERED_WITHIN_MS);
  return db
    .selectFrom('bot_offers')
    .innerJoin('idempotency_keys', (join) =>
      join
        .onRef('idempotency_keys.reseller_id', '=', 'bot_offers.reseller_id')
        .onRef('idempotency_keys.key', '=', 'bot_offers.token'),
    )
    .leftJoin('operations', 'operations.id', 'idempotency_keys.operation_id')
    .select(['bot_offers.token', 'bot_offers.reseller_id as resellerId'])
    .where('bot_offers.taken_at', 'is not', null)
    .where('bot_offers.order_id', 'is', null)
    .where('idempotency_keys.answer', 'is not', null)
    .where(({ eb, fn }) =>
      eb(fn.coalesce('operations.decided_at', 'idempotency_keys.created_at'), '<=', before),
    )
    .orderBy('bot_offers.taken_at')
    .limit(UNTOLD_OF_ROUND)
    .execute();
}

/**
 * Deletes the offers that cannot be confirmed any more, but those that are still being carried out, at most a
 * thousand, and returns how many they were.
 */
export function deleteOldOffers(db: Sql, now: Date): Promise<number> {
  const old = db
    .selectFrom('bot_offers')
    .select('token')
    .where('created_at', '<=', endOfLife(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('idempotency_keys')
            .select('idempotency_keys.key')
            .whereRef('idempotency_keys.reseller_id', '=', 'bot_offers.reseller_id')
            .whereRef('idempotency_keys.key', '=', 'bot_offers.token')
            .where('idempotency_keys.answer', 'is', null),
        ),
      ),
    )
    .orderBy('created_at');
  return deleteOld(db.deleteFrom('bot_offers'), 'token', old);
}

function endOfLife(now: Date): Date {
  return new Date(now.getTime() - LIFETIME_MS);
}

function toOffer(row: Selectable<Tables['bot_offers']>): Offer {
  return {
    token: row.token,
    kind: row.kind,
    draft: readStored<object>(DRAFTS[row.kind], 'offer', row.draft),
    price: BigInt(row.price),
    coins: row.coins,
    orderId: row.order_id,
  } as Offer;
}
