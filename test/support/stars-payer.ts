import { expect } from 'vitest';
import type { OpenedServices } from './services.ts';

interface Update {
  update_id: number;
  pre_checkout_query?: { id: string; invoice_payload: string };
}

/** Somebody who pays invoices in Stars at the sandbox, where no bot of ours answers. */
export interface StarsPayer {
  /** Pays an invoice with this payload; returns the charge. */
  pay(payload: string, stars?: number): Promise<string>;
  /** Gives a charge back as another tool of the bot's owner does. */
  giveBack(chargeId: string): Promise<void>;
  control(method: string, path: string, body: object): Promise<Record<string, unknown>>;
}

export async function starsPayer(opened: OpenedServices, user: number): Promise<StarsPayer> {
  const { url, telegramUrl, telegramToken } = opened.sandbox;

  async function control(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${url}/control/${path}`, { method, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  }

  async function bot<Result>(method: string, body: object): Promise<Result> {
    const answer = await fetch(`${telegramUrl}/bot${telegramToken}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { result: Result }).result;
  }

  let offset = 0;
  /** The question whether the invoice with this payload may be paid. */
  async function checkoutOf(payload: string): Promise<string> {
    let query: Update['pre_checkout_query'];
    await expect
      .poll(async () => {
        const updates = await bot<Update[]>('getUpdates', { offset });
        offset = updates.at(-1)?.update_id ?? offset;
        query = updates
          .map((update) => update.pre_checkout_query)
          .find((one) => one?.invoice_payload === payload);
        return query;
      })
      .toBeDefined();
    return query?.id ?? '';
  }

  await control('PUT', 'telegram/user', { user });
  await control('POST', 'telegram/send', { user, text: '/start' });
  return {
    control,
    async pay(payload, stars = 1925) {
      // Telegram takes one message a second for one chat.
      opened.clock.advance(1_100);
      const { message_id: messageId } = await bot<{ message_id: number }>('sendInvoice', {
        chat_id: user,
        title: 'Top-up',
        description: 'Top-up',
        payload,
        currency: 'XTR',
        prices: [{ label: 'Top-up', amount: stars }],
      });
      const paying = control('POST', 'telegram/pay', { user, messageId });
      const query = await checkoutOf(payload);
      await bot('answerPreCheckoutQuery', { pre_checkout_query_id: query, ok: true });
      return String((await paying)['chargeId']);
    },
    async giveBack(chargeId) {
      await bot('refundStarPayment', { user_id: user, telegram_payment_charge_id: chargeId });
    },
  };
}
