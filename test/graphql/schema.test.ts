import { readFile } from 'node:fs/promises';
import {
  type GraphQLUnionType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

const ownTypes = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name),
);

test('the committed schema is the one that the service serves', async () => {
  const committed = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});

test('every type, field, argument and enum value has a description', () => {
  const bare: string[] = [];
  const check = (path: string, element: { description?: string | null | undefined }) => {
    if (!element.description?.trim()) bare.push(path);
  };
  for (const type of ownTypes) {
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      for (const arg of 'args' in field ? field.args : [])
        check(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(bare).toEqual([]);
});

test('every mutation answers with a union of its success and of errors that share an interface', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const members = schema.getPossibleTypes(getNullableType(field.type) as GraphQLUnionType);
    const errors = members.filter((type) => type.getInterfaces().some(({ name }) => name === 'Error'));
    expect(members.length - errors.length, field.name).toBe(1);
    expect(errors.length, field.name).toBeGreaterThan(0);
  }
});
