import type { SandboxInvoice } from './ledger.ts';

/** What a coin of the sandbox costs, in USD. */
const USD_PER_COIN = '1';
const COIN = 'USDT';

/** An invoice as Crypto Pay's API writes it. `base` is the address of the sandbox's Crypto Pay. */
export function renderInvoice(invoice: SandboxInvoice, base: string): object {
  const payUrl = `${base}/pay/${invoice.hash}`;
  return {
    invoice_id: invoice.invoice,
    hash: invoice.hash,
    currency_type: 'fiat',
    fiat: invoice.fiat,
    amount: invoice.amount,
    accepted_assets: [COIN],
    bot_invoice_url: payUrl,
    mini_app_invoice_url: payUrl,
    web_app_invoice_url: payUrl,
    ...(invoice.description !== undefined && { description: invoice.description }),
    status: invoice.status,
    created_at: iso(invoice.at),
    allow_comments: true,
    allow_anonymous: true,
    ...(invoice.expiresAt !== undefined && { expiration_date: iso(invoice.expiresAt) }),
    ...(invoice.paidAt !== undefined && {
      paid_at: iso(invoice.paidAt),
      paid_anonymously: true,
      paid_asset: COIN,
      paid_amount: invoice.amount,
      paid_fiat_rate: USD_PER_COIN,
      paid_usd_rate: USD_PER_COIN,
      fee_asset: COIN,
      fee_amount: '0',
    }),
    ...(invoice.payload !== undefined && { payload: invoice.payload }),
  };
}

function iso(millis: number): string {
  return new Date(millis).toISOString();
}
