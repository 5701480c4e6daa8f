import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UpstreamAlerts } from '../../src/bot/alerts.ts';
import { tellOperator } from '../../src/bot/notices/tell-operator.ts';
import { BALANCE_JOB } from '../../src/jobs/book-rounds.ts';
import { beginJob } from '../../src/kit/job.ts';
import { credit } from '../../src/payments/credit.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { bookRefund } from '../../src/payments/refunds.ts';
import { starsReceipt } from '../../src/payments/stars/stars.ts';
import { createPx6, type Px6 } from '../../src/upstreams/px6/px6.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { FreeRateSlots } from '../upstreams/px6/free-rate-slots.ts';

const OPERATOR = 900;
const STOCK = 'ipv4';
/** The least time between two messages about one thing. */
const A_MINUTE = 60_000;
/** As long as no call is sent to an upstream that is down. */
const LEFT_ALONE = 5_000;
const SILENT = pino({ level: 'silent' });

let bot: RunningBot;

beforeEach(async () => {
  bot = await startBot({ operatorChat: OPERATOR });
  await bot.say(OPERATOR, '/start');
});
afterEach(() => bot.close());

/** What the operator was told, once it is so many messages. */
async function told(count: number): Promise<string[]> {
  const read = async () => {
    const { messages } = await bot.chat(OPERATOR);
    return messages.filter(({ from }) => from === 'bot').slice(1);
  };
  await vi.waitUntil(async () => (await read()).length >= count, { timeout: 20_000 });
  return (await read()).map(({ text }) => text);
}

interface UpstreamOfProcess {
  px6: Px6;
  timer: ManualTimer;
  call(times?: number): Promise<void>;
}

/** An adapter of PX6 as a process of its own has it. */
function upstream(account = FIRST_ACCOUNT, key = bot.sandbox.px6Key): UpstreamOfProcess {
  const { services, sandbox } = bot;
  const alerts = new UpstreamAlerts({ ...services, log: SILENT });
  const timer = new ManualTimer();
  const px6 = createPx6({
    url: sandbox.px6Url,
    accounts: [{ name: account, key }],
    slots: new FreeRateSlots(timer, 1_000),
    timer,
    onCondition: (name) => alerts.of('px6', name),
  });
  return {
    px6,
    timer,
    async call(times = 1) {
      for (let i = 0; i < times; i++) await px6.countriesOf(STOCK, 'urgent').catch(() => {});
      await alerts.close();
    },
  };
}

const uncredited = () =>
  credit(
    bot.payments,
    starsReceipt(
      {
        currency: 'XTR',
        total_amount: 5,
        invoice_payload: randomUUID(),
        telegram_payment_charge_id: randomUUID(),
      },
      7,
    ),
  );

test('the operator is told once of an upstream that is down, whichever processes notice it, and once that it is back', async () => {
  const [one, another] = [upstream(), upstream()];
  await one.call();
  bot.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  await one.call(12);
  expect(one.px6.isUp()).toBe(false);
  await another.call(12);
  expect(await told(1)).toEqual(['PX6 is down. Nothing is charged for its work meanwhile.']);
  bot.sandbox.arm([]);
  bot.clock.advance(A_MINUTE);
  for (const { timer, call } of [one, another]) {
    timer.advance(LEFT_ALONE);
    await call();
  }
  expect((await told(2)).slice(1)).toEqual(['PX6 is back.']);
});

test('an upstream that comes and goes gives one message a minute at most, about how it is then', async () => {
  const { timer, call } = upstream();
  bot.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  await call(12);
  await told(1);
  for (let i = 0; i < 3; i++) {
    bot.sandbox.arm([]);
    timer.advance(LEFT_ALONE);
    await call();
    bot.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
    await call(12);
  }
  bot.clock.advance(A_MINUTE);
  await uncredited();
  // The other message comes after what there was to say of the upstream.
  const texts = await told(2);
  expect(texts).toHaveLength(2);
  expect(texts[1]).toContain('A payment has come, or may have, and was not credited');
});

test('an upstream balance that is low is told with what is left, and that it is enough again', async () => {
  const { call } = upstream();
  await call();
  bot.sandbox.setBalance(999.5);
  await call(2);
  expect((await told(1))[0]).toContain('Our balance at PX6 is low: 999.50 RUB.');
  bot.sandbox.setBalance(50_000);
  await call();
  bot.clock.advance(A_MINUTE);
  expect((await told(2)).slice(1)).toEqual(['Our balance at PX6 is enough again. 50000.00 RUB']);
});

test('of several accounts each is told by itself, and all but the first by their names', async () => {
  const [main, second] = [upstream(), upstream('second', bot.sandbox.px6Keys[1])];
  await main.call();
  bot.sandbox.setBalance(2, bot.sandbox.px6Keys[1]);
  await second.call();
  expect((await told(1))[0]).toContain('Our balance at PX6 (second) is low: 2.00 RUB.');
  bot.sandbox.setBalance(3);
  await main.call();
  expect((await told(2))[1]).toContain('Our balance at PX6 is low: 3.00 RUB.');
});

test('a key that an upstream refuses is told, and that it is accepted again', async () => {
  const stranger = upstream('second', 'no such key');
  await stranger.call(2);
  expect((await told(1))[0]).toContain('PX6 (second) does not accept our key.');
  bot.clock.advance(A_MINUTE);
  await upstream('second', bot.sandbox.px6Keys[1]).call();
  expect((await told(2))[1]).toBe('PX6 (second) accepts our key again.');
});

test('what one process has seen is told, also when another one has seen the opposite since', async () => {
  const [one, another] = [upstream(), upstream()];
  await one.call();
  bot.sandbox.setBalance(999.5);
  await another.call(2);
  expect((await told(1))[0]).toContain('Our balance at PX6 is low');
  bot.sandbox.setBalance(50_000);
  bot.clock.advance(A_MINUTE);
  await one.call();
  expect((await told(2))[1]).toContain('Our balance at PX6 is enough again.');
});

test('a payment that was not credited is told once, and so is the next one', async () => {
  await uncredited();
  const [first] = await told(1);
  expect(first).toContain('A payment has come, or may have, and was not credited');
  bot.clock.advance(A_MINUTE);
  await uncredited();
  const texts = await told(2);
  expect(texts).toHaveLength(2);
  expect(texts[1]).not.toBe(first);
});

test('payments that were not credited within a minute are each told once, in one message, and then nothing is written', async () => {
  const { services, clock } = bot;
  const { sql: db } = services.database;
  await uncredited();
  await told(1);
  for (let i = 0; i < 3; i++) await uncredited();
  const ids = (await listPayments(db, { limit: 9 })).payments.map(({ id }) => id);
  clock.advance(A_MINUTE);
  const texts = (await told(2)).join();
  for (const id of ids) expect(texts.split(id)).toHaveLength(2);
  expect(texts).toContain('Payments have come, or may have, and were not credited');
  const written = () =>
    sql`select subject, xmin::text, xmax::text from bot_alerts order by subject`.execute(db);
  const before = (await written()).rows;
  clock.advance(2 * A_MINUTE);
  for (let i = 0; i < 3; i++) expect(await tellOperator(services, OPERATOR)).toBe(false);
  expect((await written()).rows).toEqual(before);
  clock.advance(24 * 60 * A_MINUTE);
  await uncredited();
  await told(3);
  expect((await written()).rows).toHaveLength(1);
});

test('Stars that went back elsewhere within a minute are each told once', async () => {
  const { services, clock, payments } = bot;
  const ids: string[] = [];
  const given = (charge: string) => {
    const paid = {
      currency: 'XTR',
      total_amount: 5,
      invoice_payload: 'x',
      telegram_payment_charge_id: charge,
    };
    return services.database.inTransaction((tx) => bookRefund(tx, payments, starsReceipt(paid, 7)));
  };
  for (let i = 0; i < 3; i++) {
    const error = await given(`charge ${i}`);
    ids.push(/payment (\S+)/.exec(error?.message ?? '')?.[1] ?? '');
    expect(await given(`charge ${i}`)).toBeUndefined();
    if (i === 0) await told(1);
  }
  clock.advance(A_MINUTE);
  const texts = (await told(2)).join();
  for (const id of ids) expect(texts.split(id)).toHaveLength(2);
});

test('a balance that is not what its ledger says is found and told once, until a verification finds none', async () => {
  const { services } = bot;
  const needs = { services, databaseUrl: bot.databaseUrl, log: SILENT };
  const rounds = beginJob(BALANCE_JOB, needs, () => {});
  await rounds.round();
  const change = (by: number) =>
    services.database.sql
      .updateTable('accounts')
      .set({ balance: sql<bigint>`balance + ${by}` })
      .execute();
  await change(1);
  await rounds.round();
  await rounds.round();
  expect((await told(1))[0]).toContain('The ledger does not add up.');
  const operator = operatorOn(bot);
  await operator('ledger', 'verify');
  await change(-1);
  bot.clock.advance(A_MINUTE);
  expect((await operator('ledger', 'verify')).result).toMatchObject({ ok: true });
  expect((await told(2)).slice(1)).toEqual(['The ledger adds up again.']);
});

test('a chat that takes no messages is told when it takes them again', async () => {
  await bot.control('POST', 'telegram/block', { user: OPERATOR, blocked: true });
  await bot.chat(OPERATOR);
  await uncredited();
  await bot.control('POST', 'telegram/block', { user: OPERATOR, blocked: false });
  await bot.say(OPERATOR, '/start');
  expect((await told(2)).join()).toContain('A payment has come, or may have, and was not credited');
});

test('an alert that the chat did not take is told once when somebody writes there', async () => {
  await refuseAlert();
  await bot.say(OPERATOR, '/start');
  const alerts = async () =>
    (await told(2)).filter((text) => text.includes('A payment has come, or may have, and was not credited'));
  expect(await alerts()).toHaveLength(1);
  bot.clock.advance(A_MINUTE);
  expect(await tellOperator(bot.services, OPERATOR)).toBe(false);
  expect(await alerts()).toHaveLength(1);
});

/** Has the chat not take an alert, as one that nobody has opened yet. */
async function refuseAlert(): Promise<void> {
  const refused = { upstream: 'telegram', call: 'sendMessage', mode: 'refuse', status: 403, times: 1 };
  await bot.control('PUT', 'faults', [refused]);
  await uncredited();
  await vi.waitUntil(
    async () => {
      const blocked =
        await sql`select from bot_people where user_id = ${OPERATOR} and blocked_at is not null`.execute(
          bot.services.database.sql,
        );
      return blocked.rows.length === 1;
    },
    { timeout: 30_000 },
  );
}

test('an alert that the chat did not take is told at the next start', async () => {
  await refuseAlert();
  await bot.bot.close();
  const { sandbox, databaseUrl, credentialsKey } = bot;
  const next = await startBot({ operatorChat: OPERATOR, sandbox, databaseUrl, credentialsKey });
  try {
    expect((await told(1)).join()).toContain('A payment has come, or may have, and was not credited');
  } finally {
    await next.close();
  }
});

test('alerts are told although the first look at the chat failed', async () => {
  await bot.bot.close();
  const { sandbox, databaseUrl, credentialsKey } = bot;
  const holder = new Client(databaseUrl);
  await holder.connect();
  await holder.query(`update bot_people set blocked_at = now() where user_id = ${OPERATOR}`);
  await holder.query(`begin; select from bot_people where user_id = ${OPERATOR} for update`);
  const next = await startBot({ operatorChat: OPERATOR, sandbox, databaseUrl, credentialsKey });
  try {
    const failed = /could not be told|a part of the bot has failed/;
    await vi.waitUntil(() => failed.test(next.logged.join()), { timeout: 30_000 });
    await holder.query('rollback');
    await uncredited();
    expect((await told(1)).join()).toContain('A payment has come, or may have, and was not credited');
  } finally {
    await holder.end();
    await next.close();
  }
});
