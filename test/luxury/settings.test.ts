import { expect, test } from 'vitest';
import { applyChange, defaultSettings } from '../../src/luxury/settings.ts';

const narrowed = {
  ...defaultSettings('US'),
  state: 'CA',
  city: 'la',
  zip: '90001',
  asn: '7018',
  excludeAsn: ['1'],
  threads: 7,
};

test('another country resets state, city, ZIP and ASN, and leaves everything else', () => {
  expect(applyChange(narrowed, { country: 'DE' })).toEqual({
    ...narrowed,
    country: 'DE',
    state: null,
    city: null,
    zip: null,
    asn: null,
  });
});

test('the same country once more resets nothing', () => {
  expect(applyChange(narrowed, { country: 'US' })).toEqual(narrowed);
});

test('geo filters that come with another country are applied after the reset', () => {
  expect(applyChange(narrowed, { country: 'DE', city: 'berlin' })).toMatchObject({
    country: 'DE',
    state: null,
    city: 'berlin',
    zip: null,
  });
});

test.each(['state', 'city', 'zip', 'asn'] as const)('an empty text or null clears %s alone', (field) => {
  expect(applyChange(narrowed, { [field]: '' })).toEqual({ ...narrowed, [field]: null });
  expect(applyChange(narrowed, { [field]: null })).toEqual({ ...narrowed, [field]: null });
});

test('what is left out stays, and lists are replaced as a whole', () => {
  expect(applyChange(narrowed, {})).toEqual(narrowed);
  expect(applyChange(narrowed, { excludeAsn: ['2', '3'], threads: undefined })).toEqual({
    ...narrowed,
    excludeAsn: ['2', '3'],
  });
});
