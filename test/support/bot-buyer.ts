import { readBalance } from '../../src/billing/accounts.ts';
import type { Order } from '../../src/orders/order.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import type { RunningBot } from './bot.ts';
import { type GivenBuyer, givenBuyer } from './buying.ts';

/** Somebody who talks to the bot and has orders, bought as the bot buys. */
export interface BotBuyer extends GivenBuyer {
  /** Buys 1 GB of residential traffic; what a test does not give does not matter to it. */
  buy(input?: Partial<PurchaseInput>): Promise<Order>;
  balance(): Promise<bigint>;
}

const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };

export async function givenBotBuyer(
  bot: RunningBot,
  options?: Parameters<typeof givenBuyer>[1],
): Promise<BotBuyer> {
  const { services } = bot;
  const given = await givenBuyer(bot, options);
  const { resellerId } = given;
  const buyer: Buyer = { resellerId, priceList: 'standard', source: 'bot' };
  return {
    ...given,
    buy: async (input) => (await purchase(services, buyer, { ...LUXURY, ...input })).sale.order,
    balance: () => readBalance(services.database.sql, resellerId),
  };
}
