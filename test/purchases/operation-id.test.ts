import { expect, test } from 'vitest';
import { tagOf } from '../../src/purchases/idempotency.ts';
import { newOperationId, readOperationId } from '../../src/purchases/operation.ts';

const AT = new Date('2026-11-21T10:00:00.123Z');
const claim = (key: string, fingerprint = 'a request') => ({
  resellerId: 7,
  key,
  fingerprint: Buffer.from(fingerprint),
});

test.each([1, 7, 2 ** 30 - 1])(
  'the id of an operation says that it is of reseller %i, and its time',
  (id) => {
    const made = newOperationId(id, undefined, AT);
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(readOperationId(made)).toEqual({ resellerId: id, startedAt: AT, tag: expect.any(Number) });
  },
);

test('a reseller whose number is too large for an id is not named by it', () => {
  expect(readOperationId(newOperationId(2 ** 30, undefined, AT))).toMatchObject({ resellerId: null });
});

test('the same request with the same key has the same tag, any other one has another', () => {
  const { tag } = readOperationId(newOperationId(7, tagOf(claim('k')), AT)) ?? {};
  expect(tag).toBe(tagOf(claim('k')));
  expect(tagOf(claim('l'))).not.toBe(tag);
  expect(tagOf(claim('k', 'another request'))).not.toBe(tag);
  expect(tagOf({ ...claim('k'), resellerId: 8 })).not.toBe(tag);
});

test('ids without a key differ, though they are made in the same millisecond', () => {
  const ids = Array.from({ length: 1_000 }, () => newOperationId(7, undefined, AT));
  expect(new Set(ids).size).toBe(1_000);
});

test('ids go by time', () => {
  const later = newOperationId(1, undefined, new Date(AT.getTime() + 1));
  expect([later, newOperationId(9, undefined, AT)].sort().at(-1)).toBe(later);
});

test.each([
  '',
  'bought by hand',
  '019aa5f2-8e7b-7000-8000-000000000000',
  '3f0e7a9c-55d1-4b1e-9f57-0d1c6f6ad001',
])('what is no id of an operation is not read: %j', (text) => expect(readOperationId(text)).toBeUndefined());
