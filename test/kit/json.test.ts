import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonObject } from '../../src/kit/text.ts';

const read = (text: string) => parseJsonObject(Buffer.from(text));

test('what JSON.parse reads into an object is read alike', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z "\\]{1,8}$/), fc.jsonValue({ maxDepth: 5 })),
      (value) => {
        const text = JSON.stringify(value);
        fc.pre(
          !/__proto__|constructor|prototype|\\u0000|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(
            text,
          ),
        );
        fc.pre(text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
        expect(read(text)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test.each([
  ['an empty body', ''],
  ['a truncated object', '{"a":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"x"'],
  ['a number', '7'],
  ['NaN', '{"a":NaN}'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{"a":1}//'],
  ['a duplicate key', '{"a":1,"a":2}'],
  ['a duplicate key written with an escape', '{"a":1,"\\u0061":2}'],
  ['a duplicate key in a nested object', '{"x":[{"a":1,"a":1}]}'],
  ['a key __proto__', '{"__proto__":{}}'],
  ['a key __proto__ written with an escape', '{"\\u005f_proto__":{}}'],
  ['a nested key constructor', '{"a":{"constructor":1}}'],
  ['a key prototype', '{"prototype":1}'],
  ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
])('%s is refused for its form', (_name, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'form' }));
});

test.each([
  ['NUL', '{"a":"x\\u0000"}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['a bidi control', '{"a":"\u202e"}'],
  ['NUL in a key', '{"\\u0000":1}'],
])('a string with %s is refused for its text', (_name, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'text' }));
});

test('bytes that are not UTF-8 are refused', () => {
  expect(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(/UTF-8/);
});

test('32 levels, equal keys in different objects and braces within strings are read', () => {
  expect(read(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toBeDefined();
  expect(read('{"a":{"k":"{\\"k\\":[[["},"b":{"k":"]}"}}')).toEqual({ a: { k: '{"k":[[[' }, b: { k: ']}' } });
});
