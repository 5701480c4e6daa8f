import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findReferrer,
  readReferrerOfBuyer,
  referralCode,
  setReferrer,
} from '../../src/resellers/referrals.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const db = () => opened.services.database.sql;
const given = async () => (await givenReseller(opened.services)).resellerId;
const set = (resellerId: number, referrerId: number) =>
  opened.services.database.inTransaction((tx) => setReferrer(tx, { resellerId, referrerId }));

test('a reseller has one code, whoever asks first, and it names that reseller', async () => {
  const resellerId = await given();
  const codes = await Promise.all(Array.from({ length: 8 }, () => referralCode(db(), resellerId)));
  const [code = ''] = new Set(codes);
  expect(new Set(codes).size).toBe(1);
  // Telegram takes up to 64 of these characters behind a link to a bot.
  expect(code).toMatch(/^[A-Za-z0-9_-]{12}$/);
  expect(await findReferrer(db(), code)).toBe(resellerId);
  expect(await referralCode(db(), resellerId)).toBe(code);
});

test('codes of resellers that follow each other have nothing in common', async () => {
  const [one, other] = [await referralCode(db(), await given()), await referralCode(db(), await given())];
  const same = [...one].filter((character, place) => character === other[place]);
  expect(same.length).toBeLessThan(6);
});

test.each(['', '1', 'AAAAAAAAAAAA', 'a\u0000bcdefghijk', "' or true --", '\ud800', 'x'.repeat(100_000)])(
  'the text %j is nobody’s code',
  async (text) => {
    expect(await findReferrer(db(), text)).toBeUndefined();
  },
);

test('who referred a reseller is set once, also when several try at the same time', async () => {
  const referrers = [await given(), await given(), await given()];
  const resellerId = await given();
  expect(await readReferrerOfBuyer(db(), resellerId)).toBeUndefined();
  const done = await Promise.all(referrers.map((referrerId) => set(resellerId, referrerId)));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await readReferrerOfBuyer(db(), resellerId)).toBe(referrers[done.indexOf(true)]);
});

test('nobody refers themselves, nor somebody who was there before: no circle closes', async () => {
  const [first, second, third] = [await given(), await given(), await given()];
  expect(await set(first, first)).toBe(false);
  expect(await set(second, first)).toBe(true);
  expect(await set(third, second)).toBe(true);
  expect(await set(first, second)).toBe(false);
  expect(await set(first, third)).toBe(false);
  expect(await readReferrerOfBuyer(db(), first)).toBeUndefined();
});
