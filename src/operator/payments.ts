import { type Command, InvalidArgumentError, Option } from 'commander';
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
import { id, rowLimit, rowOffset, usd } from './arguments.ts';
import { assertKnown } from './known.ts';
import { changes, type Run, reads } from './run.ts';

interface ListOptions {
  state?: PaymentState;
  provider?: ProviderName;
  reseller?: number;
  limit: number;
  offset: number;
}

export function addPaymentCommands(program: Command, run: Run): void {
  const payments = program
    .command('payments')
    .description('look at what people have paid in the chat bot, and are asked to pay');

  reads(payments.command('list'), 'payments list --state differing --format table')
    .description('list payments, newest first')
    .addOption(new Option('--state <state>', 'only those in one state').choices(PAYMENT_STATES))
    .addOption(new Option('--provider <provider>', 'only those by one provider').choices(PROVIDERS))
    .option('--reseller <id>', 'only those of one reseller', id)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .option('--offset <number>', 'how many to skip', rowOffset, 0)
    .action(({ reseller: resellerId, ...options }: ListOptions) =>
      run(async ({ database }) => {
        const { total, payments } = await listPayments(database.sql, { resellerId, ...options });
        if (payments.length === 0) await assertKnown(database.sql, { resellerId });
        const { limit, offset } = options;
        return { total, payments: payments.map(render), limit, offset };
      }),
    );

  const payment = program
    .command('payment')
    .description('give a payment in Stars back, or credit one that came and was not credited');

  changes(
    payment.command('credit'),
    'payment credit --payment 01a206a0-6b82-8000-8000-1ef62ef070ea --reseller 2 --usd 24.98',
  )
    .description('add a payment that is differing or unknown to a balance, once')
    .requiredOption('--payment <id>', 'the payment, as in "payments list"', paymentId)
    .requiredOption('--reseller <id>', 'whose balance it is added to', id)
    .requiredOption('--usd <amount>', 'what is added', usd)
    .action((options: { payment: string; reseller: number; usd: Micros }) =>
      run(async ({ database }, providers) => {
        const { payment: paymentId, reseller: resellerId, usd: amount } = options;
        const credited = await creditByHand(providers, { paymentId, resellerId, amount });
        return { ...(await shown(database, paymentId)), ...credited };
      }),
    );

  changes(payment.command('refund'), 'payment refund --payment 01a206a0-6b82-8000-8000-1ef62ef070ea')
    .description('give a payment in Stars back to its payer, while the balance covers it')
    .requiredOption('--payment <id>', 'the payment, as in "payments list"', paymentId)
    .action((options: { payment: string }) =>
      run(async ({ database }, providers) => {
        const began = await beginRefund(providers, options.payment);
        // What does not succeed now is tried again by the service.
        await refundOne(providers, options.payment);
        const given = await shown(database, options.payment);
        return { ok: given?.state === 'refunded', ...given, replayed: !began };
      }),
    );
}

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
    amountUsd: amount === null ? null : formatUsd(amount),
    ...rest,
    ...(uncovered !== null && { uncoveredUsd: formatUsd(uncovered) }),
  };
}
