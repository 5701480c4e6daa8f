import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../src/kit/vault.ts';

const vault = createVault(randomBytes(32));
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

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

test('with one key a value does not say which key has sealed it', () => {
  expect(createVault(oldKey).seal('secret', 'row')[0]).toBe(1);
});

test('of several keys the first seals, and every one opens what it has sealed, with or without its id', () => {
  const [alone, before, after] = [
    createVault(oldKey),
    createVault(oldKey, newKey),
    createVault(newKey, oldKey),
  ];
  for (const sealing of [alone, before, after])
    for (const opening of [before, after])
      expect(opening.open(sealing.seal('secret', 'row'), 'row')).toBe('secret');
  expect(alone.open(before.seal('secret', 'row'), 'row')).toBe('secret');
  expect(() => alone.open(after.seal('secret', 'row'), 'row')).toThrow(/does not have/);
});

test('a value that the first of several keys has sealed begins with its prefix, and no other does', () => {
  const after = createVault(newKey, oldKey);
  const { length } = after.prefix;
  expect(after.seal('secret', 'row').subarray(0, length)).toEqual(after.prefix);
  for (const other of [createVault(newKey), createVault(oldKey, newKey)])
    expect(other.seal('secret', 'row').subarray(0, length)).not.toEqual(after.prefix);
});

test('whose key has sealed a value is told by the id of the key, and of what nobody here has sealed, nothing is', () => {
  const after = createVault(newKey, oldKey);
  const value = (sealed: Buffer) => ({ sealed, identity: 'row' });
  expect(after.keyOf(value(createVault(oldKey).seal('secret', 'row')))).toEqual(after.keyIds[1]);
  expect(after.keyOf(value(after.seal('secret', 'row')))).toEqual(after.keyIds[0]);
  expect(after.keyOf(value(vault.seal('secret', 'row')))).toBeUndefined();
  expect(after.keyOf(value(after.seal('secret', 'another row')))).toBeUndefined();
});
