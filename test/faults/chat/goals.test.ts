import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/bot/people/people.ts';
import { textsIn } from '../../../src/bot/texts/texts.ts';
import { createRandom } from '../random.ts';
import type { SeenMessage } from './chat-control.ts';
import { ADD_TRAFFIC, BUY_LUXURY, BUY_TERM, needsMoney, RENEW, TOP_UP, wayTo } from './goals.ts';

const PRICE = 750_000n;
const ORDER = {
  id: 7,
  tier: 'prem',
  type: 'ipv4',
  country: 'US',
  quantity: 1,
  status: 'active',
  label: null,
  customer: null,
} as const;
const TRAFFIC = {
  resellerId: 1,
  orderId: 7,
  upstreamId: '7',
  totalBytes: 10n ** 9n,
  usedBytes: 0n,
  measuredAt: new Date(0),
};

test.each(LANGUAGES)('people find each button on the way to what they are after, in %s', (language) => {
  const texts = textsIn(language);
  const price = texts.usd(PRICE);
  const [days, gb] = [
    { days: 7, gb: null },
    { days: null, gb: 1 },
  ];
  const country = texts.countryButton('🇺🇸', 'US', 5_000);
  const term = texts.orderButton({ ...ORDER, expiresAt: new Date(0), traffic: undefined }, []);
  const luxury = texts.orderButton({ ...ORDER, expiresAt: null, traffic: TRAFFIC }, []);
  const type = texts.label('buy-type-button', { name: 'IPv4', price: PRICE });
  const confirm = texts.label('offer-confirm', { kind: 'purchase', charged: PRICE });
  const pay = texts.label('offer-confirm', { kind: 'renewal', charged: PRICE });
  const ways = [
    {
      goal: TOP_UP,
      shown: [texts.label('dollars', { amount: '10' }), texts.label('pay-by-stars', { stars: 770 })],
    },
    { goal: BUY_TERM, shown: ['Premium', type, `${texts.volume(days)}, ${price}`, country, '1', confirm] },
    {
      goal: BUY_LUXURY,
      shown: ['Luxury', type, `${texts.volume(gb)}, ${price}`, country, texts.label('button-next'), confirm],
    },
    { goal: RENEW, shown: [term, texts.label('button-renew'), `${texts.volume(days)}: ${price}`, pay] },
    {
      goal: ADD_TRAFFIC,
      shown: [luxury, texts.label('button-add-traffic'), `${texts.volume(gb)}: ${price}`, pay],
    },
  ];
  for (const { goal, shown } of ways)
    for (const [index, button] of shown.entries())
      expect(wayTo(goal, withButtons(texts.label('button-back'), button), createRandom(1))).toEqual({
        button,
        isLast: index === shown.length - 1,
      });
  const missing = texts.label('top-up-by-stars', { amount: PRICE, stars: 48 });
  const short = withButtons(texts.label('button-check-balance'), missing);
  expect(wayTo(BUY_TERM, short, createRandom(1))).toEqual({ button: missing, isLast: false });
  expect(needsMoney(short)).toBe(true);
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
