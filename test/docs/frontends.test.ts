import { readFile } from 'node:fs/promises';
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';

test('every GraphQL example of the guide for frontends is valid', async () => {
  const guide = await readFile(new URL('../../docs/frontends.md', import.meta.url), 'utf8');
  const examples = [...guide.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(validate(schema, parse(example))).toEqual([]);
});
