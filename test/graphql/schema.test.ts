import { readFile } from 'node:fs/promises';
import {
  type GraphQLUnionType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { STATUSES } from '../../src/kit/errors.ts';

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

test('enum values are upper-case, and every scalar says by which specification it is written', () => {
  const values = ownTypes.filter(isEnumType).flatMap((type) => type.getValues());
  expect(values.length).toBeGreaterThan(20);
  for (const { name } of values) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
  const scalars = ownTypes.filter(isScalarType);
  expect(scalars.map(({ name }) => name).sort()).toEqual(['Date', 'DateTime', 'JSON', 'USD']);
  for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:/);
});

/** Nothing that is asked by one of these can be wrong. */
const NEVER_REFUSED = ['endOtherSessions', 'signOut', 'startPasskeySignIn'];

test('every mutation that can be refused answers with a union of its success and of errors that share an interface', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    if (NEVER_REFUSED.includes(field.name)) continue;
    const members = schema.getPossibleTypes(getNullableType(field.type) as GraphQLUnionType);
    const errors = members.filter((type) => type.getInterfaces().some(({ name }) => name === 'Error'));
    expect(members.length - errors.length, field.name).toBe(1);
    expect(errors.length, field.name).toBeGreaterThan(0);
  }
});

test('the codes of refusals are the contract’s in upper case, and there is one for those to come', () => {
  const type = schema.getType('ErrorCode');
  const names = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const contract = Object.keys(STATUSES).map((code) => code.toUpperCase());
  expect(names.filter((name) => !contract.includes(name))).toEqual(['OTHER']);
});

test('every error type for an input has the fields that are wrong', () => {
  const error = schema.getType('InvalidInputError');
  const types = isInterfaceType(error) ? schema.getPossibleTypes(error).map(({ name }) => name) : [];
  expect(types.sort()).toEqual([
    'InvalidCountryError',
    'InvalidOptionError',
    'InvalidPeriodError',
    'InvalidQuantityError',
    'InvalidRequestError',
    'InvalidWebhookUrlError',
  ]);
});
