import type { Composer } from 'grammy';
import { type Micros, parseUsd } from '../../kit/money.ts';
import { creditWithin } from '../../payments/credit.ts';
import { CENT, isPayable, openPayment } from '../../payments/open-payment.ts';
import type { Payment } from '../../payments/payment.ts';
import { NO_LISTENER, type Payments, providersOf } from '../../payments/payments.ts';
import { bookRefund } from '../../payments/refunds.ts';
import { mostByStars, refusalOfCheckout, starsFor, starsReceipt } from '../../payments/stars/stars.ts';
import { noteUnexpected } from '../alerts.ts';
import { backRow, buttonsOf, onOpen, onTyped, openData, whole } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { PAY, PROVIDER_CODES, TOP_UP_BELOW } from '../dialogues/offer.ts';
import { html } from '../texts/html.ts';

/** The amounts that buttons offer, in whole US dollars. */
const AMOUNTS = [10, 25, 50, 100] as const;
const AMOUNT = buttonsOf('topup', whole(5));

/** `/topup`: an amount, a way to pay, and an invoice. */
export function onTopUp(dialogue: Composer<BotContext>, payments: Payments): void {
  onOpen(dialogue, 'topup', (ctx) => ask(ctx, (text, buttons) => ctx.show(text, buttons)));
  dialogue.callbackQuery(TOP_UP_BELOW, (ctx) => ask(ctx, (text, buttons) => ctx.say(text, buttons)));
  AMOUNT.on(dialogue, (ctx, usd) => choose(ctx, BigInt(usd) * 1_000_000n));
  onTyped(dialogue, 'top_up', async (ctx, text) => {
    const amount = typedUsd(text);
    if (amount === undefined || !isPayable(amount)) return ctx.say(ctx.texts.message('bad-amount'));
    await choose(ctx, amount);
  });
  PAY.on(dialogue, async (ctx, code, cents) => {
    const provider = code === PROVIDER_CODES.stars ? 'stars' : 'crypto_pay';
    const amount = BigInt(cents) * CENT;
    const { resellerId, database, person } = ctx;
    // A button of the time before the configuration was changed.
    if (!isPayable(amount) || !providersOf(payments, amount).includes(provider))
      return ctx.say(ctx.texts.message('old-button'));
    const payment = await database.inTransaction((tx) =>
      openPayment(tx, payments, { resellerId, provider, amount, chatId: person.userId }),
    );
    if (provider === 'stars') await sendInvoice(ctx, payment);
    else await ctx.show(ctx.texts.message('invoice-coming', { amount }));
  });

  async function ask(ctx: BotContext, answer: BotContext['say']): Promise<void> {
    const { texts } = ctx;
    if (providersOf(payments).length === 0) return answer(texts.message('no-payments'));
    ctx.person.state = { awaits: 'top_up' };
    await answer(texts.message('top-up'), [
      AMOUNTS.map((usd) => AMOUNT.button(texts.label('dollars', { amount: String(usd) }), usd)),
    ]);
  }

  async function choose(ctx: BotContext, amount: Micros): Promise<void> {
    const { texts } = ctx;
    const { starsPerUsd } = payments;
    const providers = isPayable(amount) ? providersOf(payments, amount) : [];
    const isTooMuchInStars = starsPerUsd > 0 && isPayable(amount) && !providers.includes('stars');
    const note = isTooMuchInStars
      ? texts.message('too-many-stars', { most: mostByStars(starsPerUsd) })
      : undefined;
    // What is typed next is another amount.
    if (providers.length === 0) return ctx.say(note ?? texts.message('old-button'));
    ctx.person.state = null;
    const rows = providers.map((provider) => {
      const label =
        provider === 'stars'
          ? texts.label('pay-by-stars', { stars: starsFor(amount, starsPerUsd) })
          : texts.label('pay-by-crypto');
      return [PAY.button(label, PROVIDER_CODES[provider], String(amount / CENT))];
    });
    const text = html`${[texts.message('choose-method', { amount }), note && html``, note]}`;
    await ctx.show(text, [...rows, backRow(texts, openData('topup'))]);
  }
}

/** The start parameter keeps copies of the message that are sent on from being paid by others. */
async function sendInvoice(ctx: BotContext, { id, amount, stars, expiresAt }: Payment): Promise<void> {
  const { texts } = ctx;
  const title = texts.label('invoice-title', { amount });
  const description = texts.label('invoice-description', { amount, until: expiresAt });
  const label = texts.label('invoice-label', { amount });
  await ctx.replyWithInvoice(title, description, id, 'XTR', [{ label, amount: stars ?? 0 }], {
    start_parameter: 'topup',
  });
}

/**
 * Reads an amount of US dollars as a person types it: digits, and at most two after a point or a comma, with
 * or without a dollar sign. Undefined for everything that can be meant in two ways, such as `1,000` and
 * `10.005`.
 */
export function typedUsd(text: string): Micros | undefined {
  const [, dollars, cents] = /^\$?\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*(?:\$|usd)?$/i.exec(text.trim()) ?? [];
  return dollars === undefined ? undefined : parseUsd(cents === undefined ? dollars : `${dollars}.${cents}`);
}

/** What Telegram asks and tells when somebody pays in Stars or gets them back, whoever that is. */
export function onStars(dialogue: Composer<BotContext>, { clock, onCredited, onUnexpected }: Payments): void {
  const listener = { ...NO_LISTENER, unexpected: noteUnexpected };
  dialogue.on('pre_checkout_query', async (ctx) => {
    const { invoice_payload: payload, currency, total_amount: totalAmount } = ctx.preCheckoutQuery;
    const { resellerId } = ctx.person;
    const checkout = { payload, currency, totalAmount, userId: ctx.from.id, resellerId };
    const refusal = await refusalOfCheckout(ctx.database.sql, checkout, clock);
    if (refusal)
      await ctx.answerPreCheckoutQuery(false, ctx.texts.label('checkout-refused', { reason: refusal }));
    else await ctx.answerPreCheckoutQuery(true);
  });
  dialogue.on('message:successful_payment', async (ctx) => {
    const receipt = starsReceipt(ctx.message.successful_payment, ctx.from.id);
    const { credited, uncredited } = await ctx.database.inTransaction((tx) =>
      creditWithin(tx, { clock, listener }, receipt),
    );
    if (credited) {
      ctx.afterCommit.push(() => onCredited(credited));
      // Who has the account is told of it.
      if (credited.resellerId !== ctx.person.resellerId)
        await ctx.say(ctx.texts.message('credited-elsewhere'));
    }
    if (!uncredited) return;
    ctx.afterCommit.push(() => onUnexpected(uncredited));
    await ctx.say(ctx.texts.message('uncredited'));
  });
  dialogue.on('message:refunded_payment', async (ctx) => {
    const receipt = starsReceipt(ctx.message.refunded_payment, ctx.chat.id);
    const error = await ctx.database.inTransaction((tx) => bookRefund(tx, { clock, listener }, receipt));
    if (error) ctx.afterCommit.push(() => onUnexpected(error));
  });
}
