import { expect, test } from 'vitest';
import { openTelegram, type TelegramClient } from './telegram-client.ts';

const INVOICE = {
  chat_id: 7,
  title: 'Top up',
  description: 'By $10',
  payload: 'top-up-1',
  provider_token: '',
  currency: 'XTR',
  prices: [{ label: 'Top up', amount: 770 }],
};

/** The query that asks the bot whether the payment may be made, as soon as it is there. */
async function checkoutOf({ result }: TelegramClient) {
  let query: { id: string } | undefined;
  await expect
    .poll(async () => {
      query = (await result('getUpdates')).at(-1)?.pre_checkout_query;
      return query;
    })
    .toBeDefined();
  return query ?? { id: '' };
}

test('an invoice is paid once, after the bot has agreed', async () => {
  const client = await openTelegram();
  const { result, act, chat } = client;
  const sent = await result('sendInvoice', INVOICE);
  expect(sent).toMatchObject({
    invoice: { title: 'Top up', currency: 'XTR', total_amount: 770 },
    reply_markup: { inline_keyboard: [[{ text: 'Pay ⭐️770', pay: true }]] },
  });
  const paying = act('pay', { user: 7, messageId: sent.message_id });
  const query = await checkoutOf(client);
  expect(query).toMatchObject({
    currency: 'XTR',
    total_amount: 770,
    invoice_payload: 'top-up-1',
    from: { id: 7 },
  });
  await result('answerPreCheckoutQuery', { pre_checkout_query_id: query.id, ok: true });
  const { messageId, chargeId } = (await paying).body;
  expect((await result('getUpdates')).at(-1).message).toMatchObject({
    message_id: messageId,
    successful_payment: {
      currency: 'XTR',
      total_amount: 770,
      invoice_payload: 'top-up-1',
      telegram_payment_charge_id: chargeId,
    },
  });
  expect((await chat()).at(-1).payment).toEqual({ chargeId, amount: 770, refunded: false });
  expect(await act('pay', { user: 7, messageId: sent.message_id })).toEqual({
    status: 409,
    body: { error: `The invoice in message ${sent.message_id} has been paid` },
  });
});

test('what the bot refuses is not paid, and the person gets its words', async () => {
  const client = await openTelegram();
  const { message_id: messageId } = await client.result('sendInvoice', INVOICE);
  const paying = client.act('pay', { user: 7, messageId });
  const pre_checkout_query_id = (await checkoutOf(client)).id;
  const refusal = { pre_checkout_query_id, ok: false };
  expect((await client.call('answerPreCheckoutQuery', refusal)).body.description).toBe(
    'Bad Request: parameter "error_message" is required',
  );
  await client.result('answerPreCheckoutQuery', { ...refusal, error_message: 'It is too late.' });
  expect(await paying).toEqual({ status: 409, body: { error: 'It is too late.' } });
  expect(await client.chat()).toHaveLength(2);
});

test('an agreement after 10 seconds comes too late', async () => {
  const client = await openTelegram();
  const { message_id: messageId } = await client.result('sendInvoice', INVOICE);
  const paying = client.act('pay', { user: 7, messageId });
  const { id } = await checkoutOf(client);
  client.clock.pass(11);
  const late = await client.call('answerPreCheckoutQuery', { pre_checkout_query_id: id, ok: true });
  expect(late.body.description).toMatch(/^Bad Request: query is too old/);
  expect((await paying).body.error).toBe('The bot did not answer within 10 seconds');
  expect(await client.exceeded()).toMatchObject({ secondsToAnswer: 1 });
});

test('a payment is given back once', async () => {
  const client = await openTelegram();
  const { message_id: messageId } = await client.result('sendInvoice', INVOICE);
  const paying = client.act('pay', { user: 7, messageId });
  const { id } = await checkoutOf(client);
  await client.result('answerPreCheckoutQuery', { pre_checkout_query_id: id, ok: true });
  const refund = { user_id: 7, telegram_payment_charge_id: (await paying).body.chargeId };
  expect(await client.result('refundStarPayment', refund)).toBe(true);
  expect((await client.chat()).at(-1).payment).toMatchObject({ amount: 770, refunded: true });
  const refused = async (given: object) => (await client.call('refundStarPayment', given)).body.description;
  expect(await refused(refund)).toBe('Bad Request: CHARGE_ALREADY_REFUNDED');
  expect(await refused({ ...refund, telegram_payment_charge_id: 'x' })).toBe('Bad Request: CHARGE_NOT_FOUND');
  expect(await refused({ ...refund, user_id: 8 })).toBe('Bad Request: user not found');
});

test.each([
  [{ currency: 'USD' }, 'PAYMENT_PROVIDER_INVALID'],
  [{ provider_token: 'x' }, 'STARS_INVOICE_INVALID'],
  [{ prices: [...INVOICE.prices, ...INVOICE.prices] }, 'STARS_INVOICE_INVALID'],
  [{ prices: [] }, "can't parse labeled price"],
  [{ prices: [{ label: 'a', amount: 0 }] }, 'CURRENCY_TOTAL_AMOUNT_INVALID'],
  [{ payload: 'é'.repeat(65) }, 'INVOICE_PAYLOAD_INVALID'],
  [{ payload: '' }, 'parameter "payload" is required'],
  [{ title: 'a'.repeat(33) }, 'INVOICE_TITLE_INVALID'],
])('an invoice with %j is refused: %s', async (changes, reason) => {
  const { call } = await openTelegram();
  expect((await call('sendInvoice', { ...INVOICE, ...changes })).body.description).toBe(
    `Bad Request: ${reason}`,
  );
});
