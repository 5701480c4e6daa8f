import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

/** A notice of money that the operator has taken from a balance. */
export const NOTICE: Recipe = {
  heading: 'A kind of notice',
  mostFiles: 4,
  edits: [
    {
      file: 'src/billing/notices.ts',
      anchor: '  /** Money went back to the balance when',
      text: `  /** The operator has taken money from the balance. */
  taken: {
    facts: z.object({ amount: AMOUNT, balance: AMOUNT }),
    logged: 'money was taken',
    isSwitchable: true,
  },
$&`,
    },
    {
      file: 'src/billing/corrections.ts',
      anchor: "amount > 0n ? posted.with('noticed', (cte) => noticeOfMoney(cte, 'topped_up')) : posted;",
      text: `posted.with('noticed', (cte) =>
    noticeOfMoney(cte, amount > 0n ? 'topped_up' : 'taken'),
  );`,
    },
    {
      file: 'src/bot/texts/en.ftl',
      anchor: 'notice-refunded =',
      text: `notice-switch-taken = Money is taken from the balance
notice-taken = <b>{ $amount } was taken from your balance</b>, which is { $balance } now.
$&`,
    },
    {
      file: 'src/bot/texts/ru.ftl',
      anchor: 'notice-refunded =',
      text: `notice-switch-taken = Списание с баланса
notice-taken = <b>С баланса списано { $amount }</b>, осталось { $balance }.
$&`,
    },
  ],
  async shows({ program }) {
    const { resellerId } = await program.givenCustomer();
    const decision = ['--reason', 'Credited twice', '--reference', `ticket-${resellerId}`];
    await program.operator('balance', 'adjust', '--reseller', resellerId, '--usd', '-5', ...decision);
    const { notices } = await program.operator('notices', '--reseller', resellerId);
    expect(notices).toMatchObject([{ kind: 'taken', amountUsd: '5.00', balanceUsd: '95.00' }]);
  },
};
