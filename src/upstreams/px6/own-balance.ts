import { z } from 'zod';
import type { Condition } from '../condition.ts';

/** About what ten proxies for a month cost: the operator needs some time to send money. */
const LOW_BELOW: Readonly<Record<string, number>> = { RUB: 1_000, USD: 15 };
/** PX6's error number for too little money on our account. */
const NO_MONEY = 400;

const accountAnswer = z.object({
  balance: z.union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)]),
  currency: z.string(),
});
const noMoneyAnswer = z.object({
  status: z.literal('no'),
  error_id: z.union([z.literal(NO_MONEY), z.literal(String(NO_MONEY))]),
});

/** What an answer says of the money on our account; undefined when it says nothing. */
export function conditionOf(content: unknown): Condition | undefined {
  if (noMoneyAnswer.safeParse(content).success) return { about: 'balance', isGood: false };
  const account = accountAnswer.safeParse(content);
  if (!account.success) return undefined;
  const { balance, currency } = account.data;
  const lowBelow = LOW_BELOW[currency];
  if (lowBelow === undefined) return undefined;
  return { about: 'balance', isGood: Number(balance) >= lowBelow, detail: `${balance} ${currency}` };
}
