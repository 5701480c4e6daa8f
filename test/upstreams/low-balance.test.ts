import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { UpstreamAlerts } from '../../src/bot/alerts.ts';
import { systemTimer } from '../../src/kit/clock.ts';
import { AccountBook } from '../../src/upstreams/account-book.ts';
import { daysLeft, lowBelow } from '../../src/upstreams/own-account.ts';
import { createPx6 } from '../../src/upstreams/px6/px6.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { FreeRateSlots } from './px6/free-rate-slots.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const MILLION = 1_000_000n;

let opened: OpenedServices;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

/** What a process that is configured with so many days tells the operator of our balance at PX6. */
function watch(lowBalanceDays: number) {
  const { services, sandbox, clock } = opened;
  const { database } = services;
  const lines: string[] = [];
  const alerts = new UpstreamAlerts({
    database,
    clock,
    log: createLog({ write: (line) => void lines.push(line) }),
  });
  const book = new AccountBook({
    database,
    clock,
    lowBalanceDays,
    onFailure: (error) => {
      throw error;
    },
  });
  const px6 = createPx6({
    url: sandbox.px6Url,
    accounts: [{ name: FIRST_ACCOUNT, key: sandbox.px6Key }],
    slots: new FreeRateSlots(systemTimer, 1_000),
    own: (account) => book.of('px6', account),
    onCondition: (account) => alerts.of('px6', account),
  });
  return {
    close: () => px6.close(),
    /**
     * Reads this balance, some time after the one before. The second reading knows what the first has cost.
     */
    async read(roubles: number): Promise<void> {
      sandbox.setBalance(roubles);
      for (let reading = 0; reading < 2; reading++) {
        clock.advance(MINUTE);
        await px6.readBalance(FIRST_ACCOUNT);
        await book.flush();
        await alerts.close();
      }
    },
    lines,
    async refuse(): Promise<void> {
      sandbox.arm([{ upstream: 'px6', call: '*', mode: 'refuse', times: 1 }]);
      await px6.readBalance(FIRST_ACCOUNT).catch(() => {});
      await alerts.close();
    },
    /** How often the log has said that the balance is low. */
    warnings: () => lines.filter((line) => line.includes('"upstream":"px6_balance"')).length,
    /** What the operator's chat is told of; undefined: nothing ever. */
    async isGood(): Promise<boolean | undefined> {
      const row = await database.sql
        .selectFrom('bot_alerts')
        .select('is_good')
        .where('subject', '=', 'px6_balance')
        .executeTakeFirst();
      return row?.is_good;
    },
  };
}

test('a balance that lasts for fewer days than UPSTREAM_LOW_BALANCE_DAYS is told once, and again after it was enough', async () => {
  const { read, warnings, isGood, close } = watch(3);
  await read(100_000);
  await read(76_000); // 24,000 in a day: 72,000 in three.
  expect([warnings(), await isGood()]).toEqual([0, true]);
  await read(74_000); // 26,000: 78,000.
  expect([warnings(), await isGood()]).toEqual([1, false]);
  await read(73_900);
  await read(73_800);
  expect(warnings()).toBe(1);
  await read(97_000); // A quarter above what lasts for three days is 98,250.
  expect(await isGood()).toBe(false);
  await read(99_000);
  expect([warnings(), await isGood()]).toEqual([1, true]);
  await read(78_000);
  expect([warnings(), await isGood()]).toEqual([2, false]);
  await close();
});

test('the log says in words what is wrong with an account, and what is left there also when a refusal does not say it', async () => {
  const { read, lines, refuse, close } = watch(0);
  await read(999.5);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    upstream: 'px6_balance',
    msg: 'an upstream needs the operator: our balance there is low, 999.50 RUB',
  });
  await read(50_000);
  opened.clock.advance(MINUTE);
  await refuse();
  expect(lines.at(-1)).toContain('our balance there is low, 50000 RUB');
  await close();
});

test('what was spent more than a week ago is not counted', async () => {
  const { read, warnings, isGood, close } = watch(3);
  await read(100_000);
  await read(20_000);
  expect([warnings(), await isGood()]).toEqual([1, false]);
  opened.clock.advance(8 * DAY);
  await read(20_000);
  expect([warnings(), await isGood()]).toEqual([1, true]);
  await close();
});

test('with 0 days a balance is low below a fixed amount alone, however much is spent', async () => {
  const { read, warnings, close } = watch(0);
  await read(100_000);
  await read(1_000);
  expect(warnings()).toBe(0);
  await read(999);
  expect(warnings()).toBe(1);
  await close();
});

test('a day of spending is one day of it in the first week of an account, and warns at once', () => {
  const first = { amount: 7_000n * MILLION, overMs: DAY };
  expect(lowBelow('RUB', first, 3)).toBe(21_000n * MILLION);
  expect(daysLeft({ amount: 15_000n * MILLION, unit: 'RUB' }, first)).toBe(2);
  expect(daysLeft({ amount: 15_000n * MILLION, unit: 'RUB' }, { ...first, overMs: 7 * DAY })).toBe(15);
});

test.each([
  ['RUB', 0n, 3, 1_000n],
  ['RUB', 7_000n, 3, 3_000n],
  ['RUB', 7_000n, 365, 365_000n],
  ['GB', 70n, 3, 30n],
  ['GB', 7n, 3, 10n],
  ['EUR', 70n, 3, 30n],
  ['EUR', 0n, 3, undefined],
])(
  'a balance in %s with %d spent in a week, to last for %d days, is low below %s',
  (unit, spent, days, low) => {
    const expected = low === undefined ? undefined : low * MILLION;
    expect(lowBelow(unit, { amount: spent * MILLION, overMs: 7 * DAY }, days)).toBe(expected);
  },
);
