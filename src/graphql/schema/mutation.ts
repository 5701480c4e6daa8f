import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type Access, builder } from './builder.ts';
import { forgetReadings, type RequestContext } from './context.ts';

type Types = typeof builder.$inferSchemaTypes;

/** What makes the fields of an input. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

interface Mutation<Fields extends InputFieldMap, Success> {
  /** Who may call it; an API key or a session when left out. */
  access?: Access;
  charges?: true;
  description: string;
  /** The type of its argument `input`, whose description is `argument`, or that of the type. */
  input: { description: string; argument?: string; fields(t: InputFields): Fields };
  success: PothosSchemaTypes.ObjectRef<Types, Success>;
  refusals: (new (...args: never[]) => Error)[];
  /** The description of the union of the success and the refusals. */
  result: string;
  /** Does it; what is read for the rest of the answer is read after that. */
  resolve(input: InputShapeFromFields<Fields>, context: RequestContext): Success | Promise<Success>;
}

/** Adds a mutation. Its input and its result have its name: `createKey`, `CreateKeyInput`, `CreateKeyResult`. */
export function mutation<Fields extends InputFieldMap, Success>(
  name: string,
  { access, charges, description, input, success, refusals, result, resolve }: Mutation<Fields, Success>,
): void {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { description: described, argument = described, fields } = input;
  const type = builder.inputType(`${typeName}Input`, { description: described, fields: fields as never });
  builder.mutationField(name, (t) =>
    t.field({
      type: success,
      access,
      description,
      extensions: { charges },
      args: { input: t.arg({ type, required: true, description: argument }) },
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
