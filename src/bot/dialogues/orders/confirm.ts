import { InlineKeyboard } from 'grammy';
import { InsufficientBalanceError } from '../../../billing/errors.ts';
import type { DomainError } from '../../../kit/errors.ts';
import { RequestInProgressError } from '../../../orders/errors.ts';
import { type Confirmed, confirmOffer } from '../../offers/confirm-offer.ts';
import { findOffer, noteOrder, type Offer } from '../../offers/offers.ts';
import type { BotContext } from '../context.ts';
import { topUpRow } from '../top-up-row.ts';
import { type Extension, extensionButton } from './offer.ts';
import { orderButton } from './order-button.ts';

/** Pays an offer, once: its token is the Idempotency-Key. Another press is told what became of the first. */
export async function confirm(ctx: BotContext, token: string): Promise<void> {
  const { texts, buyer, resellerId, now } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer || offer.kind === 'purchase') return ctx.say(texts.orders.oldOffer());
  const { orderId } = offer.draft;
  if (offer.orderId !== null) return ctx.say(texts.orders.doneAlready(orderId));
  const confirmed = await ctx.outside('confirm', (services) => confirmOffer(services, buyer, token));
  if (!confirmed) return ctx.say(texts.orders.oldOffer());
  if (confirmed.kind === 'refused') return sayRefusal(ctx, offer.draft, confirmed.refusal);
  await noteOrder(sql, { token, resellerId, orderId });
  const show = InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));
  await ctx.show(describe(ctx, confirmed, offer), InlineKeyboard.from([[show]]));
}

function describe(
  { texts }: BotContext,
  confirmed: Exclude<Confirmed, { kind: 'refused' }>,
  { coins }: Offer,
) {
  const { charged, coins: moved } = confirmed.sale;
  const paid = { charged, coins, earned: moved?.earned ?? 0 };
  if (confirmed.kind !== 'traffic') {
    const { order } = confirmed.sale;
    return texts.orders.renewed(order.id, order.expiresAt, paid);
  }
  const { order, traffic } = confirmed.sale;
  return texts.orders.trafficAdded(order.id, traffic.totalBytes - traffic.usedBytes, paid);
}

/** What is refused stays refused by its token, so the way on is another offer. */
async function sayRefusal(ctx: BotContext, wanted: Extension, refusal: DomainError): Promise<void> {
  const { texts } = ctx;
  if (refusal instanceof RequestInProgressError) return ctx.say(texts.orders.inProgress());
  const again =
    refusal instanceof InsufficientBalanceError
      ? topUpRow(texts, extensionButton(wanted))
      : [InlineKeyboard.text(texts.buttons.again, extensionButton(wanted))];
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('show', wanted.orderId));
  await ctx.show(texts.refusal(refusal), InlineKeyboard.from([again, [back]]));
}
