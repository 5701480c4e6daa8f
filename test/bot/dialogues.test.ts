import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDisabled } from '../../src/access/sign-out.ts';
import { adjust } from '../../src/billing/corrections.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { createLinkCode } from '../../src/bot/people/link-codes.ts';
import { setSupportContact } from '../../src/kit/program.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { createKey, listKeys } from '../../src/resellers/keys.ts';
import { readReferrerOfBuyer } from '../../src/resellers/referrals.ts';
import { admitSession, authenticateSessions, presentedSessionOf } from '../../src/sessions/admission.ts';
import { freshUntil } from '../../src/sessions/sessions.ts';
import { createSignInCode, signIn } from '../../src/sessions/sign-in.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { botBuyerOf } from '../support/coins.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';
import { givenReseller } from '../support/given.ts';
import { givenMovements } from '../support/given-history.ts';
import { CHOSEN_KINDS, readNotices } from '../support/wanted-notices.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

let users = 100;

/** Somebody who has started the bot. */
async function given({ name = 'Ann', language = 'en' } = {}): Promise<{ user: number; resellerId: number }> {
  users += 1;
  await bot.say(users, '/start', { firstName: name, language });
  return { user: users, resellerId: await resellerOf(users) };
}

async function resellerOf(user: number): Promise<number> {
  const { sql } = bot.services.database;
  const person = await sql
    .selectFrom('bot_people')
    .select('reseller_id')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  return person.reseller_id ?? 0;
}

async function isBlocked(user: number): Promise<boolean> {
  const people = bot.services.database.sql.selectFrom('bot_people').select('blocked_at');
  return (await people.where('user_id', '=', user).executeTakeFirstOrThrow()).blocked_at !== null;
}

function callApi(apiKey: string): Promise<Response> {
  return fetch(`${bot.url}/v1/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
}

const secretIn = (texts: { text: string }[]) =>
  /prk_\w+/.exec(texts.map(({ text }) => text).join('\n'))?.[0] ?? '';

test('a person who starts the bot becomes a reseller with an empty balance, once', async () => {
  const [welcome] = await bot.say(7, '/start', { firstName: 'Ann', language: 'en' });
  expect(welcome?.text).toMatch(/^Welcome, Ann!/);
  const [again] = await bot.say(7, '/start');
  expect(again?.text).toMatch(/^Hello, Ann\./);
  const { pressed } = await bot.press(7, 'Balance');
  expect(pressed.text).toMatch(/^Balance: \$0\.00/);
  const rows = await bot.services.database.sql
    .selectFrom('resellers')
    .select(['name', 'price_list'])
    .execute();
  expect(rows).toContainEqual({ name: 'Ann', price_list: 'standard' });
  expect(rows.filter(({ name }) => name === 'Ann')).toHaveLength(1);
});

test('whoever has not started the bot is told to', async () => {
  const [answer] = await bot.say(8, '/balance', { language: 'en' });
  expect(answer?.text).toMatch(/^Send \/start first/);
});

test('the language is that of Telegram until the person chooses another one', async () => {
  const { user } = await given({ language: 'ru' });
  expect((await bot.say(user, '/help'))[0]?.text).toContain('Что умеет этот бот');
  await bot.say(user, '/language');
  const { pressed } = await bot.press(user, 'English');
  expect(pressed.text).toBe('I will write in English from now on.');
  expect((await bot.say(user, '/balance'))[0]?.text).toMatch(/^Balance/);
});

test('the threshold is chosen by a button or typed, and what is no whole number of dollars is refused', async () => {
  const { user, resellerId } = await given();
  await bot.say(user, '/balance');
  await bot.press(user, 'Low-balance limit');
  expect((await bot.press(user, '$25')).pressed.text).toContain('falls below $25.00');
  await bot.press(user, 'Low-balance limit');
  for (const odd of ['-1', '2.5', '1000001', 'a lot', '99999999999999999999', '💵']) {
    expect((await bot.say(user, odd))[0]?.text).toMatch(/^Please type a whole number/);
  }
  expect((await bot.say(user, '1000000'))[0]?.text).toContain('falls below $1,000,000.00');
  const reseller = await bot.services.database.sql
    .selectFrom('resellers')
    .select('low_balance_threshold_usd as usd')
    .where('id', '=', resellerId)
    .executeTakeFirst();
  expect(reseller?.usd).toBe(1_000_000);
  // Nothing is awaited any more.
  expect((await bot.say(user, '5'))[0]?.text).toMatch(/^Nothing found for/);
});

test('a command ends what was asked for', async () => {
  const { user } = await given();
  await bot.say(user, '/balance');
  await bot.press(user, 'Low-balance limit');
  await bot.say(user, '/help');
  expect((await bot.say(user, '5'))[0]?.text).toMatch(/^Nothing found for/);
});

test('the statement is a file in which no text is a formula', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  await topUp(database, { resellerId, amount: 12_500_000n, reference: '=HYPERLINK("x")', at: clock.now() });
  expect((await bot.say(user, '/balance'))[0]?.text).toMatch(/\+\$12\.50 {2}Top-up/);
  const { sent } = await bot.press(user, 'Statement (CSV)');
  const file = sent.find(({ document }) => document)?.document;
  expect(file?.name).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/);
  const [header, line] = file?.text.split('\r\n') ?? [];
  expect(header).toBe(
    '\uFEFFTime (UTC),Description,"Amount, USD","Balance after, USD",Reference,Label,Customer',
  );
  expect(line).toMatch(/^[\d-]+T[\d:.]+Z,Top-up,12\.50,12\.50,"'=HYPERLINK\(""x""\)",,$/);
});

test('a long statement comes whole, in files one after the other', async () => {
  const { user, resellerId } = await given();
  await givenMovements(bot.services, resellerId, 10_001);
  await bot.say(user, '/balance');
  const files = [];
  for (const button of ['Statement (CSV)', 'Earlier transactions (CSV)', 'Earlier transactions (CSV)'])
    files.push(...(await bot.press(user, button)).sent.filter(({ document }) => document));
  expect(files.map(({ text }) => text)).toEqual([
    'Your statement, one file of several: 5,000 transactions. Get the transactions before these with the button.',
    'Your statement, one file of several: 5,000 transactions. Get the transactions before these with the button.',
    'Your statement, the last file: 1 transaction. There are none before these.',
  ]);
  expect(files.at(-1)?.buttons).toEqual([]);
  const lines = files.flatMap(({ document }) => document?.text.trim().split('\r\n').slice(1) ?? []);
  expect(new Set(lines).size).toBe(10_001);
});

test.each([
  ['en', 'Questions? Write to @acme_help.', 'Ask support (@acme_help) for a new one.'],
  ['ru', 'Вопросы? Напишите: @acme_help.', 'Новую даст поддержка (@acme_help).'],
] as const)(
  'help and refusals name the support that the operator has set, in %s',
  async (language, help, link) => {
    const { user } = await given({ language });
    expect((await bot.say(user, '/help'))[0]?.text).not.toContain('@');
    setSupportContact('@acme_help');
    try {
      expect((await bot.say(user, '/help'))[0]?.text).toContain(help);
      expect((await bot.say(user, '/start link_none'))[0]?.text).toContain(link);
    } finally {
      setSupportContact(undefined);
    }
  },
);

test('a key is created, works, is disabled, enabled, limited to networks and reissued', async () => {
  const { user } = await given();
  expect((await bot.say(user, '/keys'))[0]?.text).toMatch(/^You have no API keys yet/);
  await bot.press(user, 'New key');
  expect((await bot.say(user, 'x'.repeat(51)))[0]?.text).toMatch(/1 to 50 characters/);
  const first = secretIn(await bot.say(user, 'My <program>'));
  expect((await callApi(first)).status).toBe(200);

  await bot.say(user, '/keys');
  const shown = `My <program>, ${first.slice(0, 8)}…`;
  const key = (await bot.press(user, shown)).pressed.text;
  expect(key).toContain('Allowed networks: any');
  expect(key).toMatch(/Last used: \d+ \w+ \d{4}/);
  expect((await bot.press(user, 'Disable')).pressed.text).toContain('Status: disabled');
  expect((await callApi(first)).status).toBe(403);
  await bot.press(user, 'Enable');
  expect((await callApi(first)).status).toBe(200);

  await bot.press(user, 'Allowed networks');
  const [refused] = await bot.say(user, 'home, 203.0.113.1/24');
  expect(refused?.text).toMatch(/^This is not accepted: .*home/);
  const [limited] = await bot.say(user, '203.0.113.0/24 2001:db8::1');
  expect(limited?.text).toContain('Allowed networks: 203.0.113.0/24, 2001:db8::1/128');
  expect((await callApi(first)).status).toBe(403);
  await bot.press(user, 'Allowed networks');
  expect((await bot.press(user, 'Any network')).pressed.text).toContain('Allowed networks: any');

  await bot.press(user, 'Reissue key');
  const second = secretIn((await bot.press(user, 'Yes, reissue it')).sent);
  expect((await callApi(first)).status).toBe(401);
  expect((await callApi(second)).status).toBe(200);

  await bot.say(user, '/keys');
  await bot.press(user, `My <program>, ${second.slice(0, 8)}…`);
  await bot.press(user, 'Reissue key');
  const { pressed, sent } = await bot.press(user, 'Reissue, keep the old one 24 h');
  expect(pressed.text).toContain(`Old key: ${second.slice(0, 8)}… works until `);
  expect((await callApi(second)).status).toBe(200);
  expect((await callApi(secretIn(sent))).status).toBe(200);
});

test('a key is deleted after a question, and a second press about it finds no key', async () => {
  const { user, resellerId } = await given();
  await bot.say(user, '/keys');
  await bot.press(user, 'New key');
  const apiKey = secretIn(await bot.say(user, 'Shop'));
  await callApi(apiKey);
  await bot.say(user, '/keys');
  const { pressed } = await bot.press(user, `Shop, ${apiKey.slice(0, 8)}…`);
  expect(pressed.text).toMatch(/Created: .*UTC\nIssued: .*UTC\nLast used: .* UTC from 127\.0\.0\.1/);
  expect((await bot.press(user, 'Delete key')).pressed.text).toContain('(Shop)? It stops working at once');
  expect((await callApi(apiKey)).status).toBe(200);
  const [key] = (await listKeys(bot.services.database.sql, [resellerId])).get(resellerId) ?? [];
  expect((await bot.press(user, 'Yes, delete it')).pressed.text).toMatch(/^You have no API keys yet/);
  expect((await callApi(apiKey)).status).toBe(401);
  expect(await forgePress(bot, user, `key:delete_sure:${key?.id}`)).toMatch(/^You have no such key/);
});

test.each([
  ['at once', 'reissue_sure', 401],
  ['in 24 hours', 'reissue_overlap', 200],
] as const)(
  'two presses at once that end the old secret %s replace one secret, and one is told so',
  async (_, action, status) => {
    const { user, resellerId } = await given();
    await bot.say(user, '/keys');
    await bot.press(user, 'New key');
    const first = secretIn((await bot.press(user, 'Without a name')).sent);
    // Its answer is what the presses change.
    await bot.say(user, '/keys');
    const [key] = (await listKeys(bot.services.database.sql, [resellerId])).get(resellerId) ?? [];
    const data = `key:${action}:${key?.id}:${key?.prefix}`;
    await Promise.all([1, 2].map(() => forgePress(bot, user, data)));
    const texts = (await bot.chat(user)).messages.map(({ text }) => text);
    const secrets = texts.flatMap((text) => /prk_\w{42}/.exec(text)?.[0] ?? []);
    expect(secrets).toEqual([first, expect.stringMatching(/^prk_/)]);
    expect((await callApi(first)).status).toBe(status);
    expect((await callApi(secrets[1] ?? '')).status).toBe(200);
    expect(texts.filter((text) => text.startsWith('This key has already been reissued'))).toHaveLength(1);
  },
);

test('a secret stands in a message of its own, which its button deletes', async () => {
  const { user } = await given();
  await bot.say(user, '/keys');
  await bot.press(user, 'New key');
  const { sent } = await bot.press(user, 'Without a name');
  expect(sent).toHaveLength(1);
  const { pressed } = await bot.press(user, 'Saved: delete this message');
  expect(pressed.deleted).toBe(true);
});

test('a button about a key of somebody else finds no key', async () => {
  const { user } = await given();
  const stranger = await givenReseller(bot.services);
  await bot.say(user, '/keys');
  const forged = await forgePress(bot, user, `key:disable:${stranger.keyId}`);
  expect(forged).toMatch(/^You have no such key/);
  const { sql } = bot.services.database;
  const key = await sql
    .selectFrom('api_keys')
    .select('disabled')
    .where('id', '=', stranger.keyId)
    .executeTakeFirst();
  expect(key?.disabled).toBe(false);
});

test('the link to the console signs in', async () => {
  const { user } = await given();
  const [answer] = await bot.say(user, '/console');
  expect(answer?.text).toContain('once and expires in 15 minutes');
  expect(answer?.text).toMatch(/https:\/\/proxies\.example\/console\/sign-in#[\w-]{22}/);
});

test('a link of the sign-in page is answered with one to the console, also to who had no account', async () => {
  const { user } = await given();
  const link = expect.stringMatching(/\/console\/sign-in#[\w-]{22}/);
  expect((await bot.say(user, '/start console')).map(({ text }) => text)).toEqual([link]);
  users += 1;
  const [welcome, signIn] = await bot.say(users, '/start console', { language: 'en' });
  expect([welcome?.text, signIn?.text]).toEqual([expect.stringContaining('Your account is ready'), link]);
});

test('one press in the chat confirms a session of the console, which it may also end, and no session of others', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  const stranger = await givenReseller(bot.services);
  const start = async (whose: number) => {
    const { code } = await createSignInCode(database, { resellerId: whose, at: clock.now() });
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
    const entering = { code, userAgent, formerToken: undefined, at: clock.now() };
    const session = presentedSessionOf(await signIn(database, entering), '203.0.113.7');
    await admitSession(database.sql, session, { requests: 1 }, clock.now());
    return session;
  };
  const [own, foreign] = [await start(resellerId), await start(stranger.resellerId)];
  bot.clock.advance(16 * 60_000);
  const freshness = async () => {
    const callers = await authenticateSessions(database.sql, [own, foreign], clock.now());
    return callers.map((caller) => {
      if (caller instanceof Error || caller.credential.kind !== 'session') return undefined;
      return { id: caller.credential.id, isFresh: freshUntil(caller.credential.signedInAt) > clock.now() };
    });
  };
  const [ownId, foreignId] = (await freshness()).map((session) => session?.id);
  const [refused] = await bot.say(user, `/start confirm_${foreignId}`);
  expect(refused?.text).toMatch(/^There is no such session/);
  const [confirmed] = await bot.say(user, `/start confirm_${ownId}`);
  expect(confirmed?.text).toMatch(/^Confirmed\. For 15 minutes.*Firefox on Linux, 203\.0\.113\.7/);
  expect(await freshness()).toMatchObject([{ isFresh: true }, { isFresh: false }]);
  const { pressed } = await bot.press(user, 'Not me: end this session');
  expect(pressed.text).toMatch(/^That session has ended/);
  expect(await freshness()).toMatchObject([undefined, { isFresh: false }]);
});

test('what is no command is answered, whatever it is', async () => {
  const { user } = await given();
  for (const odd of [
    'hello',
    '/nonsense',
    'x'.repeat(4_096),
    '👩‍👩‍👧‍👦'.repeat(200),
    '\u202Egnirts',
    '<b>',
    '\u0007',
  ]) {
    expect((await bot.say(user, odd))[0]?.text).toMatch(/^(?:Nothing found for|I did not understand)/);
  }
});

test.each([
  ['HTML', '<b>Ann</b> & <script>'],
  ['emoji', '👩‍👩‍👧‍👦🇺🇸'],
  ['marks that reverse text', 'A\u202Enn'],
  ['64 characters', 'n'.repeat(64)],
])('a name of %s is shown as it is', async (_, name) => {
  users += 1;
  const [welcome] = await bot.say(users, '/start', { firstName: name, language: 'en' });
  expect(welcome?.text).toMatch(new RegExp(`^Welcome, ${RegExp.escape(name.replace('\u202E', ''))}!`));
});

test('a link code binds the person to the reseller that the operator added, once', async () => {
  const { resellerId } = await givenReseller(bot.services);
  const { database, clock } = bot.services;
  const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
  users += 1;
  const user = users;
  const [linked] = await bot.say(user, `/start link_${code}`, { language: 'en' });
  expect(linked?.text).toBe('You now manage the account Reseller of a test.');
  expect(await resellerOf(user)).toBe(resellerId);
  expect((await bot.say(user, '/balance'))[0]?.text).toMatch(/^Balance: \$100\.00/);

  const { user: other, resellerId: before } = await given();
  expect((await bot.say(other, `/start link_${code}`))[0]?.text).toMatch(/^This link has already been used/);
  expect(await resellerOf(other)).toBe(before);

  const late = await createLinkCode(database.sql, {
    resellerId,
    at: new Date(clock.now().getTime() - 3_600_001),
  });
  expect((await bot.say(other, `/start link_${late.code}`))[0]?.text).toMatch(
    /^This link has already been used/,
  );

  const anew = await createLinkCode(database.sql, { resellerId, at: clock.now() });
  expect((await bot.say(other, `/start link_${anew.code}`))[0]?.text).toContain(`number ${before}, is kept`);
  expect(await resellerOf(user)).toBe(0);
});

test('a list has room for as many keys as a reseller may have', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  for (let i = 0; i < 100; i++) await createKey(database, { resellerId, at: clock.now() });
  const [list] = await bot.say(user, '/keys');
  expect(list?.buttons.flat()).toHaveLength(100);
  expect(list?.text).toContain('These are the latest 20 of 100.');
  await bot.press(user, 'New key');
  const { sent } = await bot.press(user, 'Without a name');
  expect(sent.at(-1)?.text).toContain('up to 100 API keys');
});

test('a list of keys says from where each may be used and when it last was, whatever they are called', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  const at = clock.now();
  const allowedIps = Array.from({ length: 100 }, (_, i) => `2001:db8:aaaa:bbbb:cccc:dddd:eeee:${1_000 + i}`);
  for (let i = 0; i < 20; i++) {
    const name = `&${'W'.repeat(49)}`;
    await createKey(database, { resellerId, name, allowedIps, at });
  }
  await createKey(database, { resellerId, name: 'Shop', allowedIps: ['203.0.113.7'], at });
  const [list] = await bot.say(user, '/keys');
  expect(list?.text).toMatch(/Shop: 203\.0\.113\.7\/32, never used\n/);
  expect(list?.text).toContain('2001:db8:aaaa:bbbb:cccc:dddd:eeee:1001/128 and 98 more, never used');
});

test('whoever starts the bot by an invitation is referred, once, and nobody by themselves', async () => {
  const { user, resellerId } = await given();
  const [invitation] = await bot.say(user, '/invite');
  expect(invitation?.text).toContain('5% of everything they pay');
  const code = /start=(ref_[\w-]{12})/.exec(invitation?.text ?? '')?.[1];
  await bot.say(user, `/start ${code}`);
  expect(await readReferrerOfBuyer(bot.services.database.sql, resellerId)).toBeUndefined();

  users += 1;
  const invited = users;
  await bot.say(invited, `/start ${code}`, { language: 'en' });
  const friend = await resellerOf(invited);
  expect(await readReferrerOfBuyer(bot.services.database.sql, friend)).toBe(resellerId);

  // What has come of it is told with the link.
  expect(invitation?.text).toContain('Nobody has come by it yet.');
  const { database, clock } = bot.services;
  await topUp(database, {
    resellerId: friend,
    amount: 10_000_000n,
    reference: randomUUID(),
    at: clock.now(),
  });
  const wanted = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
  await purchase(bot.services, botBuyerOf({ resellerId: friend }), wanted);
  const [later] = await bot.say(user, '/invite');
  expect(later?.text).toContain('1 person has come by it, and you have earned 22 coins.');
  await bot.say(user, '/language');
  await bot.press(user, 'Русский');
  const [inRussian] = await bot.say(user, '/invite');
  expect(inRussian?.text).toContain('По ней пришёл 1 человек, вам начислено: 22 монеты.');
});

test.each([
  ['en', 'Programs and the console pay API prices: up to 40% less than in this chat.'],
  ['ru', 'Для программ и в личном кабинете действуют цены API: до 40 % ниже, чем в этом чате.'],
])(
  'the keys and the console are told to pay the prices of the API, by the catalog, in %s',
  async (language, line) => {
    const { user } = await given({ language });
    for (const command of ['/keys', '/console'])
      expect((await bot.say(user, command))[0]?.text.split('\n').at(-1)).toBe(line);
  },
);

test('messages that come by themselves are all on at first, and those about orders can be switched off', async () => {
  const { user, resellerId } = await given();
  const kinds = () => readNotices(bot.services.database.sql, resellerId);
  expect(await kinds()).toEqual(CHOSEN_KINDS);
  await bot.say(user, '/notices');
  await bot.press(user, 'An order expires or is not renewed: on');
  expect(await kinds()).toEqual(CHOSEN_KINDS.filter((kind) => kind !== 'order_ends'));
  const { pressed } = await bot.press(user, 'An order expires or is not renewed: off');
  expect(pressed.buttons.flat()).toContain('An order expires or is not renewed: on');
  expect(await kinds()).toEqual(CHOSEN_KINDS);
});

test('a block is noticed from who is disabled, and neither it nor its end is answered', async () => {
  const { user, resellerId } = await given();
  await setDisabled(bot.services.database, { resellerId, reason: 'x' });
  const before = (await bot.chat(user)).messages.length;
  for (const blocked of [true, false]) {
    await bot.control('POST', 'telegram/block', { user, blocked });
    await expect.poll(() => isBlocked(user), { timeout: 120_000 }).toBe(blocked);
    expect((await bot.chat(user)).messages).toHaveLength(before);
  }
});

test('a block is noticed from who is too fast, and nothing is said to them', async () => {
  const { user } = await given();
  const from = new Date(bot.clock.now().getTime() + 3_600_000);
  const { sql } = bot.services.database;
  await sql
    .updateTable('bot_people')
    .set({ rate_from: from, rate_count: 31 })
    .where('user_id', '=', user)
    .execute();
  const before = (await bot.chat(user)).messages.length;
  await bot.control('POST', 'telegram/block', { user, blocked: true });
  await expect.poll(() => isBlocked(user), { timeout: 120_000 }).toBe(true);
  expect((await bot.chat(user)).messages).toHaveLength(before);
});

test('whoever is disabled gets the operator’s reason, whatever they ask for, until they are enabled', async () => {
  const { user, resellerId } = await given();
  const { database } = bot.services;
  await setDisabled(database, { resellerId, reason: 'Write to <billing>.' });
  for (const text of ['/buy', '/keys', 'hello'])
    expect((await bot.say(user, text))[0]?.text).toBe('Your account is disabled: Write to <billing>.');
  const { user: russian, resellerId: theirs } = await given({ language: 'ru' });
  await setDisabled(database, { resellerId: theirs, reason: 'x' });
  expect((await bot.say(russian, '/balance'))[0]?.text).toBe('Ваш аккаунт отключён: x');
  await setDisabled(database, { resellerId, reason: null });
  expect((await bot.say(user, '/balance'))[0]?.text).toMatch(/^Balance/);
});

test('a balance with seven long corrections fits a message', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  for (let i = 0; i < 7; i++) {
    const correction = { resellerId, amount: 1_000_000n, reference: `long-${i}`, reason: '<'.repeat(500) };
    await adjust(database, { ...correction, at: clock.now() });
  }
  const [shown] = await bot.say(user, '/balance');
  expect(shown?.text).toMatch(/^Balance: \$7\.00/);
  expect(shown?.text).toContain('+$1.00');
});

test('a list of all proxies is made in the chat, and its address serves what is bought later', async () => {
  const { user, resellerId } = await given();
  const { database, clock } = bot.services;
  await topUp(database, { resellerId, amount: 10_000_000n, reference: randomUUID(), at: clock.now() });
  await bot.say(user, '/keys');
  const { sent } = await bot.press(user, 'Proxy list by link');
  const [address = ''] = /https?:\/\/\S+\/lists\/prl_\w{42}/.exec(sent[0]?.text ?? '') ?? [];
  const wanted = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
  await purchase(bot.services, botBuyerOf({ resellerId }), wanted);
  const response = await fetch(`${bot.url}${new URL(address).pathname}`);
  expect(await response.text()).toMatch(/^\S+:\d+:\S+:\S+\n$/);
});
