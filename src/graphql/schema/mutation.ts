import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Sale } from '../../purchases/sale.ts';
import { type Access, builder } from './builder.ts';
import { forgetReadings, type RequestContext } from './context.ts';
import { VIEWER } from './viewer.ts';

type Types = typeof builder.$inferSchemaTypes;

/** What makes the fields of an input. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];
/** What makes the fields of the answer that a mutation has succeeded. */
export type SuccessFields<Success> = PothosSchemaTypes.ObjectFieldBuilder<Types, Success>;

interface Mutation<Fields extends InputFieldMap, Success> {
  /** Who may call it; an API key or a session when left out. */
  access?: Access;
  /** Whether it charges money: then the success tells how much, and whether it is a repeated answer. */
  charges?: true;
  description: string;
  /** The type of its argument `input`, whose description is `argument`, or that of the type. */
  input: { description: string; argument?: string; fields(t: InputFields): Fields };
  /** Does it; what is read for the rest of the answer is read after that. */
  resolve(input: InputShapeFromFields<Fields>, context: RequestContext): Success | Promise<Success>;
  success: { description: string; fields(t: SuccessFields<Success>): FieldMap };
  refusals: (new (...args: never[]) => Error)[];
  /** The description of the union of the success and the refusals. */
  result: string;
}

/** Adds a mutation. Its types are named by it: CreateKeyInput, CreateKeySuccess and CreateKeyResult. */
export function mutation<Fields extends InputFieldMap, Success>(
  name: string,
  { access, charges, description, input, resolve, success, refusals, result }: Mutation<Fields, Success>,
): void {
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
      resolve: async (
        _root: unknown,
        given: { input: InputShapeFromFields<Fields> },
        context: RequestContext,
      ) => {
        try {
          return await resolve(given.input, context);
        } finally {
          forgetReadings(context);
        }
      },
    } as never),
  );
}
