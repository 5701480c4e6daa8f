import { glob, readFile } from 'node:fs/promises';
import { ts } from '@ts-morph/common';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/bot/dialogues/buttons.ts';
import { LANGUAGES, languageOf } from '../../src/bot/people/people.ts';
import { html } from '../../src/bot/texts/html.ts';
import { textsIn } from '../../src/bot/texts/texts.ts';
import { OutOfStockError, ProviderError, UnknownProductError } from '../../src/catalog/errors.ts';
import { csvLine as consoleCsvLine } from '../../src/console/kit/files.ts';
import { csvLine } from '../../src/kit/text.ts';
import { EDITED_NAMES, SETTING_NAMES, settingOf } from '../../src/luxury/settings.ts';
import {
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../../src/orders/errors.ts';
import { TooManyPaymentsError } from '../../src/payments/payment.ts';
import type { AccountMovement } from '../../src/purchases/account-statement.ts';
import { KeyNotFoundError, TooManyKeysError } from '../../src/resellers/errors.ts';
import { idsIn, readMessages, referencesOf, messagesOf as valuesIn, variantsOf } from '../support/fluent.ts';

const en = textsIn('en');
const ru = textsIn('ru');

test('a text has its values escaped, and texts within it as they are', () => {
  const name = '<b>"A" & B</b>';
  expect(html`<i>${name}</i>`.text).toBe('<i>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</i>');
  expect(html`${html`<i>${name}</i>`}`.text).toBe(html`<i>${name}</i>`.text);
  expect(html`${['a', '<'].map((text) => html`<u>${text}</u>`)}`.text).toBe('<u>a</u>\n<u>&lt;</u>');
});

test('what reverses text, and half a character, does not leave its value', () => {
  expect(html`[${'a\u202Eb\uD800'}]`.text).toBe('[ab\uFFFD]');
});

test.each([en, ru])(
  'what does not work as a setting is said without gaps, with reasons and without',
  (texts) => {
    expect(texts.refusedSetting('country', []).text.split('\n')).toEqual([
      expect.any(String),
      '',
      expect.any(String),
    ]);
    expect(texts.refusedSetting('country', ['x']).text.split('\n')).toHaveLength(4);
  },
);

test('numbers have the form and the words of their language', () => {
  const view = { balance: 1_234_567_890_000n, coins: 0, thresholdUsd: 10, movements: [], catalog: [] };
  expect(en.balance(view).text).toContain('$1,234,567.89');
  expect(ru.balance(view).text).toContain('1\u00a0234\u00a0567,89\u00a0$');
  const captions = [1, 2, 5, 21, 112].map((count) => ru.label('statement-caption', { count, part: 'whole' }));
  expect(captions.map((text) => text.replace('Ваша выписка: ', ''))).toEqual([
    '1 операция.',
    '2 операции.',
    '5 операций.',
    '21 операция.',
    '112 операций.',
  ]);
  expect(en.label('statement-caption', { count: 1, part: 'whole' })).toBe('Your statement: 1 transaction.');
});

test('a type is described in Russian by the operator, or else by what the network sells, or as in the catalog', () => {
  const type = { name: 'IPv4', description: 'A private address.', upstreamProduct: 'ipv4:http' };
  expect(ru.typeLine(type).text).toMatch(/^<b>IPv4<\/b>: Личный IPv4-адрес /);
  expect(ru.typeLine({ ...type, description: 'Наш адрес.' }).text).toBe('<b>IPv4</b>: Наш адрес.');
  expect(ru.typeLine({ ...type, upstreamProduct: 'ipv9:http' }).text).toBe('<b>IPv4</b>: A private address.');
  expect(en.typeLine(type).text).toBe('<b>IPv4</b>: A private address.');
});

test('money that went back for work that is gone is said to have gone back, with the reason', () => {
  const movement = { kind: 'operation_refund', amount: 600_000n, work: null, reason: 'Долго' };
  const textOf = (texts: typeof ru) => texts.movement(movement as AccountMovement, []);
  expect(textOf(ru)).toBe('Возврат списания. Долго');
  expect(textOf(en)).toBe('Refund of a charge. Долго');
});

test('commands and buttons fit where Telegram shows them, in every language', () => {
  for (const language of LANGUAGES) {
    for (const id of messagesOf(language).keys()) {
      const [kind] = id.split('-');
      const most = { command: 30, menu: 32, button: 32 }[kind ?? ''];
      if (most) expect([...textsIn(language).label(id)].length, id).toBeLessThanOrEqual(most);
    }
  }
});

const fileOf = (language: string) => new URL(`../../src/bot/texts/${language}.ftl`, import.meta.url);

/** The messages of a language with the values of each. Every message has `$support`. */
function messagesOf(language: string): Map<string, string[]> {
  const messages = [...valuesIn(fileOf(language))];
  return new Map(messages.map(([id, values]) => [id, values.filter((one) => one !== 'support')]));
}

/** In English the service says these itself, or a code stands for what has a name elsewhere. */
const OWN_VALUES = ['errors-finding', 'movement-country', 'type-line'];

test('every line of the languages is read, and they have the same messages, which show the same', () => {
  const english = messagesOf('en');
  for (const language of LANGUAGES) {
    const messages = messagesOf(language);
    expect([...messages.keys()]).toEqual(idsIn(fileOf(language)));
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [id, values] of messages)
      if (!OWN_VALUES.includes(id)) expect({ id, values }).toEqual({ id, values: english.get(id) });
  }
});

const ALERTS = ['ledger', 'upstreams', 'payments', 'refunds', 'answers', 'balance', 'key', 'user'];

test('each message that the bot says exists, with just the values that it shows, and no other exists', async () => {
  const messages = messagesOf('en');
  const used = new Set([
    ...COMMANDS.flatMap((command) => [`command-${command}`, `menu-${command}`]),
    ...['order_ends', 'renewed', 'forecast', 'traffic_used'].map((kind) => `notice-switch-${kind}`),
    ...ALERTS.map((about) => `alert-${about}`),
  ]);
  for (const { id, value } of readMessages(fileOf('en')))
    for (const one of referencesOf(value)) if (one !== id) used.add(one);
  for await (const path of glob(new URL('../../src/bot/**/*.ts', import.meta.url).pathname)) {
    const file = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest, true);
    visit(file);
  }
  expect([...messages.keys()].filter((id) => !used.has(id))).toEqual([]);

  function visit(node: ts.Node): void {
    if (ts.isStringLiteral(node)) used.add(node.text);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) checkCall(node);
    ts.forEachChild(node, visit);
  }

  function checkCall({ expression, arguments: [id, values] }: ts.CallExpression): void {
    const { name } = expression as ts.PropertyAccessExpression;
    if (!['message', 'label'].includes(name.text) || !id || !ts.isStringLiteral(id)) return;
    const shown = messages.get(id.text);
    expect(shown, id.text).toBeDefined();
    if (values && !ts.isObjectLiteralExpression(values)) return;
    const given = (values?.properties ?? []).flatMap((one) => (one.name ? [one.name.getText()] : ['...']));
    if (given.includes('...') || OWN_VALUES.includes(id.text)) return;
    expect({ id: id.text, given: given.sort() }).toEqual({ id: id.text, given: shown });
  }
});

test.for(LANGUAGES)('each setting has a name, and words for who types it, in %s', (language) => {
  const edited = EDITED_NAMES.filter((name) => settingOf(name).kind !== 'flag');
  const flaws = variantsOf(fileOf(language), 'setting-flaw');
  expect(variantsOf(fileOf(language), 'setting').sort()).toEqual([...SETTING_NAMES].sort());
  expect(variantsOf(fileOf(language), 'setting-taken')).toEqual(expect.arrayContaining(edited));
  // Where the words are the service's own, in English, they say it of each.
  if (flaws.length > 0)
    expect(flaws).toEqual(expect.arrayContaining(edited.filter((name) => settingOf(name).check)));
});

test('a key with as many networks as it takes fits a message, in every language', () => {
  const allowedIps = Array.from({ length: 100 }, () => '2001:db8:1234:5678:9abc:def0:1234:5678/128');
  const key = { id: 1, name: '<'.repeat(50), prefix: 'prk_1234', disabled: false, allowedIps };
  const use = { oldSecret: null, lastUsedAt: new Date(), lastUsedFrom: '::1', requestsPerMinute: null };
  const shown = { ...key, createdAt: new Date(), issuedAt: new Date(), ...use };
  for (const texts of [en, ru]) {
    expect(texts.key(shown).text.length).toBeLessThan(2_000);
    expect(texts.networks(shown).text.length).toBeLessThan(2_000);
    expect(texts.badNetworks(allowedIps).text.length).toBeLessThan(2_000);
  }
});

test('every refusal that people meet has words of its own, in every language', () => {
  const errors = [
    new OutOfStockError(1),
    new ProviderError(),
    new UnknownProductError('prem', 'ipv4'),
    new TooManyKeysError(100),
    new TooManyPaymentsError(20),
    new RequestInProgressError('x'),
    new NotLuxuryError(7),
    new NotRenewableError(7),
    new OrderNotFoundError(7),
    new KeyNotFoundError(7),
  ];
  for (const error of errors) {
    expect(en.refusal(error).text).not.toContain(error.message);
    expect(ru.refusal(error).text).toMatch(/^[А-Я]/);
  }
  expect(en.refusal(new OutOfStockError(1)).text).toContain('1 available');
  expect(ru.refusal(new TooManyPaymentsError(21)).text).toContain('21 неоплаченный счёт');
});

test.each([
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['en-GB', 'en'],
  ['pt-br', 'en'],
  [undefined, 'en'],
])('a client in %s is spoken to in %s', (code, language) => {
  expect(languageOf(code)).toBe(language);
});

test.each([
  ['=1+1', "'=1+1\r\n"],
  ['@x', "'@x\r\n"],
  [' =x', "' =x\r\n"],
  ['-2+3', "'-2+3\r\n"],
  ['-2.50', '-2.50\r\n'],
  ['\tx', "'\tx\r\n"],
  ['\r=x', '"\'\r=x"\r\n'],
  ['\u3000 =x', "'\u3000 =x\r\n"],
  ['\u200b\u202e=x', "'\u200b\u202e=x\r\n"],
  ['\0+x', "'\0+x\r\n"],
  ['＝x', "'＝x\r\n"],
  [' －x', "' －x\r\n"],
  ['＋x', "'＋x\r\n"],
  ['＠x', "'＠x\r\n"],
  ['a,"b"', '"a,""b"""\r\n'],
  ['a\nb', '"a\nb"\r\n'],
])('a spreadsheet reads %j as a text', (cell, line) => {
  expect(csvLine([cell])).toBe(line);
  expect(consoleCsvLine([cell])).toBe(line);
});
