import { sql } from 'kysely';
import { parseUsd } from '../../../src/kit/money.ts';
import type { System } from '../system.ts';
import type { ChatRecord } from './chat-record.ts';

const REFERENCES = { stars: 'stars', crypto_pay: 'crypto-pay' };

/** What was paid by the providers' own record is what was added to balances: each once, and nothing else. */
export async function checkPayments({ services }: System, { paid }: ChatRecord): Promise<string[]> {
  const db = services.database.sql;
  const { rows: asked } = await sql<{ id: string; reseller_id: number; amount: string }>`
    select id, reseller_id, amount from payments where reseller_id is not null`.execute(db);
  const { rows: topUps } = await sql<{ reference: string; reseller_id: number; amount: string }>`
    select reference, t.reseller_id, amount from top_ups t
      join bot_people p on p.reseller_id = t.reseller_id`.execute(db);
  const payments = new Map(asked.map((payment) => [payment.id, payment]));
  const left = new Map(topUps.map((topUp) => [topUp.reference, topUp]));
  const paidBy = new Map<number, bigint>();
  const violations: string[] = [];
  for (const { provider, chargeId, payload, usd } of paid) {
    const reference = `${REFERENCES[provider]}:${chargeId}`;
    const [payment, topUp] = [payments.get(payload), left.get(reference)];
    left.delete(reference);
    if (payment)
      paidBy.set(payment.reseller_id, (paidBy.get(payment.reseller_id) ?? 0n) + BigInt(payment.amount));
    if (!payment)
      violations.push(`payments: ${reference} was paid for payment ${payload}, which is not known`);
    else if (!topUp) violations.push(`payments: ${reference} was paid and not credited`);
    else if (topUp.reseller_id !== payment.reseller_id || topUp.amount !== payment.amount)
      violations.push(`payments: ${reference} of ${payment.amount} was credited as ${topUp.amount}`);
    if (payment && usd !== undefined && parseUsd(usd) !== BigInt(payment.amount))
      violations.push(`payments: the invoice of payment ${payload} was made for ${usd} USD`);
  }
  for (const { reference, reseller_id, amount } of left.values())
    violations.push(
      `payments: reseller ${reseller_id} was credited ${amount} by ${reference}, which nobody paid`,
    );
  for (const [reseller, own] of Map.groupBy(topUps, ({ reseller_id }) => reseller_id)) {
    const credited = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const came = paidBy.get(reseller) ?? 0n;
    if (credited > came)
      violations.push(`payments: reseller ${reseller} has paid ${came} and was credited ${credited}`);
  }
  return violations;
}
