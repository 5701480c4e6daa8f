import { expect, test } from 'vitest';
import { renderCsv, renderLine, renderTable } from '../../src/operator/format.ts';

test('values are lines, lists are tables, and numbers end at the same column', () => {
  const result = {
    resellerId: 7,
    balanceUsd: '12.50',
    movements: [
      { at: new Date('2026-11-23T10:00:00Z'), amountUsd: '-1.25', country: 'US' },
      { at: new Date('2026-11-23T11:00:00Z'), amountUsd: '100.00', country: null },
    ],
  };
  expect(renderTable(result)).toBe(
    [
      'resellerId  7',
      'balanceUsd  12.50',
      '',
      'movements',
      'at                    amountUsd  country',
      '2026-11-23T10:00:00Z      -1.25  US',
      '2026-11-23T11:00:00Z     100.00  -',
      '',
    ].join('\n'),
  );
});

test('CSV has the rows of the last list with all their columns, or the values when there is none', () => {
  const movements = [
    { amountUsd: '-1.25', work: { tier: 'prem' }, proxies: [{ port: 1 }] },
    { amountUsd: '3.00', work: null, note: 'a "b", c' },
  ];
  expect(renderCsv({ next: null, sums: [{ kind: 'charge' }], movements })).toBe(
    'amountUsd,work.tier,work,note\r\n-1.25,prem,,\r\n3.00,,,"a ""b"", c"\r\n',
  );
  expect(renderCsv({ ok: true, sweep: { round: 2 } })).toBe('ok,sweep.round\r\ntrue,2\r\n');
});

test('a list within rows is a table behind theirs, whose rows begin with the row that they belong to', () => {
  const tiers = [
    { id: 'prem', types: [{ id: 'ipv4', periods: [{ id: '7d', priceUsd: '0.75' }] }] },
    { id: 'di', types: [] },
  ];
  expect(renderTable({ tiers })).toBe(
    [
      'tiers',
      'id',
      'prem',
      'di',
      '',
      'tiers.types',
      'tiers.id  id',
      'prem      ipv4',
      '',
      'tiers.types.periods',
      'tiers.id  types.id  id  priceUsd',
      'prem      ipv4      7d      0.75',
      '',
    ].join('\n'),
  );
});

test('an empty list says so, and values within values have their path', () => {
  expect(renderTable({ orders: [], sweep: { state: 'done', round: null } })).toBe(
    'sweep.state  done\nsweep.round  -\n\norders\n(none)\n',
  );
});

test('letters and pictures that take two columns do not shift what stands behind them', () => {
  const resellers = [
    { name: '株式会社', telegram: 'a' },
    { name: 'Zoë', telegram: 'b' },
    { name: '👩‍👩‍👧 shop', telegram: 'c' },
  ];
  expect(renderTable({ resellers })).toBe(
    'resellers\nname      telegram\n株式会社  a\nZoë       b\n👩‍👩‍👧 shop   c\n',
  );
});

test('what a terminal would act on is shown as what it is', () => {
  expect(renderTable({ name: 'a\u001b[31mb\u202ec\nd' })).toBe('name  a\\u{1b}[31mb\\u{202e}c\\u{a}d\n');
});

test('a list of words is quoted as a shell takes it, and columns that are empty or left out are not there', () => {
  const commands = [{ id: 'a', arguments: ['--usd', '-1', '--reason', "it's late"], message: null }];
  expect(renderTable({ commands }, ['commands.id'])).toBe(
    `commands\narguments\n--usd -1 --reason 'it'\\''s late'\n`,
  );
});

test('progress is one line', () => {
  expect(renderLine({ progress: { table: 'proxies', rotated: 5_000 } })).toBe(
    'progress.table proxies, progress.rotated 5000',
  );
});
