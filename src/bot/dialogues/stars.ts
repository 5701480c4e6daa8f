import { Composer } from 'grammy';
import { creditWithin } from '../../payments/credit.ts';
import type { Payment } from '../../payments/payment.ts';
import { NO_LISTENER, type Payments } from '../../payments/payments.ts';
import { bookRefund } from '../../payments/refunds.ts';
import { refusalOfCheckout, starsReceipt } from '../../payments/stars/stars.ts';
import { noteUnexpected } from '../alerts/alerts.ts';
import type { BotContext } from './context.ts';

/** What Telegram asks and tells when somebody pays in Stars or gets them back, whoever that is. */
export function starsDialogue({ clock, onCredited, onUnexpected }: Payments): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.on('pre_checkout_query', async (ctx) => {
    const { invoice_payload: payload, currency, total_amount: totalAmount } = ctx.preCheckoutQuery;
    const { resellerId } = ctx.person;
    const checkout = { payload, currency, totalAmount, userId: ctx.from.id, resellerId };
    const refusal = await refusalOfCheckout(ctx.database.sql, checkout, clock);
    if (refusal) await ctx.answerPreCheckoutQuery(false, ctx.texts.checkoutRefused(refusal));
    else await ctx.answerPreCheckoutQuery(true);
  });
  dialogue.on('message:successful_payment', async (ctx) => {
    const receipt = starsReceipt(ctx.message.successful_payment, ctx.from.id);
    const payments = {
      clock,
      listener: {
        ...NO_LISTENER,
        credited: (_tx: unknown, payment: Payment) =>
          ctx.say(isOwn(ctx, payment) ? ctx.texts.credited(payment.amount) : ctx.texts.creditedElsewhere()),
        unexpected: noteUnexpected,
      },
    };
    const { credited, uncredited } = await ctx.database.inTransaction((tx) =>
      creditWithin(tx, payments, receipt),
    );
    if (credited) ctx.afterCommit.push(() => onCredited(credited));
    if (!uncredited) return;
    ctx.afterCommit.push(() => onUnexpected(uncredited));
    await ctx.say(ctx.texts.uncredited());
  });
  dialogue.on('message:refunded_payment', async (ctx) => {
    const receipt = starsReceipt(ctx.message.refunded_payment, ctx.chat.id);
    const refunded = async (payment: Payment, uncovered = 0n) => {
      if (isOwn(ctx, payment)) await ctx.say(ctx.texts.refunded(payment.amount, payment.stars, uncovered));
    };
    const listener = {
      ...NO_LISTENER,
      refunded: (_tx: unknown, payment: Payment) => refunded(payment),
      unexpected: noteUnexpected,
    };
    const booked = await ctx.database.inTransaction((tx) => bookRefund(tx, { clock, listener }, receipt));
    if (!booked) return;
    const { credited, error } = booked;
    ctx.afterCommit.push(() => onUnexpected(error));
    if (credited) await refunded(credited.payment, credited.payment.amount - credited.taken);
  });
  return dialogue;
}

/** Whether the person has asked for it, and it was added to the account that they have now. */
function isOwn({ person }: BotContext, { chatId, resellerId }: Payment): boolean {
  return chatId === person.userId && resellerId === person.resellerId;
}
