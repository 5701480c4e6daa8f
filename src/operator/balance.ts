import { adjust, MAX_REASON_CHARACTERS, type MadeCorrection } from '../billing/corrections.ts';
import { topUp } from '../billing/top-ups.ts';
import { findEvents, findNewest } from '../events/log.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { refuseReferenceOfPayment } from '../payments/credit-by-hand.ts';
import { setThreshold } from '../resellers/resellers.ts';
import {
  limit,
  MAX_REFERENCE_CHARACTERS,
  required,
  signedUsd,
  text,
  usd,
  WHOM,
  wholeNumber,
} from './arguments.ts';
import { changeOf, type OperatorCommand } from './command.ts';
import { assertKnown } from './known.ts';

export interface Decision {
  reason: string;
  reference: string;
}

export const DECISION = [
  required('--reason <text>', 'why; the reseller reads it', text(MAX_REASON_CHARACTERS)),
  required(
    '--reference <text>',
    'your name for this correction; the reseller reads it',
    text(MAX_REFERENCE_CHARACTERS),
  ),
];

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'top-up',
    about: 'add money to a balance, once for each reference',
    examples: ['top-up --reseller 2 --usd 25 --reference payment-4711'],
    options: [
      WHOM,
      required('--usd <amount>', 'the amount', usd),
      required('--reference <text>', 'the id of the payment', text(MAX_REFERENCE_CHARACTERS)),
    ],
    async run({ database, clock }, options: { reseller: number; usd: Micros; reference: string }) {
      const { reseller: resellerId, usd: amount, reference } = options;
      const at = clock.now();
      await refuseReferenceOfPayment(database.sql, reference);
      const { balanceAfter, replayed } = await topUp(database, { resellerId, amount, reference, at });
      return {
        resellerId,
        amountUsd: formatUsd(amount),
        balanceUsd: formatUsd(balanceAfter),
        reference,
        replayed,
      };
    },
  },
  {
    name: 'threshold',
    about: 'set the balance below which a reseller gets a notice',
    examples: ['threshold --reseller 2 --usd 10'],
    options: [WHOM, required('--usd <number>', 'whole USD', wholeNumber(Number.MAX_SAFE_INTEGER))],
    async run({ database, onChanged }, options: { reseller: number; usd: number }) {
      const { reseller: resellerId, usd: threshold } = options;
      const before = await setThreshold(database, { resellerId, usd: threshold });
      onChanged(changeOf('lowBalanceThresholdUsd', before, threshold));
      return { resellerId, lowBalanceThresholdUsd: threshold };
    },
  },
  {
    name: 'balance adjust',
    about: 'add an amount to a balance, or take it from there, once for each reference',
    examples: ["balance adjust --reseller 2 --usd -5 --reason 'Credited twice' --reference ticket-17"],
    options: [...DECISION, WHOM, required('--usd <amount>', 'what is added; negative to take it', signedUsd)],
    async run({ database, clock }, options: Decision & { reseller: number; usd: Micros }) {
      const { reseller: resellerId, usd: amount, ...decision } = options;
      return renderCorrection(await adjust(database, { resellerId, amount, ...decision, at: clock.now() }));
    },
  },
  {
    name: 'events',
    does: 'reads',
    about: 'list what happened to a reseller, as its log of 30 days has it, newest first',
    examples: ['events --reseller 2'],
    options: [WHOM, limit(50)],
    async run({ database }, { reseller: resellerId, limit }: { reseller: number; limit: number }) {
      const { sequence: newest } = await findNewest(database.sql, resellerId);
      const sequences = Array.from({ length: limit }, (_, i) => newest - i);
      const events = await findEvents(database.sql, resellerId, sequences);
      if (events.length === 0) await assertKnown(database.sql, { resellerId });
      events.sort((one, other) => other.sequence - one.sequence);
      return {
        events: events.map(({ sequence, type, cause, order_id: orderId, facts, ...row }) => ({
          ...{ sequence, type, cause, orderId },
          amountUsd: formatUsd(BigInt(row.amount)),
          balanceUsd: formatUsd(BigInt(row.balance)),
          ...(facts !== '' && { facts: JSON.parse(facts) as object }),
          createdAt: row.created_at,
        })),
      };
    },
  },
];

/** `balanceUsd` is the balance right after it, also when the correction was made before. */
export function renderCorrection(made: MadeCorrection) {
  const { resellerId, amount, balanceAfter, reference, reason, at, replayed } = made;
  return {
    resellerId,
    amountUsd: formatUsd(amount),
    balanceUsd: formatUsd(balanceAfter),
    reference,
    reason,
    at,
    replayed,
  };
}
