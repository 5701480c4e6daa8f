import { InlineKeyboard } from 'grammy';
import { InsufficientBalanceError } from '../../../billing/accounts.ts';
import type { DomainError } from '../../../kit/errors.ts';
import type { Sale } from '../../../purchases/sale.ts';
import { confirmOffer } from '../../offers/confirm-offer.ts';
import { findOffer, noteOrder, type Offer } from '../../offers/offers.ts';
import type { Html } from '../../texts/html.ts';
import type { Texts } from '../../texts/texts.ts';
import type { BotContext } from '../context.ts';
import { endRefused } from '../refused-offer.ts';
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
  if (confirmed.kind === 'refused') return sayRefusal(ctx, offer, confirmed.refusal);
  await noteOrder(sql, { token, resellerId, orderId });
  const show = InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));
  await ctx.show(extensionText(texts, confirmed.sale), InlineKeyboard.from([[show]]));
}

/** What was added to an order, and paid for it. */
export function extensionText(texts: Texts, sale: Sale): Html {
  const { order, charged, coins } = sale;
  const paid = { charged, coins: coins?.spent ?? 0, earned: coins?.earned ?? 0 };
  if (!('traffic' in sale)) return texts.orders.renewed(order.id, order.expiresAt, paid);
  const { totalBytes, usedBytes } = sale.traffic;
  return texts.orders.trafficAdded(order.id, totalBytes - usedBytes, paid);
}

/** What is refused stays refused by its token, so the way on is another offer. */
async function sayRefusal(
  ctx: BotContext,
  { token, draft: wanted }: Pick<Offer, 'token'> & { draft: Extension },
  refusal: DomainError,
): Promise<void> {
  const { texts } = ctx;
  if (!(await endRefused(ctx, token, refusal, texts.orders.inProgress()))) return;
  const again =
    refusal instanceof InsufficientBalanceError
      ? topUpRow(texts, extensionButton(wanted))
      : [InlineKeyboard.text(texts.buttons.again, extensionButton(wanted))];
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('show', wanted.orderId));
  await ctx.show(texts.refusal(refusal), InlineKeyboard.from([again, [back]]));
}
