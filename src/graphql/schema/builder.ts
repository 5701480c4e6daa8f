import SchemaBuilder, {
  type ArgBuilder,
  BasePlugin,
  type FieldMap,
  type FieldNullability,
  type FieldRef,
  type InputFieldMap,
  type InputRef,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import { formatUsd, type Micros, parseUsd } from '../../kit/money.ts';
import type { Sale } from '../../purchases/sale.ts';
import type { FrontendRight } from '../../resellers/entities.ts';
import { callerOf, freshSessionOf, type RequestContext, sessionOf, type ViewerNode } from './context.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS } from './limits.ts';
import { flawsOf, type NumberedKind, toEnumValue } from './values.ts';

/** The field with `first` and `last` multiplies by the page size; lists within must not do so again. */
const ONCE = { field: 1, multiplier: 1 };

const RELAY_OPTIONS = {
  cursorType: 'String',
  edgesFieldOptions: { description: 'The objects of the page with their cursors.', complexity: ONCE },
  nodesOnConnection: { description: 'The objects of the page without their cursors.', complexity: ONCE },
  nodeFieldOptions: { description: 'The object.' },
  cursorFieldOptions: {
    description:
      'The object’s place in the list, for `after` and `before`. It stays valid while the list grows.',
  },
  pageInfoFieldOptions: { description: 'Where the page begins and ends.' },
  pageInfoTypeOptions: { description: 'Where a page begins and ends, and whether the list goes on.' },
  hasNextPageFieldOptions: { description: 'Whether there is more behind the page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there is more before the page.' },
  startCursorFieldOptions: { description: 'The first object’s cursor; null when the page is empty.' },
  endCursorFieldOptions: { description: 'The last object’s cursor; null when the page is empty.' },
  firstArgOptions: { description: 'How many to take from the start: 1 to 200, 50 when left out.' },
  lastArgOptions: { description: 'How many to take from the end: 1 to 200.' },
  afterArgOptions: { description: 'Only what comes after this cursor.' },
  beforeArgOptions: { description: 'Only what comes before this cursor.' },
} as const;

const CALLER_PLUGIN = 'caller';

/** Who may call a root field: an API key or a session when left out. Fresh: of a few minutes ago. */
export type Access = 'anyone' | 'session' | 'fresh session' | 'key or fresh session';

/**
 * Refuses, at each root field, a request that may not call it, before its arguments are checked.
 *
 * Pothos' own plugin for authorization remembers what it found in a WeakMap by context, in values that refer
 * to the context. V8 lets go of such an entry only in a full collection, and so of all that the request has
 * read: that took a fifth of the time of executing a list, and half of that of executing one order.
 */
class CallerPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind, pothosOptions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (kind !== 'Query' && kind !== 'Mutation') return resolve;
    const { access } = pothosOptions as { access?: Access };
    const checked = access === 'anyone' ? resolve : after(access ? CHECKS[access] : callerOf, resolve);
    return kind === 'Query' ? checked : thenForgetting(checked);
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscribe && after(callerOf, subscribe);
  }
}

const CHECKS = {
  session: sessionOf,
  'fresh session': freshSessionOf,
  'key or fresh session': (context: RequestContext) =>
    callerOf(context).credential.kind === 'session' && freshSessionOf(context),
};

function after<Context>(
  check: (context: RequestContext) => unknown,
  resolve: GraphQLFieldResolver<unknown, Context, object>,
): GraphQLFieldResolver<unknown, Context, object> {
  return (root, args, context, info) => {
    check(context as RequestContext);
    return resolve(root, args, context, info);
  };
}

/** What is read for the rest of a mutation's answer is read after its change. */
function thenForgetting<Context>(
  change: GraphQLFieldResolver<unknown, Context, object>,
): GraphQLFieldResolver<unknown, Context, object> {
  return async (root, args, context, info) => {
    try {
      return await change(root, args, context, info);
    } finally {
      (context as RequestContext).forgetReadings();
    }
  };
}

SchemaBuilder.registerPlugin(CALLER_PLUGIN, CallerPlugin);

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [CALLER_PLUGIN]: CallerPlugin<Types>;
    }

    interface QueryFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      access?: Access;
    }

    interface MutationFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      access?: Access;
    }
  }
}

/**
 * Plugins wrap a field from the first to the last: errors catches what the others throw, authorization comes
 * before validation, and validation before the resolver.
 */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    USD: { Input: Micros; Output: Micros };
    DateTime: { Input: Date; Output: Date | string };
    Date: { Input: string; Output: string };
    JSON: { Input: never; Output: object };
  };
}>({
  plugins: [ErrorsPlugin, CALLER_PLUGIN, ZodPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  errors: { directResult: true },
  zod: { validationError: (error) => new InvalidRequestError(flawsOf(error)) },
  relay: RELAY_OPTIONS,
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (context) =>
      context.limited ? { complexity: MAX_COMPLEXITY, depth: MAX_DEPTH, breadth: MAX_FIELDS } : {},
    complexityError: (kind) =>
      new InvalidRequestError(`The document is over the limit of ${kind.toLowerCase()}; ask for less.`),
  },
});

export function enumOf<const Word extends string>(
  name: string,
  description: string,
  meanings: Record<Word, string>,
) {
  const values = Object.entries<string>(meanings).map(([word, meaning]) => [
    toEnumValue(word),
    { description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<Uppercase<Word>, { description: string }>,
  });
}

/**
 * The `extensions` of a field whose value depends on the credential of the request, not on the reseller
 * alone. Results with such a field are no other credential's, so subscriptions do not share them.
 */
export const OF_CREDENTIAL = { ofCredential: true };

export function isOfCredential({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['ofCredential'] === true;
}

/** What a frontend token may have to read a field; with `any` the token alone is enough. */
type Readers = readonly (FrontendRight | 'any')[];

/**
 * Fields that a frontend token reads by any of these rights. All other fields no token reads, so one that is
 * added is closed until somebody opens it. What the reseller pays and sells for is no business of its
 * customers, so no right covers it.
 */
export function readableBy<Fields extends FieldMap>(readers: Readers, fields: Fields): Fields {
  for (const field of Object.values(fields) as FieldRef<SchemaTypes>[])
    field.updateConfig((config) => ({ ...config, extensions: { ...config.extensions, readers } }));
  return fields;
}

export function readersOf({ extensions }: GraphQLField<unknown, unknown>): Readers {
  return (extensions['readers'] as Readers | undefined) ?? [];
}

/** With a time zone, which is not guessed, and on a day that the calendar has. */
const INSTANT = z.iso.datetime({ offset: true });

builder.scalarType('USD', {
  description: 'An exact amount of US dollars as a decimal string with two to six decimals, such as "12.50".',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  serialize: (amount) => formatUsd(amount),
  parseValue: (value): Micros => {
    const amount = typeof value === 'string' ? parseUsd(value) : undefined;
    if (amount === undefined)
      throw new TypeError('USD takes a decimal string such as "12.50", with at most six decimals.');
    return amount;
  },
});

builder.scalarType('DateTime', {
  description: 'An instant in UTC, ISO 8601 with milliseconds, such as "2026-01-31T12:00:00.000Z".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // A text is an instant that was read as one, in this form.
  serialize: (instant) => (typeof instant === 'string' ? instant : instant.toISOString()),
  parseValue: (value): Date => {
    const instant = new Date(INSTANT.safeParse(value).data ?? Number.NaN);
    // Beyond these years, which a time zone can lead to, instants have another form.
    if (!(instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999))
      throw new TypeError('DateTime takes an instant such as "2026-01-31T12:00:00Z".');
    return instant;
  },
});

builder.scalarType('Date', {
  description: 'A day, ISO 8601, such as "2026-01-31".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  serialize: (day) => day,
});

builder.scalarType('JSON', {
  description: 'An object of JSON, in the words and numbers of the REST API.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
});

export interface FoundNode {
  __typename: string;
}

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an id of its own, by which client caches recognise it in every answer.',
  resolveType: (found) => (found as FoundNode).__typename,
  fields: (t) =>
    readableBy(['any'], { id: t.id({ description: 'Unique in the whole schema. It never changes.' }) }),
});

// The ids of nodes. An order's id is its number alone, as in the REST API; every other id begins with its
// type. The catalog's identifiers contain neither ":" nor "/", so that both can separate the parts.

export const tierId = (tier: string) => `tier:${tier}`;
export const productId = (tier: string, type: string) => `product:${tier}/${type}`;
export const periodId = (tier: string, type: string, period: string) => `period:${tier}/${type}/${period}`;
export const viewerId = (resellerId: number) => `viewer:${resellerId}`;
export const trafficId = (orderId: number) => `traffic:${orderId}`;
export const numberedId = (kind: NumberedKind, id: number | string) => `${kind}:${id}`;
export const proxyId = (orderId: string, place: number) => `proxy:${orderId}/${place}`;
export const settingsId = (orderId: number) => `settings:${orderId}`;
export const movementId = (resellerId: number, position: number) => `movement:${resellerId}/${position}`;

/** The options of the field `id` of a node; `example` begins its description. */
export const nodeIdField = <Parent>(example: string, resolve: (parent: Parent) => string) => ({
  description: `${example}; unique in the whole schema.`,
  resolve,
});

/** The field `id` of a node whose id is its kind and its number. */
export const numberedIdField = <Parent extends { id: number }>(
  t: SuccessFields<Parent>,
  kind: NumberedKind,
  example = 7,
) => t.id(nodeIdField(`Such as ${kind}:${example}`, ({ id }: Parent) => numberedId(kind, id)));

/** Reads a movement's position as ids and cursors have it; undefined for what cannot be one. */
export function parsePosition(text = ''): number | undefined {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** The number in an id that was checked already: 7 in `key:7`. */
export function numberNamed(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1));
}

export const ViewerRef = builder.objectRef<ViewerNode>('Viewer');

/** The field `viewer`, at the root and in the results of mutations. */
export const VIEWER = {
  type: ViewerRef,
  description: 'The caller, with the balance as it is now.',
  resolve(_parent: unknown, _args: object, context: RequestContext): ViewerNode {
    return { resellerId: callerOf(context).resellerId };
  },
};

type Types = typeof builder.$inferSchemaTypes;

export type ArgumentFields = ArgBuilder<Types>;
export type InterfaceFields<Parent> = PothosSchemaTypes.InterfaceFieldBuilder<Types, Parent>;
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];
export type SuccessFields<Success> = PothosSchemaTypes.ObjectFieldBuilder<Types, Success>;

interface Mutation<Fields extends InputFieldMap, Success> {
  /** Who may call it; an API key or a session when left out. */
  access?: Access;
  /** Whether it charges money: then the success tells how much, and whether it is a repeated answer. */
  charges?: true;
  description: string;
  /** The type of its argument `input`, whose description is `argument`, or that of the type. */
  input: { description: string; argument?: string; fields(t: InputFields): Fields };
  resolve(
    root: unknown,
    args: { input: InputShapeFromFields<Fields> },
    context: RequestContext,
  ): Success | Promise<Success>;
  success: { description: string; fields(t: SuccessFields<Success>): FieldMap };
  refusals: (new (...args: never[]) => Error)[];
  /** The description of the union of the success and the refusals. */
  result: string;
}

/** Adds a mutation. Its types are named by it, such as CreateKeyInput, which is returned. */
export function mutation<Fields extends InputFieldMap, Success>(
  name: string,
  { access, charges, description, input, resolve, success, refusals, result }: Mutation<Fields, Success>,
): InputRef<InputShapeFromFields<Fields>> {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { description: described, argument = described, fields } = input;
  const inputType = builder.inputType(`${typeName}Input`, {
    description: described,
    fields: fields as never,
  });
  const type = builder.objectRef<Success>(`${typeName}Success`).implement({
    description: success.description,
    fields: (t) => ({
      ...success.fields(t),
      ...(charges && {
        chargedUsd: t.field({
          type: 'USD',
          description: 'What was taken from the balance.',
          resolve: (sale) => (sale as Sale).charged,
        }),
        // For clients of transports without headers.
        replayed: t.boolean({
          description:
            'Whether this repeats the answer of an earlier request with the same idempotency key: then the order’s own facts are those of that time, so ask for it again.',
          resolve: (_sale, _args, { replayed }) => replayed,
        }),
      }),
      viewer: t.field(VIEWER),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type,
      access,
      description,
      extensions: { charges },
      args: { input: t.arg({ type: inputType, required: true, description: argument }) },
      errors: { types: refusals, union: { name: `${typeName}Result`, description: result } },
      resolve,
    } as never),
  );
  return inputType as never;
}
