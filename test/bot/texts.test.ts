import { expect, test } from 'vitest';
import { languageOf } from '../../src/bot/people/people.ts';
import { en } from '../../src/bot/texts/en.ts';
import { html } from '../../src/bot/texts/html.ts';
import { ru } from '../../src/bot/texts/ru.ts';
import { OutOfStockError, ProviderError, UnknownProductError } from '../../src/catalog/errors.ts';
import { csvLine as consoleCsvLine } from '../../src/console/kit/files.ts';
import { csvLine } from '../../src/kit/text.ts';
import {
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../../src/orders/errors.ts';
import { TooManyPaymentsError } from '../../src/payments/payment.ts';
import { KeyNotFoundError, TooManyKeysError } from '../../src/resellers/errors.ts';

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
  ({ settings }) => {
    const flaw = { entry: 'x', message: '"x" is none' };
    expect(settings.refused('country', []).text.split('\n')).toEqual([
      expect.any(String),
      '',
      expect.any(String),
    ]);
    expect(settings.refused('country', [flaw]).text.split('\n')).toHaveLength(4);
  },
);

test('numbers have the form and the words of their language', () => {
  const view = { balance: 1_234_567_890_000n, coins: 0, thresholdUsd: 10, movements: [], catalog: [] };
  expect(en.balance(view).text).toContain('$1,234,567.89');
  expect(ru.balance(view).text).toContain('1\u00a0234\u00a0567,89\u00a0$');
  const captions = [1, 2, 5, 21, 112].map((count) => ru.statementCaption(count, true).text);
  expect(captions.map((text) => text.replace('Ваша выписка: ', ''))).toEqual([
    '1 движение.',
    '2 движения.',
    '5 движений.',
    '21 движение.',
    '112 движений.',
  ]);
  expect(en.statementCaption(1, true).text).toBe('Your statement: 1 movement.');
});

test('commands and buttons fit where Telegram shows them, in every language', () => {
  for (const { commands, buttons } of [en, ru]) {
    for (const description of Object.values(commands))
      expect([...description].length).toBeLessThanOrEqual(30);
    for (const label of Object.values(buttons)) expect([...label].length).toBeLessThanOrEqual(32);
  }
});

test('a key with as many networks as it takes fits a message, in every language', () => {
  const allowedIps = Array.from({ length: 100 }, () => '2001:db8:1234:5678:9abc:def0:1234:5678/128');
  const key = { id: 1, name: '<'.repeat(50), prefix: 'prk_1234', disabled: false, allowedIps };
  const use = { oldSecret: null, lastUsedOn: null, requestsPerMinute: null };
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
  expect(en.refusal(new OutOfStockError(1)).text).toContain('1 is free');
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
