import {
  type IntrospectionTypeRef,
  introspectionFromSchema,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { schema } from './schema.ts';

// Prints the schema or, by `--introspection`, what caches of browsers ask of it.
const forCaches = process.argv.includes('--introspection');
process.stdout.write(`${forCaches ? introspection() : printSchema(lexicographicSortSchema(schema))}\n`);

/**
 * What a normalized cache of a browser asks the schema: which fields a type has, which of them are lists or
 * may be null, and what an abstract type can be. The rest of the introspection is left out, because this is a
 * part of a page's script.
 */
function introspection(): string {
  const { __schema: whole } = introspectionFromSchema(schema, { descriptions: false });
  const types = whole.types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): { name: string; kind: string }[] => {
      const { kind, name } = type;
      if (kind === 'UNION') {
        const described = { kind, name, possibleTypes: type.possibleTypes.map(shorten) };
        return [described];
      }
      if (kind !== 'OBJECT' && kind !== 'INTERFACE') return [];
      const fields = type.fields.map((field) => ({ name: field.name, type: shorten(field.type), args: [] }));
      const possibleTypes = kind === 'INTERFACE' ? type.possibleTypes.map(shorten) : undefined;
      const described = { kind, name, fields, interfaces: type.interfaces.map(shorten), possibleTypes };
      return [described];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const { queryType, mutationType, subscriptionType } = whole;
  return JSON.stringify({ __schema: { queryType, mutationType, subscriptionType, types } });
}

function shorten(type: IntrospectionTypeRef): object {
  if ('ofType' in type && type.ofType) return { kind: type.kind, ofType: shorten(type.ofType) };
  const { kind, name } = type as { kind: string; name: string };
  // A scalar or an enum: a cache does not look into their values.
  return kind === 'SCALAR' || kind === 'ENUM' ? { kind: 'SCALAR', name: 'Any' } : { kind, name };
}
