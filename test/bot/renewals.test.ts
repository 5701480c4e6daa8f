import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renewer } from '../../src/auto-renewal/renewer.ts';
import { setAutoRenew } from '../../src/auto-renewal/set-auto-renew.ts';
import { tellWeekAhead } from '../../src/bot/notices/week-ahead.ts';
import { startOfDay } from '../../src/kit/clock.ts';
import { tellOfEnds } from '../../src/orders/ends.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';
import { adjustBalance } from '../support/given.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };

let running: RunningBot;
let person: BotBuyer;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
beforeEach(async () => {
  person = await givenBotBuyer(running);
});
const bot = current(() => running);

/** An order that renews itself for at most that price. */
async function givenRenewed(maxPrice: bigint) {
  const order = await person.buy(PREMIUM);
  const buyer: Buyer = { resellerId: person.resellerId, priceList: 'standard', source: 'bot' };
  const terms = { period: '7d', maxPrice, until: null };
  await setAutoRenew(bot.services, buyer, { orderIds: [order.id] }, terms);
  return order;
}

/** What the bot says by itself when the first try of an order is due. */
async function toldAtTry(endsAt: Date | null): Promise<string | undefined> {
  const ms = (endsAt?.getTime() ?? 0) - 47 * HOUR_MS - bot.clock.now().getTime();
  // The upstream has whole seconds, and an order is looked at from when it was switched on.
  bot.clock.advance(Math.max(ms, HOUR_MS / 60));
  const crew = renewer(bot.services, (error) => {
    throw error;
  });
  await crew.round();
  await crew.close();
  return (await bot.chat(person.user)).messages.at(-1)?.text;
}

test('an order that renewed itself is told with its new end and what was paid', async () => {
  const { id, expiresAt } = await givenRenewed(750_000n);
  expect(await toldAtTry(expiresAt)).toMatch(
    new RegExp(`^Order ${id} has renewed itself until .* UTC\\. Paid: \\$0\\.75\\.$`),
  );
});

test.each([
  ['en', /did not renew itself: the price is above .*\n\nIt ends: .* UTC\. The next try: .* UTC\.$/, 'Renew'],
  ['ru', /не продлился автоматически: цена выше.*\n\n.*Следующая попытка: .* UTC\.$/, 'Продлить'],
] as const)(
  'an order that did not renew itself is told with why, the next try and a button that renews it, in %s',
  async (language, text, button) => {
    person = await givenBotBuyer(bot, { language });
    const { expiresAt } = await givenRenewed(1n);
    expect(await toldAtTry(expiresAt)).toMatch(text);
    expect((await bot.press(person.user, button)).pressed.buttons[0]?.[0]).toMatch(/0[.,]75/);
  },
);

test('the end of an order that is still to renew itself is told without a call to renew it', async () => {
  const { expiresAt } = await givenRenewed(750_000n);
  const { sql } = bot.services.database;
  await sql.updateTable('ends_told').set({ until: bot.clock.now() }).execute();
  await tellOfEnds(sql, new Date((expiresAt?.getTime() ?? 0) - HOUR_MS));
  const last = (await bot.chat(person.user)).messages.at(-1);
  expect(last?.text).toMatch(/expires soon: .* UTC\. It is set to renew itself/);
  expect(last?.buttons).toEqual([]);
});

test('an order is switched to renew itself at today’s price, shown in the week’s renewals, and switched off', async () => {
  const { user } = person;
  const { id } = await person.buy(PREMIUM);
  expect((await bot.say(user, '/renewals'))[0]?.text).toMatch(/No order renews itself in these days/);
  await bot.say(user, String(id));
  await bot.press(user, 'Auto-renewal');
  const { pressed } = await bot.press(user, '7 days: $0.75');
  expect(pressed.text).toContain('Renews itself for 7 days, for at most $0.75.');
  const [week] = await bot.say(user, '/renewals');
  // Late in a day the seven days that begin with it have the second renewal of an order of 7 days, too.
  expect(week?.text).toMatch(
    /^.*\n\n.*: 1 order, \$0\.75, balance \$98\.50\n(?:.*: 1 order, \$0\.75, balance \$97\.75\n)?Your balance covers all of this\.$/,
  );
  await bot.say(user, String(id));
  await bot.press(user, 'Auto-renewal');
  expect((await bot.press(user, 'Switch it off')).pressed.text).toContain('It does not renew itself.');
  expect((await bot.say(user, '/renewals'))[0]?.text).toMatch(/No order renews itself/);
});

test('what the balance does not cover is shown with the orders that are lost, and a button to each', async () => {
  const { id } = await givenRenewed(750_000n);
  await adjustBalance(bot.services, person, -(await person.balance()));
  const [week] = await bot.say(person.user, '/renewals');
  expect(week?.text).toMatch(/Your balance (?:does not cover|covers this until) .*: \/topup\.\n/);
  expect(week?.text).toMatch(new RegExp(`Order ${id} ends .*: the balance does not cover it`));
  expect((await bot.press(person.user, String(id))).pressed.text).toContain('Renews itself');
});

test('the week’s renewals are told each Monday once, by whatever process, and not to who does not want it', async () => {
  const silent = person;
  await givenRenewed(750_000n);
  await forgePress(bot, silent.user, 'notices:forecast:off');
  person = await givenBotBuyer(bot);
  const { expiresAt } = await givenRenewed(750_000n);
  const day = startOfDay(new Date((expiresAt?.getTime() ?? 0) - 48 * HOUR_MS), 'UTC');
  const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
  const count = async ({ user }: BotBuyer) =>
    (await bot.chat(user)).messages.filter(({ text }) => text.startsWith('Renewals of')).length;
  const failures: unknown[] = [];
  const tell = () => tellWeekAhead(bot.services, (error) => failures.push(error));
  bot.clock.advance(monday + 7 * HOUR_MS - bot.clock.now().getTime());
  await tell();
  expect(await count(person)).toBe(0);
  bot.clock.advance(2 * HOUR_MS);
  await Promise.all([tell(), tell(), tell()]);
  expect(await count(person)).toBe(1);
  bot.clock.advance(DAY_MS);
  await tell();
  expect(await count(person)).toBe(1);
  bot.clock.advance(6 * DAY_MS);
  await tell();
  expect([await count(person), await count(silent), failures]).toEqual([2, 0, []]);
});
