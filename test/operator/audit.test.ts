import { Command } from 'commander';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteIntent } from '../../src/audit/audit-log.ts';
import { addCommands, addMigrateCommand } from '../../src/operator/operator.ts';
import { givenReseller } from '../support/given.ts';
import { holdLock, lockWaits } from '../support/held-lock.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { NO_CELLS, operatorOn, type Ran, run, runAs } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const BUY = ['order', 'buy', '--tier', 'prem', '--type', 'ipv4', '--country', 'US', '--period', '7d'];

/** Runs a command as somebody. */
const as = (name: string, ...args: string[]) => runAs(name, opened, args);

async function listed(...filters: string[]): Promise<Record<string, unknown>[]> {
  const { result } = await operator('audit', 'list', ...filters);
  return result?.['commands'] as Record<string, unknown>[];
}

test('every command of the operator is on record unless it says that it reads, and only "migrate" never is', async () => {
  const program = new Command();
  const rows = await addCommands(program, async () => {}, []);
  addMigrateCommand(program, async () => {});
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap((one) => leaves(one));
  const all = leaves(program);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((command) => !rows.has(command)).map((command) => command.name())).toEqual(['migrate']);
  expect([...rows.values()].filter((row) => !row.does).length).toBeGreaterThan(20);
});

test('what a command is to change is committed before it does, and how it has ended after it', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const whose = ['--reseller', `${resellerId}`];
  await using held = await holdLock(opened.databaseUrl, 'select from accounts for update');
  const working = as('ann', 'top-up', ...whose, '--usd', '5', '--reference', 'p-1');
  await expect.poll(held.waiting).toBe(1);
  expect(await listed(...whose)).toMatchObject([{ outcome: 'unknown', endedAt: null }]);
  await held.release();
  await working;
  expect(await listed(...whose)).toEqual([
    {
      commandId: expect.any(String),
      operator: 'ann',
      command: 'top-up',
      arguments: [...whose, '--usd', '5', '--reference', 'p-1'],
      resellerId,
      beganAt: expect.any(String),
      outcome: 'done',
      message: null,
      endedAt: expect.any(String),
    },
  ]);
});

test('a command that is refused is on record as refused, with the reason, and one that only reads is not', async () => {
  await as('ben', 'key', 'disable', '--key', '999999');
  await as('ben', 'reseller', 'list');
  await as('ben', 'audit', 'list');
  expect(await listed('--by', 'ben')).toMatchObject([
    {
      command: 'key disable',
      resellerId: null,
      outcome: 'refused',
      message: expect.stringContaining('There is no API key 999999'),
    },
  ]);
});

/** Of the names of the commands. */
const LAST_WORDS = ['top-up', 'import', 'set-price'];
const TOP_UP = ['top-up', '--reseller', '7', '--reference', 'r'];

test.each([
  ['an unknown option', [...TOP_UP, '--usd', '5', '--euro', '5'], 7, /unknown option '--euro'/],
  ['a bad amount', [...TOP_UP, '--usd', '-5'], 7, /--usd <amount>' argument '-5' is invalid/],
  ['an option that is missing', TOP_UP, 7, /--usd <amount>' not specified/],
  ['a bad format', ['--format', 'xml', ...TOP_UP, '--usd', '5'], null, /Allowed choices are json, table/],
  ['a file that is missing', ['catalog', 'import', 'missing.json'], null, /cannot be read: ENOENT/],
  [
    'options that exclude each other',
    ['catalog', 'set-price', '--product', 'prem/ipv4', '--period', '7d', '--retail', '--reset'],
    null,
    /retail price has nothing to go back to/,
  ],
])(
  '%s of a command that would change something is on record as refused, with what was wrong',
  async (flaw, args, resellerId, message) => {
    const { status, error } = await as(flaw, ...args);
    expect({ status, message: error?.message }).toEqual({
      status: 1,
      message: expect.stringMatching(message),
    });
    const entries = await listed('--by', flaw);
    expect(entries).toEqual([
      {
        commandId: expect.any(String),
        operator: flaw,
        command: args.includes('top-up') ? 'top-up' : args.slice(0, 2).join(' '),
        arguments: args.slice(args.findIndex((word) => LAST_WORDS.includes(word)) + 1),
        resellerId,
        beganAt: expect.any(String),
        outcome: 'refused',
        message: `invalid_request: ${error?.message}`,
        endedAt: expect.any(String),
      },
    ]);
  },
);

test('a refused command that only reads, one that does not exist, and help are not on record', async () => {
  await as('kim', 'reseller', 'show', '--reseller', 'x');
  await as('kim', 'top-down', '--reseller', '7');
  await as('kim', 'balance');
  await as('kim', 'top-up', '--help');
  expect(await listed('--by', 'kim')).toEqual([]);
});

test('a secret at the wrong place of a refused command is not on record', async () => {
  const { apiKey } = await givenReseller(opened.services);
  await as('lea', 'top-up', '--reseller', '7', '--reference', 'r', '--usd', apiKey);
  const text = JSON.stringify(await listed('--by', 'lea'));
  expect(text).toContain(`argument 'prk_***' is invalid`);
  expect(text).not.toContain(apiKey);
});

test('a refusal is printed before the audit log is opened, and that it could not be written there behind it', async () => {
  const forbidden = async () => {
    throw new Error('opened');
  };
  const away = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  };
  const { status, stderr } = await run(['top-up'], forbidden, away);
  expect(status).toBe(1);
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { error: { code: 'invalid_request', message: expect.stringContaining('--reseller') } },
    {
      warning: 'The audit log could not be told of this refusal: connect ECONNREFUSED 127.0.0.1:1',
    },
  ]);
});

test('a command that fails is on record as failed, without the words of the failure', async () => {
  const { resellerId } = await givenReseller(opened.services);
  let asked = 0;
  const clock = {
    now() {
      // The first time is that of the intent.
      if (++asked === 2) throw new TypeError(`the secret ${resellerId}`);
      return new Date();
    },
  };
  const services = { ...opened.services, clock };
  const args = ['top-up', '--reseller', `${resellerId}`, '--usd', '5', '--reference', 'p-2'];
  await run(args, async () => ({
    ...{ ...opened, services, ...NO_CELLS },
    operator: 'bug',
    close: async () => {},
  }));
  expect(await listed('--by', 'bug')).toMatchObject([
    { outcome: 'failed', message: 'internal_error: The command failed unexpectedly (TypeError).' },
  ]);
});

test('the secrets that a command prints, and those that are pasted where none belongs, are not on record', async () => {
  const { resellerId, apiKey } = await givenReseller(opened.services);
  const { result: created } = await as('cat', 'key', 'create', '--reseller', `${resellerId}`);
  await as('cat', 'api', 'disable', '--message', `Ask for ${apiKey}.`);
  await as('cat', 'api', 'enable');
  const text = JSON.stringify(await listed('--by', 'cat'));
  expect(text).toContain('Ask for prk_***.');
  expect(text).not.toContain(apiKey);
  expect(text).not.toContain(created?.['apiKey']);
});

test('what a command has changed is on record from what to what', async () => {
  const { resellerId, keyId } = await givenReseller(opened.services);
  const whose = ['--reseller', `${resellerId}`];
  const commands = [
    [['reseller', 'rename', ...whose, '--name', 'Acme'], 'name: "Reseller of a test" -> "Acme"'],
    [
      ['reseller', 'price-list', ...whose, '--price-list', 'wholesale'],
      'priceList: "standard" -> "wholesale"',
    ],
    [['reseller', 'rate-limit', ...whose, '--per-minute', '90'], 'requestsPerMinute: null -> 90'],
    [['threshold', ...whose, '--usd', '33'], 'lowBalanceThresholdUsd: 10 -> 33'],
    [['reseller', 'disable', ...whose, '--reason', 'Unpaid'], 'disabledReason: null -> "Unpaid"'],
    [['reseller', 'enable', ...whose], 'disabledReason: "Unpaid" -> null'],
    [['reseller', 'enable', ...whose], 'nothing was changed'],
    [['key', 'disable', '--key', `${keyId}`], 'disabled: false -> true'],
    [['key', 'allow-ips', '--key', `${keyId}`, '--ip', '10.0.0.1'], 'allowedIps: [] -> ["10.0.0.1/32"]'],
  ] as const;
  for (const [args] of commands) await as('hal', ...args);
  const messages = (await listed('--by', 'hal')).map(({ message }) => message);
  expect(messages.sort()).toEqual(commands.map(([, message]) => message).sort());
});

test('what holds for all is on record from what to what, too: a list’s own price, and why the API is closed', async () => {
  const price = ['catalog', 'set-price', '--product', 'prem/ipv4', '--period', '7d'];
  const [standard, wholesale] = ['0.60', ['--price-list', 'wholesale']] as const;
  await as('ole', ...price, ...wholesale, '--reset');
  await as('ole', ...price, '--usd', standard);
  const commands = [
    // The same as the standard price, which holds there without one.
    [[...price, ...wholesale, '--usd', standard], `priceUsd: null -> "${standard}"`],
    [[...price, ...wholesale, '--usd', standard], 'nothing was changed'],
    [[...price, ...wholesale, '--reset'], `priceUsd: "${standard}" -> null`],
    [[...price, ...wholesale, '--reset'], 'nothing was changed'],
    [[...price, '--usd', '0.61'], `priceUsd: "${standard}" -> "0.61"`],
    [['api', 'disable', '--message', 'Moving.'], 'message: null -> "Moving."'],
    [
      ['api', 'disable', '--message', 'Still.', '--until', '2026-12-01T12:00:00Z'],
      'message: "Moving." -> "Still."; until: null -> "2026-12-01T12:00:00.000Z"',
    ],
    [['api', 'enable'], 'message: "Still." -> null; until: "2026-12-01T12:00:00.000Z" -> null'],
    [['api', 'enable'], 'nothing was changed'],
  ] as const;
  for (const [args] of commands) await as('pia', ...args);
  const messages = (await listed('--by', 'pia')).map(({ message }) => message);
  expect(messages.reverse()).toEqual(commands.map(([, message]) => message));
});

test.each([
  ['name', (name: string) => ['reseller', 'rename', '--name', name], ['Ann', 'Ben']],
  ['requestsPerMinute', (rate: string) => ['reseller', 'rate-limit', '--per-minute', rate], ['70', '80']],
  ['lowBalanceThresholdUsd', (usd: string) => ['threshold', '--usd', usd], ['17', '18']],
] as const)(
  'of two changes of one %s at once, the second is on record as one of the first',
  async (of, to, values) => {
    const { resellerId } = await givenReseller(opened.services);
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const locking = opened.services.database.sqlOnce.transaction().execute(async (tx) => {
      await sql`select from resellers where id = ${resellerId} for update`.execute(tx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const whose = ['--reseller', `${resellerId}`];
    const changing = values.map((value) => as('quin', ...to(value), ...whose));
    await expect.poll(() => lockWaits(opened.services.database.sqlOnce), { timeout: 120_000 }).toBe(2);
    released.resolve();
    await Promise.all([locking, ...changing]);
    const changes = (await listed(...whose, '--by', 'quin')).map(({ message }) =>
      `${message}`.replace(`${of}: `, '').split(' -> '),
    );
    const [first, second] = changes.sort(([before = '']) =>
      values.some((one) => before.includes(one)) ? 1 : -1,
    );
    expect(second?.[0]).toBe(first?.[1]);
  },
);

test('of one movement that two operators make, one is on record as done, and the other as done before', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const args = ['--reseller', `${resellerId}`, '--usd', '1', '--reference', 'twice'];
  await as('ida', 'top-up', ...args);
  await as('joe', 'top-up', ...args);
  expect(
    new Map(
      (await listed('--reseller', `${resellerId}`)).map(({ operator, message }) => [operator, message]),
    ),
  ).toEqual(
    new Map([
      ['ida', null],
      ['joe', 'replayed: it was done before, and not again'],
    ]),
  );
});

test('a refused change of a key or of an operation is on record as one about its reseller', async () => {
  const { resellerId, keyId } = await givenReseller(opened.services);
  await as('kay', 'key', 'allow-ips', '--key', `${keyId}`, '--ip', 'nowhere');
  await as('kay', 'key', 'reissue', '--key', `${keyId}`, '--overlap-hours', '1000');
  await as('kay', ...BUY, '--reseller', `${resellerId}`);
  const [{ id } = { id: '' }] = await opened.services.database.sql
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .execute();
  const refund = ['operation', 'refund', '--operation', id, '--reason', 'Slow', '--reference', 'kay-1'];
  await as('kay', ...refund, '--usd', '999');
  await as('kay', ...refund, '--usd', 'much');
  const entries = await listed('--reseller', `${resellerId}`, '--by', 'kay');
  // Without their order, which is not known of entries of one millisecond.
  expect(entries.map(({ command, outcome }) => `${command} ${outcome}`).sort()).toEqual([
    'key allow-ips refused',
    'key reissue refused',
    'operation refund refused',
    'operation refund refused',
    'order buy done',
  ]);
});

test('a purchase that was charged and then refunded is on record as failed, and one that was not charged as refused', async () => {
  const { resellerId } = await givenReseller(opened.services);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await as('mia', ...BUY, '--reseller', `${resellerId}`);
  await as('mia', ...BUY, '--reseller', `${resellerId}`, '--quantity', '1000');
  const outcomes = (await listed('--by', 'mia')).map(({ outcome }) => outcome);
  expect(outcomes.sort()).toEqual(['failed', 'refused']);
});

test('reconcile is on record only with an option that lets it change something', async () => {
  await as('nat', 'reconcile');
  expect(await listed('--by', 'nat')).toEqual([]);
  await as('nat', 'reconcile', '--give-back');
  expect(await listed('--by', 'nat')).toMatchObject([{ command: 'reconcile', arguments: ['--give-back'] }]);
});

test('entries are filtered by who, what, whom and when, and paged', async () => {
  const { resellerId, keyId } = await givenReseller(opened.services);
  await as('dan', 'key', 'disable', '--key', `${keyId}`);
  await as('dan', 'key', 'enable', '--key', `${keyId}`);
  await as('eve', 'threshold', '--reseller', `${resellerId}`, '--usd', '3');
  const names = async (...filters: string[]) =>
    (await listed(...filters)).map(({ command }) => command).sort();
  const whose = ['--reseller', `${resellerId}`];
  expect(await names(...whose)).toEqual(['key disable', 'key enable', 'threshold']);
  expect(await names(...whose, '--by', 'dan')).toEqual(['key disable', 'key enable']);
  expect(await names(...whose, '--command', 'key')).toEqual(['key disable', 'key enable']);
  expect(await names(...whose, '--command', 'key disable')).toEqual(['key disable']);
  expect(await names(...whose, '--command', 'k')).toEqual([]);
  const pages = [0, 1, 2].map((offset) => names(...whose, '--limit', '1', '--offset', `${offset}`));
  expect((await Promise.all(pages)).flat().sort()).toEqual(['key disable', 'key enable', 'threshold']);
  expect(await names(...whose, '--from', '2000-01-01', '--to', '2000-01-02')).toEqual([]);
  expect(await names(...whose, '--from', '2000-01-01T00:00:00Z')).toHaveLength(3);
});

test('the newest entry is listed first, and each page goes on where the one before it ends', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const intent = { operator: 'sue', command: 'top-up', arguments: [], resellerId, at: new Date() };
  const noted: string[] = [];
  /** The first characters of an id are its millisecond. Those of one millisecond have no order. */
  const moments = (ids: readonly string[]) => ids.map((id) => id.slice(0, 13));
  while (new Set(moments(noted)).size < 5) noted.push(await noteIntent(opened.services.database.sql, intent));
  const ids = async (...page: string[]) =>
    (await listed('--reseller', `${resellerId}`, ...page)).map(({ commandId }) => String(commandId));
  const all = await ids('--limit', '1000');
  expect(moments(all)).toEqual(moments(noted).reverse());
  expect(all.toSorted()).toEqual(noted.toSorted());
  const pages = [];
  for (let offset = 0; offset < all.length; offset += 2)
    pages.push(await ids('--limit', '2', '--offset', `${offset}`));
  expect(pages.flat()).toEqual(all);
});

test('an entry has at most 50 arguments of 600 characters, and says how many more there were', async () => {
  const networks = Array.from({ length: 60 }, (_, i) => `10.0.${i}.0/24`);
  const { keyId } = await givenReseller(opened.services);
  await as('fay', 'key', 'allow-ips', '--key', `${keyId}`, '--ip', ...networks);
  const [entry] = await listed('--by', 'fay');
  const kept = (entry?.['arguments'] ?? []) as string[];
  expect(kept).toHaveLength(51);
  expect(kept.at(-1)).toBe('… and 13 more');
  await as('fay', 'api', 'enable', 'x'.repeat(601));
  const [long] = await listed('--by', 'fay', '--command', 'api enable');
  expect(long?.['arguments']).toEqual([`${'x'.repeat(600)}…`]);
});

test('entries are never changed or deleted', async () => {
  const { sql: db } = opened.services.database;
  await as('gil', 'api', 'enable');
  for (const change of [sql`update audit_entries set operator = 'x'`, sql`delete from audit_entries`])
    await expect(change.execute(db)).rejects.toThrow('append-only');
});
