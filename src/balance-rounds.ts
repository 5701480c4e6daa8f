import type { Logger } from 'pino';
import { noteAlert } from './bot/alerts/alerts.ts';
import { operatorCommand } from './kit/operator-command.ts';
import type { Services } from './purchases/services.ts';
import { checkSomeBalances } from './reconciliation/check-some-balances.ts';

/**
 * Looks at all balances in turn, some in each round. What it finds wrong only a whole verification clears.
 */
export class BalanceRounds {
  readonly #services: Pick<Services, 'database' | 'clock'>;
  readonly #log: Logger;
  #next = 0;

  constructor(services: Pick<Services, 'database' | 'clock'>, log: Logger) {
    this.#services = services;
    this.#log = log;
  }

  async round(): Promise<void> {
    const { database, clock } = this.#services;
    const { wrong, next } = await checkSomeBalances(database.sql, this.#next);
    this.#next = next;
    if (wrong.length === 0) return;
    const advice = `a balance is not what the ledger says; "${operatorCommand('ledger verify')}" lists them`;
    this.#log.error({ resellerId: wrong[0] }, advice);
    await noteAlert(database.sql, { subject: 'ledger', isGood: false, detail: null }, clock.now());
  }
}
