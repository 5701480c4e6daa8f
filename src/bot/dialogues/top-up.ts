import { Composer, InlineKeyboard } from 'grammy';
import type { Micros } from '../../kit/money.ts';
import {
  LARGEST_PAYMENT,
  LEAST_PAYMENT,
  openPayment,
  type WantedPayment,
} from '../../payments/open-payment.ts';
import type { Payment, ProviderName } from '../../payments/payment.ts';
import { type Payments, providersOf } from '../../payments/payments.ts';
import { mostByStars, starsFor } from '../../payments/stars/stars.ts';
import { html } from '../texts/html.ts';
import { typedUsd } from './amount.ts';
import type { BotContext } from './context.ts';
import { onOpen, onTyped, openButton } from './routes.ts';
import { TOP_UP_BELOW } from './top-up-row.ts';

/** The amounts that buttons offer, in whole US dollars. */
const AMOUNTS = [10, 25, 50, 100] as const;
const CODES: Record<ProviderName, string> = { stars: 's', crypto_pay: 'c' };

/** `/topup`: an amount, a way to pay, and an invoice. */
export function topUpDialogue(payments: Payments): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'topup', (ctx) => ask(ctx, (text, buttons) => ctx.show(text, buttons)));
  dialogue.callbackQuery(TOP_UP_BELOW, (ctx) => ask(ctx, (text, buttons) => ctx.say(text, buttons)));
  dialogue.callbackQuery(/^topup:(\d{1,5})$/, (ctx) => choose(ctx, BigInt(ctx.match[1] ?? 0) * 1_000_000n));
  onTyped(dialogue, 'top_up', async (ctx, text) => {
    const amount = typedUsd(text);
    if (amount === undefined || !isPayable(amount)) return ctx.say(ctx.texts.badAmount());
    await choose(ctx, amount);
  });
  dialogue.callbackQuery(/^pay:([sc]):(\d{3,7})$/, async (ctx) => {
    const provider = ctx.match[1] === CODES.stars ? 'stars' : 'crypto_pay';
    const amount = BigInt(ctx.match[2] ?? 0) * 10_000n;
    const { resellerId, database, person } = ctx;
    // A button of the time before the configuration was changed.
    if (!isPayable(amount) || !providersOf(payments, amount).includes(provider))
      return ctx.say(ctx.texts.oldButton());
    const messageId = ctx.callbackQuery.message?.message_id;
    const place = { chatId: person.userId, ...(messageId !== undefined && { messageId }) };
    const wanted: WantedPayment = { resellerId, provider, amount, ...place };
    const payment = await database.inTransaction((tx) => openPayment(tx, payments, wanted));
    if (provider === 'stars') await sendInvoice(ctx, payment);
    else await ctx.show(ctx.texts.invoiceComing(amount));
  });
  return dialogue;

  async function ask(ctx: BotContext, answer: BotContext['say']): Promise<void> {
    if (providersOf(payments).length === 0) return answer(ctx.texts.noPayments());
    ctx.person.state = { awaits: 'top_up' };
    const choices = AMOUNTS.map((usd) => InlineKeyboard.text(ctx.texts.thresholdUsd(usd), `topup:${usd}`));
    await answer(ctx.texts.topUp(), InlineKeyboard.from([choices]));
  }

  async function choose(ctx: BotContext, amount: Micros): Promise<void> {
    const { starsPerUsd } = payments;
    const providers = isPayable(amount) ? providersOf(payments, amount) : [];
    const isTooMuchInStars = starsPerUsd > 0 && isPayable(amount) && !providers.includes('stars');
    const note = isTooMuchInStars ? ctx.texts.tooManyStars(mostByStars(starsPerUsd)) : undefined;
    // What is typed next is another amount.
    if (providers.length === 0) return ctx.say(note ?? ctx.texts.oldButton());
    ctx.person.state = null;
    const rows = providers.map((provider) => {
      const stars = provider === 'stars' ? starsFor(amount, starsPerUsd) : null;
      return [InlineKeyboard.text(ctx.texts.payBy(stars), `pay:${CODES[provider]}:${amount / 10_000n}`)];
    });
    const back = [InlineKeyboard.text(ctx.texts.buttons.back, openButton('topup'))];
    const text = html`${[ctx.texts.chooseMethod(amount), ...(note ? [html``, note] : [])]}`;
    await ctx.show(text, InlineKeyboard.from([...rows, back]));
  }
}

function isPayable(amount: Micros): boolean {
  return amount >= LEAST_PAYMENT && amount <= LARGEST_PAYMENT;
}

/** The start parameter keeps copies of the message that are sent on from being paid by others. */
async function sendInvoice(ctx: BotContext, { id, amount, stars, expiresAt }: Payment): Promise<void> {
  const { title, description, label } = ctx.texts.starsInvoice(amount, expiresAt);
  await ctx.replyWithInvoice(title, description, id, 'XTR', [{ label, amount: stars ?? 0 }], {
    start_parameter: 'topup',
  });
}
