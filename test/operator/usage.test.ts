import { expect, test } from 'vitest';
import { openDatabase } from '../../src/kit/database.ts';
import { run } from './run-operator.ts';

/** Stands for a database that must not be used. */
const forbidden = async () => {
  throw new Error('opened');
};

test.each([[['--help']], [['reseller', '--help']], [['order', 'buy', '--help']]])(
  '%j prints text and needs no database',
  async (args) => {
    const { status, stdout, stderr } = await run(args, forbidden);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: operator/);
  },
);

test.each([
  [[], /--help/],
  [['key'], /--help/],
  [['nonsense'], /nonsense/],
  [['reseller', 'add'], /--name/],
  [['reseller', 'add', '--name', ' '], /--name/],
  [['reseller', 'add', '--name', 'a\u202eb'], /bidirectional/],
  [['reseller', 'add', '--name', 'a\nb'], /a line break or another control character/],
  [['reseller', 'rename', '--reseller', '1', '--name', 'a\u001b[2J'], /control character/],
  [['reseller', 'show', '--reseller', '0'], /--reseller/],
  [['reseller', 'list', '--limit', '1001'], /1000/],
  [['top-up', '--reseller', '1', '--usd', '-5', '--reference', 'x'], /--usd/],
  [['top-up', '--reseller', '1', '--usd', '0', '--reference', 'x'], /--usd/],
  [['top-up', '--reseller', '1', '--usd', '0.0000001', '--reference', 'x'], /--usd/],
  [['top-up', '--reseller', '1', '--usd', '1000000.01', '--reference', 'x'], /1000000/],
  [['top-up', '--reseller', '1', '--usd', '5', '--reference', 'x'.repeat(201)], /200/],
  [['threshold', '--reseller', '1', '--usd', '2.50'], /whole number/],
  [['order', 'list', '--status', 'lost'], /active, expired, paused, exhausted/],
  [['catalog', 'import'], /file/],
  [['catalog', 'import', '/nowhere/catalog.json'], /ENOENT/],
  [['ledger', 'verify', '--unknown'], /--unknown/],
])('%j is refused in one line of JSON, before a database is opened', async (args, message) => {
  const { status, stdout, stderr, error } = await run(args, forbidden);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(error).toEqual({ code: 'invalid_request', message: expect.stringMatching(message) });
});

test('a database that cannot be reached is named, its password is not', async () => {
  const { error, stdout } = await run(['reseller', 'list'], async () => {
    const database = await openDatabase({ url: 'postgresql://user:s3cret@127.0.0.1:1/gone', entities: [] });
    await database.inTransaction(async () => {}).finally(() => database.close());
    throw new Error('unreachable');
  });
  expect(stdout).toBe('');
  expect(error).toEqual({ code: 'internal_error', message: 'connect ECONNREFUSED 127.0.0.1:1' });
});

test('a bug shows its kind and none of its words', async () => {
  const { status, error } = await run(['reseller', 'list'], async () => {
    throw new TypeError('prk_1234 is not a function');
  });
  expect(status).toBe(1);
  expect(error).toEqual({ code: 'internal_error', message: 'The command failed unexpectedly (TypeError).' });
});
