import { z } from 'zod';
import { badRequest } from '../failure.ts';
import { readKeyboard } from '../keyboard.ts';
import type { Parameters } from '../parameters.ts';
import { wireTransaction } from '../wire.ts';
import { type Method, TRUE } from './method.ts';

const MAX_TITLE_CHARACTERS = 32;
const MAX_DESCRIPTION_CHARACTERS = 255;
const MAX_PAYLOAD_BYTES = 128;
/** Telegram takes so many, and refuses half as many more. */
const MAX_STARS = 100_000;

const prices = z.array(z.object({ label: z.string().min(1), amount: z.coerce.number().int() })).min(1);

export const PAYMENT_METHODS = {
  sendInvoice({ telegram, parameters }) {
    const invoice = requireInvoice(parameters);
    const given = readKeyboard(parameters, telegram.limits);
    if (given.length > 0 && !given[0]?.[0]?.pay) throw badRequest('REPLY_MARKUP_BUY_EMPTY');
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    const pay = { text: `Pay ⭐️${invoice.amount}`, pay: true as const };
    const keyboard = given.length > 0 ? given : [[pay]];
    return { result: telegram.messages.send(chat, { text: '', entities: [], keyboard, invoice }) };
  },

  answerPreCheckoutQuery({ telegram, parameters }) {
    const query = parameters.required('pre_checkout_query_id');
    if (parameters.boolean('ok')) telegram.people.decide(query, {});
    else telegram.people.decide(query, { refusedBecause: parameters.required('error_message') });
    return TRUE;
  },

  refundStarPayment({ telegram, parameters }) {
    const { chats } = telegram.store;
    const person = chats.people.get(parameters.integer('user_id'));
    if (!person) throw badRequest('user not found');
    const chargeId = parameters.required('telegram_payment_charge_id');
    const refund = chats.payments.get(chargeId);
    if (refund?.chat !== person.id || !refund.payment) throw badRequest('CHARGE_NOT_FOUND');
    if (chats.refunded.has(chargeId)) throw badRequest('CHARGE_ALREADY_REFUNDED');
    telegram.messages.addRefund(person, refund.payment);
    return TRUE;
  },

  /** Oldest first, as Telegram has them. */
  getStarTransactions({ telegram, parameters }) {
    const offset = parameters.integer('offset', { min: 0 });
    const limit = parameters.integer('limit', { otherwise: 100, min: 1, max: 100 });
    const { chats } = telegram.store;
    const found = chats.transactions.slice(offset, offset + limit);
    return { result: { transactions: found.map((message) => wireTransaction(message, chats)) } };
  },
} satisfies Record<string, Method>;

function requireInvoice(parameters: Parameters) {
  const [title, description] = [parameters.required('title'), parameters.required('description')];
  const payload = parameters.required('payload');
  const currency = parameters.required('currency');
  const given = prices.safeParse(parameters.json('prices', 'prices') ?? parameters.required('prices'));
  if (!given.success) throw badRequest("can't parse labeled price");
  if ([...title].length > MAX_TITLE_CHARACTERS) throw badRequest('INVOICE_TITLE_INVALID');
  if ([...description].length > MAX_DESCRIPTION_CHARACTERS) throw badRequest('INVOICE_DESCRIPTION_INVALID');
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw badRequest('INVOICE_PAYLOAD_INVALID');
  // Another currency needs a provider of payments, which the bot of the sandbox has not.
  if (currency !== 'XTR') throw badRequest('PAYMENT_PROVIDER_INVALID');
  const [price, ...more] = given.data;
  if (parameters.has('provider_token') || !price || more.length > 0)
    throw badRequest('STARS_INVOICE_INVALID');
  if (price.amount < 1 || price.amount > MAX_STARS) throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID');
  return { title, description, payload, amount: price.amount };
}
