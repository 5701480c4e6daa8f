import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../src/kit/vault.ts';

const vault = createVault(randomBytes(32));

test('what was sealed for a row is opened for that row', () => {
  expect(vault.open(vault.seal('geheim ✓', 'proxy:1:2:3'), 'proxy:1:2:3')).toBe('geheim ✓');
});

test('what was sealed shows nothing of the text and differs each time', () => {
  const [one, two] = [vault.seal('password', 'row'), vault.seal('password', 'row')];
  expect(one.includes('password')).toBe(false);
  expect(one.equals(two)).toBe(false);
});

test('a ciphertext that was moved to another row does not open', () => {
  const sealed = vault.seal('secret', 'proxy:1:2:3');
  expect(() => vault.open(sealed, 'proxy:9:2:3')).toThrow();
});

test('a ciphertext that was changed by a bit, cut short or sealed with another key does not open', () => {
  const sealed = vault.seal('secret', 'row');
  for (let i = 0; i < sealed.length; i++) {
    const damaged = Buffer.from(sealed);
    damaged.writeUInt8((damaged[i] ?? 0) ^ 1, i);
    expect(() => vault.open(damaged, 'row')).toThrow();
  }
  expect(() => vault.open(sealed.subarray(0, 20), 'row')).toThrow();
  expect(() => createVault(randomBytes(32)).open(sealed, 'row')).toThrow();
});
