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

/** Reads the body of a POST. Throws JsonFlaw or InvalidRequestError. */
export function readBody(body: Uint8Array): object {
  return check(parseJsonObject(body));
}

/** Checks the query string of a GET, where variables and extensions are JSON texts. Throws as `readBody` does. */
export function checkQuery(query: Readonly<Record<string, unknown>>): void {
  const { variables, extensions, ...rest } = query;
  check({ ...rest, variables: readJson(variables), extensions: readJson(extensions) });
}

function readJson(text: unknown): object | undefined {
  return typeof text === 'string' ? parseJsonObject(Buffer.from(text)) : (text as undefined);
}

function check(given: object): object {
  const { data, error } = parameters.safeParse(given);
  if (!data) throw new InvalidRequestError(describeFlaws(error));
  return data;
}
