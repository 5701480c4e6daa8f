import { Composer, InlineKeyboard } from 'grammy';
import { CoinsNotPayableError, InsufficientBalanceError, readBalance } from '../../../billing/accounts.ts';
import type { DomainError } from '../../../kit/errors.ts';
import { PriceChangedError } from '../../../purchases/errors.ts';
import { confirmOffer } from '../../offers/confirm-offer.ts';
import { createOffer, findOffer, noteOrder, type Offer, withdrawOffer } from '../../offers/offers.ts';
import { type Html, html } from '../../texts/html.ts';
import type { BotContext } from '../context.ts';
import { endRefused } from '../refused-offer.ts';
import { topUpRow } from '../top-up-row.ts';
import { deliveryOf } from './deliver.ts';
import { follow } from './navigation.ts';
import { againButton, offerPurchase, type Pay } from './purchase-offer.ts';

type PurchaseOffer = Extract<Offer, { kind: 'purchase' }>;

/** The buttons of an offer. They work whatever the person has done since, until the offer is too old. */
export function confirmDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.callbackQuery(/^ok:([\w-]{22})$/, (ctx) => confirm(ctx, ctx.match[1] ?? ''));
  dialogue.callbackQuery(/^offer:(money|coins|again):([\w-]{22})$/, async (ctx) => {
    const [, action, token = ''] = ctx.match;
    const { resellerId, now, database, texts } = ctx;
    const offer = await findOffer(database.sql, { token, resellerId, now });
    if (offer?.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
    // The press came after that of the confirming button: an offer that was taken is not replaced.
    if (!(await withdrawOffer(database.sql, { token, resellerId }))) return confirm(ctx, token);
    const pay = action === 'again' ? payOf(offer) : (action as Pay);
    await offerAgain(ctx, offer, pay);
  });
  return dialogue;
}

/** Does what was offered. Every further press is answered with the same order. */
async function confirm(ctx: BotContext, token: string): Promise<void> {
  const { resellerId, now, database, texts, buyer } = ctx;
  const known = await findOffer(database.sql, { token, resellerId, now });
  if (known && known.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
  if (known && known.orderId !== null) return ctx.say(texts.buy.boughtAlready(known.orderId));
  const confirmed = await ctx.outside(token, (services) => confirmOffer(services, buyer, token));
  // It may have become too old meanwhile, so what was found above does not count any more.
  if (confirmed?.kind === 'refused' && confirmed.offer.kind === 'purchase')
    return refuse(ctx, confirmed.offer, confirmed.refusal);
  if (confirmed?.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
  await noteOrder(database.sql, { token, resellerId, orderId: confirmed.sale.order.id });
  if (ctx.person.state?.awaits === 'buy' && ctx.person.state.offer === token) ctx.person.state = null;
  const balance = await readBalance(database.sql, resellerId);
  const { bought, access } = await deliveryOf(ctx, confirmed.offer.draft, confirmed.sale, balance);
  await ctx.show(bought);
  if ('caption' in access) ctx.sendFile(access);
  else await ctx.say(access.text);
}

/** Nothing was charged. What was drafted is offered anew, since the answer to this offer stays the same. */
async function refuse(ctx: BotContext, offer: PurchaseOffer, refusal: DomainError): Promise<void> {
  const { resellerId, now: at, database, texts } = ctx;
  if (!(await endRefused(ctx, offer.token, refusal, texts.buy.inProgress()))) return;
  if (refusal instanceof PriceChangedError || refusal instanceof CoinsNotPayableError)
    return offerAgain(ctx, offer, payOf(offer), texts.refusal(refusal));
  const token = await createOffer(database.sql, { ...offer, resellerId, at });
  const row =
    refusal instanceof InsufficientBalanceError
      ? topUpRow(texts, againButton(token))
      : [InlineKeyboard.text(texts.buttons.again, againButton(token))];
  const rows = [row, ...follow(ctx, offer.token, token)];
  await ctx.show(texts.refusal(refusal), InlineKeyboard.from(rows));
}

/** Shows an offer of the same at the price of now, in the place of the one before. */
async function offerAgain(ctx: BotContext, before: PurchaseOffer, pay: Pay, note?: Html): Promise<void> {
  const { token, text, rows } = await offerPurchase(ctx, before.draft, pay);
  const buttons = [...rows, ...follow(ctx, before.token, token)];
  await ctx.show(note ? html`${[note, html``, text]}` : text, InlineKeyboard.from(buttons));
}

const payOf = ({ coins }: PurchaseOffer): Pay => (coins > 0 ? 'coins' : 'money');
