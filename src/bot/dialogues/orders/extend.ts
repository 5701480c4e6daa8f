import { Composer, InlineKeyboard } from 'grammy';
import { UnknownProductError } from '../../../catalog/errors.ts';
import { unitPrice } from '../../../purchases/product.ts';
import { findOffer, withdrawOffer } from '../../offers.ts';
import type { BotContext } from '../context.ts';
import { ID_IN_BUTTON } from '../routes.ts';
import { confirm } from './confirm.ts';
import { extensionButton, readExtensible, showOffer } from './offer.ts';
import { onOrder, orderButton } from './order-button.ts';

/** Another term for an order, or more traffic for a Luxury order: the periods, and then an offer. */
export function extendDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'extend', showPeriods);
  dialogue.callbackQuery(new RegExp(`^extend:(${ID_IN_BUTTON}):([a-z0-9_-]{1,32})$`), (ctx) => {
    const [, id, period = ''] = ctx.match;
    return showOffer(ctx, { orderId: Number(id), period }, { isWithCoins: false });
  });
  dialogue.callbackQuery(/^extend_(coins|money):([\w-]{22})$/, (ctx) =>
    offerAnew(ctx, ctx.match[2] ?? '', ctx.match[1] === 'coins'),
  );
  dialogue.callbackQuery(/^extend_ok:([\w-]{22})$/, (ctx) => confirm(ctx, ctx.match[1] ?? ''));
  return dialogue;
}

async function showPeriods(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, buyer } = ctx;
  try {
    const { order, type } = await readExtensible(ctx, orderId);
    const count = BigInt(order.billing === 'per_gb' ? 1 : order.quantity);
    const rows = type.periods.map((period) => {
      const label = texts.orders.periodButton(period, unitPrice(period, buyer) * count);
      return [InlineKeyboard.text(label, extensionButton({ orderId, period: period.id }))];
    });
    const back = [InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId))];
    await ctx.show(texts.orders.periods(order), InlineKeyboard.from([...rows, back]));
  } catch (error) {
    if (!(error instanceof UnknownProductError)) throw error;
    await ctx.say(texts.orders.gone(orderId));
  }
}

/** Replaces an offer by one for the same that is paid another way. The old one can be confirmed no more. */
async function offerAnew(ctx: BotContext, token: string, isWithCoins: boolean): Promise<void> {
  const { resellerId, now } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer || offer.kind === 'purchase') return ctx.say(ctx.texts.orders.oldOffer());
  // The press came after that of the confirming button: an offer that was taken is not replaced.
  if (!(await withdrawOffer(sql, { token, resellerId }))) return confirm(ctx, token);
  await showOffer(ctx, offer.draft, { isWithCoins });
}
