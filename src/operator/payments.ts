import { InvalidArgumentError } from 'commander';
import type { Database } from '../kit/database.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { creditByHand } from '../payments/credit-by-hand.ts';
import {
  isPaymentId,
  type ListedPayment,
  listPayments,
  PAYMENT_STATES,
  type PaymentState,
  PROVIDERS,
  type ProviderName,
} from '../payments/payment.ts';
import { beginRefund, refundOne } from '../payments/refunds.ts';
import { id, OF_RESELLER, oneOf, type Page, page, required, usd } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { usdOrNull } from './format.ts';
import { assertKnown } from './known.ts';

interface ListOptions extends Page {
  state?: PaymentState;
  provider?: ProviderName;
  reseller?: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'payments list',
    does: 'reads',
    about: 'list payments, newest first',
    examples: ['payments list --state differing --format table'],
    options: [
      oneOf('--state <state>', 'only those in one state', PAYMENT_STATES),
      oneOf('--provider <provider>', 'only those by one provider', PROVIDERS),
      OF_RESELLER,
      ...page(),
    ],
    async run({ database }, { reseller: resellerId, ...options }: ListOptions) {
      const { total, payments } = await listPayments(database.sql, { resellerId, ...options });
      if (payments.length === 0) await assertKnown(database.sql, { resellerId });
      const { limit, offset } = options;
      return { total, payments: payments.map(render), limit, offset };
    },
  },
  {
    name: 'payment credit',
    about: 'add a payment that is differing or unknown to a balance, once',
    examples: ['payment credit --payment 01a206a0-6b82-8000-8000-1ef62ef070ea --reseller 2 --usd 24.98'],
    options: [
      required('--payment <id>', 'the payment, as in "payments list"', paymentId),
      required('--reseller <id>', 'whose balance it is added to', id),
      required('--usd <amount>', 'what is added', usd),
    ],
    async run({ database, payments }, options: { payment: string; reseller: number; usd: Micros }) {
      const { payment: paymentId, reseller: resellerId, usd: amount } = options;
      const credited = await creditByHand(payments, { paymentId, resellerId, amount });
      return { ...(await shown(database, paymentId)), ...credited };
    },
  },
  {
    name: 'payment refund',
    about: 'give a payment in Stars back to its payer, while the balance covers it',
    examples: ['payment refund --payment 01a206a0-6b82-8000-8000-1ef62ef070ea'],
    options: [required('--payment <id>', 'the payment, as in "payments list"', paymentId)],
    async run({ database, payments }, { payment }: { payment: string }) {
      const began = await beginRefund(payments, payment);
      // What does not succeed now is tried again by the service.
      await refundOne(payments, payment);
      const given = await shown(database, payment);
      return { ok: given?.state === 'refunded', ...given, replayed: !began };
    },
  },
];

async function shown({ sql }: Database, paymentId: string) {
  const [payment] = (await listPayments(sql, { id: paymentId, limit: 1 })).payments;
  return payment && render(payment);
}

function paymentId(value: string): string {
  if (!isPaymentId(value)) throw new InvalidArgumentError('It is an id that "payments list" prints.');
  return value;
}

function render({ id: payment, amount, uncovered, ...rest }: ListedPayment) {
  return {
    paymentId: payment,
    amountUsd: usdOrNull(amount),
    ...rest,
    ...(uncovered !== null && { uncoveredUsd: formatUsd(uncovered) }),
  };
}
