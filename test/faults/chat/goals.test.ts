import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/bot/people/people.ts';
import { textsIn } from '../../../src/bot/texts/texts.ts';
import { createRandom } from '../random.ts';
import type { SeenMessage } from './chat-control.ts';
import { ADD_TRAFFIC, BUY_LUXURY, BUY_TERM, needsMoney, RENEW, TOP_UP, wayTo } from './goals.ts';

const PRICE = 750_000n;
const ORDER = { id: 7, tier: 'prem', type: 'ipv4', country: 'US', quantity: 1, status: 'active' } as const;
const TRAFFIC = {
  resellerId: 1,
  orderId: 7,
  upstreamId: '7',
  totalBytes: 10n ** 9n,
  usedBytes: 0n,
  measuredAt: new Date(0),
};

test.each(LANGUAGES)('people find each button on the way to what they are after, in %s', (language) => {
  const { buy, orders, buttons, payBy, thresholdUsd } = textsIn(language);
  const [days, gb] = [
    { days: 7, gb: null },
    { days: null, gb: 1 },
  ];
  const period = (of: typeof days | typeof gb) => ({
    tier: 'prem',
    type: 'ipv4',
    id: 'p',
    name: 'p',
    price: PRICE,
    retailPrice: PRICE,
    ...of,
  });
  const country = buy.countryButton('🇺🇸', 'US', 5_000);
  const term = orders.listButton({ ...ORDER, expiresAt: new Date(0), traffic: undefined }, []);
  const luxury = orders.listButton({ ...ORDER, expiresAt: null, traffic: TRAFFIC }, []);
  const type = buy.typeButton('IPv4', PRICE);
  const confirm = buy.offerButton.confirm(PRICE);
  const pay = orders.confirm(PRICE);
  const ways = [
    { goal: TOP_UP, shown: [thresholdUsd(10), payBy(770)] },
    { goal: BUY_TERM, shown: ['Premium', type, buy.periodButton(days, PRICE), country, '1', confirm] },
    {
      goal: BUY_LUXURY,
      shown: ['Luxury', type, buy.periodButton(gb, PRICE), country, buy.optionButton.next, confirm],
    },
    { goal: RENEW, shown: [term, orders.buttons.renew, orders.periodButton(period(days), PRICE), pay] },
    {
      goal: ADD_TRAFFIC,
      shown: [luxury, orders.buttons.addTraffic, orders.periodButton(period(gb), PRICE), pay],
    },
  ];
  for (const { goal, shown } of ways)
    for (const [index, button] of shown.entries())
      expect(wayTo(goal, withButtons(buttons.back, button), createRandom(1))).toEqual({
        button,
        isLast: index === shown.length - 1,
      });
  expect(needsMoney(withButtons(buttons.topup, buttons.again))).toBe(true);
});

function withButtons(...row: string[]): SeenMessage {
  return {
    messageId: 1,
    from: 'bot',
    text: '',
    buttons: [row],
    invoice: null,
    document: null,
    deleted: false,
  };
}
