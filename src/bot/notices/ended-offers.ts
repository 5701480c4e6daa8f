import { readBalance } from '../../billing/accounts.ts';
import type { Sql } from '../../kit/database.ts';
import { isDatabaseUnavailable } from '../../kit/database-errors.ts';
import { type KeptAnswer, readKeptAnswer } from '../../purchases/idempotency.ts';
import { type OrderSale, type Sale, toError } from '../../purchases/sale.ts';
import type { Services } from '../../purchases/services.ts';
import { deliveryOf, type Surroundings } from '../buy/offer.ts';
import { OFFER, viewOf } from '../dialogues/offer.ts';
import {
  createOffer,
  dropOffer,
  findUntoldOffer,
  findUntoldOffers,
  noteOrder,
  type Offer,
  type OfferName,
} from '../offers.ts';
import { extensionText } from '../orders/extend.ts';
import { backToOrder } from '../orders/order.ts';
import { type BotMessage, writeMessages } from '../outgoing/outbox.ts';
import { lockPersonOf, type Person } from '../people/people.ts';
import { type Html, html } from '../texts/html.ts';
import { textsIn } from '../texts/texts.ts';

/**
 * Tells people how the offers ended that they have confirmed, where no press was answered with it: when a
 * process has died, recovery or another process has ended the work. `onFailure` is called for each that could
 * not be told; it is tried again in the next round. Throws when the database is away.
 */
export async function tellEndedOffers(
  services: Services,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { database, clock } = services;
  for (const name of await findUntoldOffers(database.sql, clock.now())) {
    try {
      await database.inTransaction((tx) => tell(tx, services, name));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      onFailure(error);
    }
  }
}

/** The person is locked first, as by each of their updates: whoever is first tells it, and notes it. */
async function tell(tx: Sql, services: Services, name: OfferName): Promise<void> {
  const person = await lockPersonOf(tx, name.resellerId);
  const offer = await findUntoldOffer(tx, name);
  const kept = await readKeptAnswer(tx, services.vault, { resellerId: name.resellerId, key: name.token });
  if (!offer || !kept) return;
  const { answer } = kept;
  if (person && !person.isBlocked) {
    const { state } = person;
    if (state?.awaits === 'buy' && state.offer === offer.token) person.state = null;
    const messages = await messagesOf(tx, services, { person, name, offer, kept });
    await writeMessages(tx, services, person, messages);
  }
  if ('sale' in answer) await noteOrder(tx, { ...name, orderId: answer.sale.order.id });
  else await dropOffer(tx, name);
}

async function messagesOf(
  tx: Sql,
  services: Services,
  { person, name, offer, kept }: { person: Person; name: OfferName; offer: Offer; kept: KeptAnswer },
): Promise<BotMessage[]> {
  const { answer, charged } = kept;
  const ctx: Surroundings = {
    texts: textsIn(person.language),
    catalog: () => services.catalog.read(person),
    gateway: services.traffic.gateway,
  };
  const balance = await readBalance(tx, name.resellerId);
  if ('sale' in answer) return soldMessages(ctx, offer, answer.sale, balance);
  const { texts } = ctx;
  const given =
    charged === null ? undefined : texts.message('money-back', { charged, coins: offer.coins, balance });
  const text = (what: Html) => html`${[what, html``, texts.refusal(toError(answer.refusal)), given]}`;
  // The answer to an offer stays the same, so the way on is another one.
  const offered = { ...offer, resellerId: name.resellerId, at: services.clock.now() };
  const next = await createOffer(tx, offered);
  const failed =
    offer.kind === 'purchase'
      ? texts.message('buy-failed', { chosen: texts.purchase(await viewOf(ctx, offer.draft)) })
      : texts.message('order-not-extended', { orderId: offer.draft.orderId, kind: offer.kind });
  const again = OFFER.button(texts.label('button-again'), offer.coins, next);
  return [{ text: text(failed), buttons: [[again]] }];
}

async function soldMessages(
  ctx: Surroundings,
  offer: Offer,
  sale: Sale,
  balance: bigint,
): Promise<BotMessage[]> {
  if (offer.kind === 'purchase') {
    // What is kept under the key of a purchase is the answer of one.
    const { bought, access } = await deliveryOf(ctx, offer.draft, sale as OrderSale, balance);
    return [{ text: bought }, ...access];
  }
  const { texts } = ctx;
  return [{ text: extensionText(texts, sale), buttons: [backToOrder(texts, offer.draft.orderId)] }];
}
