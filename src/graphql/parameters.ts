import { z } from 'zod';
import { InvalidRequestError } from '../kit/errors.ts';
import { parseJsonObject } from '../kit/json.ts';
import { describeFlaws } from './inputs.ts';

const object = z.record(z.string(), z.unknown()).nullish();

/** What a GraphQL request consists of, by POST or by GET. */
const parameters = z.strictObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: object,
  extensions: object,
});

export type Parameters = z.infer<typeof parameters>;

/** Reads the body of a POST. Throws JsonFlaw or InvalidRequestError. */
export function readBody(body: Uint8Array): Parameters {
  return check(parseJsonObject(body));
}

/** Checks the query string of a GET, where variables and extensions are JSON texts. Throws as `readBody` does. */
export function readQuery(query: Readonly<Record<string, unknown>>): Parameters {
  const { variables, extensions, ...rest } = query;
  return check({ ...rest, variables: readJson(variables), extensions: readJson(extensions) });
}

function readJson(text: unknown): object | undefined {
  return typeof text === 'string' ? parseJsonObject(Buffer.from(text)) : (text as undefined);
}

function check(given: object): Parameters {
  const { data, error } = parameters.safeParse(given);
  if (!data) throw new InvalidRequestError(describeFlaws(error));
  return data;
}
