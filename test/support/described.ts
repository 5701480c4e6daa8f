import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { openApi } from '../../src/rest/routes.ts';
import type { RestAnswer } from './rest-answer.ts';

interface Described {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: object }>;
}
type Operation = { responses: Record<string, Described> };

const describedHeaders = openApi.components?.headers as Record<
  string,
  { required?: boolean; schema: object }
>;
const paths = openApi.paths as unknown as Record<string, Record<string, Operation>>;
const schemas = closed(openApi.components?.schemas);

// A body may contain only what the description allows. A header is text, so it is converted to the types of
// its schema.
const bodies = new Ajv2020({ strict: false, allErrors: true });
const headers = new Ajv2020({ strict: false, coerceTypes: true });
/** By their schemas: to compile one takes longer than a request. */
const validators = new Map<object, ValidateFunction>();
addFormats.default(bodies);

/** The error body of a path or method that is not in the description. */
const ERROR_BODY = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: { code: { const: 'invalid_request' }, message: { type: 'string', minLength: 1 } },
    },
  },
};

/**
 * Fails unless the description has this answer for this method and path: its status, type, headers and every
 * field of its body.
 */
export function assertDescribed(method: string, path: string, answer: RestAnswer): void {
  const [type = '', charset] = answer.headers['content-type']?.split('; ') ?? [];
  expect({ ...answer.headers, charset }).toMatchObject({
    charset: 'charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const place = `${method} ${path} ${answer.status}`;
  const response = find(method, path.replace(/\?.*$/, ''), answer.status);
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const header = describedHeaders[$ref.replace(/^.*\//, '')];
    if (header === undefined) expect.fail(`${place} names the unknown header ${$ref}`);
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) expect(header.required ?? false, `${place} lacks ${name}`).toBe(false);
    else expect(headers.validate(header.schema, value), `${place} ${name}: ${value}`).toBe(true);
  }
  const schema = response.content?.[type]?.schema;
  if (schema === undefined) expect.fail(`${place} is not described to be ${type}`);
  const body = type === 'application/json' ? answer.body : answer.text;
  const validate = validators.get(schema) ?? bodies.compile({ ...closed(schema), components: { schemas } });
  validators.set(schema, validate);
  expect(validate(body) ? [] : validate.errors, `${place} ${answer.text}`).toEqual([]);
}

function find(method: string, path: string, status: number): Described {
  const matching = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[1];
  const operation = matching?.[method.toLowerCase()];
  if (operation === undefined) {
    expect(status).toBe(matching ? 405 : 404);
    return { content: { 'application/json': { schema: ERROR_BODY } } };
  }
  const response = operation.responses[status];
  if (response === undefined) expect.fail(`${method} ${path} is not described to answer ${status}`);
  return response;
}

/** The same schema without room for fields that it does not name. */
function closed<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (_name, value) =>
    value !== null && typeof value === 'object' && 'properties' in value && value.type === 'object'
      ? { additionalProperties: false, ...value }
      : value,
  );
}
