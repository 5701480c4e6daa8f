import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { STATUSES } from '../kit/errors.ts';
import { REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import { CONDITIONS, type DescribedCode, type Route } from './route.ts';

type Description = ReturnType<typeof createDocument>;

/** Where the description is served; it does not describe itself. */
export const DESCRIPTION_PATH = '/v1/openapi.json';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';
const STREAM_TYPE = 'text/event-stream';

const DESCRIPTION = `Buy, renew and manage proxies from code: the same things that the chat bot does, paid from the same balance.

1. Create an API key in the chat bot or the console, and send it with every request: \`Authorization: Bearer <API_KEY>\`. Keep it on a server.
2. Top up the balance in the chat bot.
3. Pick a tier, type and period from \`GET /v1/products\`.
4. \`POST /v1/orders\`.

Requests and responses are JSON (UTF-8), amounts are US dollars, times are UTC (ISO 8601). Every error has the same body:
decide by its \`code\`, which does not change. A key may send 60 requests per minute; the \`RateLimit\` headers tell how many are left, on
every answer to a request that was counted: not where the key is refused, the path or method does not exist, or the API is disabled.
New fields may be added to responses at any time, so ignore those that you do not know.`;

/** SPDX has no name for a private contract; such a license is a `LicenseRef`. */
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

const TAGS = [
  { name: 'Balance', description: 'The prepaid balance.' },
  { name: 'Catalog', description: 'What is on sale, where, and at your prices.' },
  { name: 'Orders', description: 'Buy, list, retrieve and renew.' },
  {
    name: 'Luxury',
    description: 'Orders that are paid by traffic: look up places, add traffic, set and use them.',
  },
  { name: 'Bulk', description: 'What is done to many orders in the background.' },
  { name: 'Events', description: 'What happened to your orders, money and keys, for 30 days.' },
] satisfies { name: Route['tag']; description: string }[];

/** The errors that every route can answer with: they depend on the caller, not on the route. */
const COMMON_ERRORS: readonly DescribedCode[] = [
  'unauthorized',
  'key_disabled',
  'ip_not_allowed',
  'rate_limited',
  'internal_error',
  'api_disabled',
];

const EXTRAS: Partial<Record<DescribedCode, z.ZodRawShape>> = {
  cursor_expired: {
    oldest: z.int().meta({ description: 'The sequence of the oldest event that is kept.', examples: [1024] }),
  },
  insufficient_balance: {
    required_usd: z.number().meta({ description: 'What it costs, in US dollars.', examples: [12.5] }),
    balance_usd: z.number().meta({ description: 'What there is, in US dollars.', examples: [3.25] }),
  },
  out_of_stock: { available: z.int().meta({ description: 'How many are left.', examples: [4] }) },
};

const SCHEMAS = Object.fromEntries(
  Object.entries(CONDITIONS).map(([code, condition]) => [
    code,
    errorSchema(code as DescribedCode, condition),
  ]),
) as Record<DescribedCode, ReturnType<typeof errorSchema>>;

// Headers of many answers, described once as components to which each answer refers.

const DESCRIBED = {
  'RateLimit-Limit': {
    description: 'How many requests of this API key are admitted within any 60 seconds, at both doors.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [REQUESTS_PER_WINDOW] },
  },
  'RateLimit-Remaining': {
    description: 'How many more of them are admitted now.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [REQUESTS_PER_WINDOW - 1] },
  },
  'RateLimit-Reset': {
    description: 'Whole seconds until the oldest of those that count stops to count.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [60] },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [7] },
  },
  'Idempotent-Replayed': {
    description: 'Sent when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'The scheme to use.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
} satisfies Record<string, oas31.HeaderObject>;

type Name = keyof typeof DESCRIBED;

/** The components. Their names have no hyphens, which some client generators cannot use. */
const HEADERS: Record<string, oas31.HeaderObject> = Object.fromEntries(
  Object.entries(DESCRIBED).map(([name, header]) => [componentOf(name), header]),
);

const RATE: readonly Name[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
/** The statuses whose refusals are kept for retries. */
const KEPT_STATUSES: readonly number[] = [402, 404, 409, 502];

/** The OpenAPI 3.1 description of `/v1`, made from the schemas that check requests and write responses. */
export function describe(routes: readonly Route[]): Description {
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Proxy Reselling API', version: '1.0.0', description: DESCRIPTION, license: LICENSE },
      servers: [{ url: '/', description: 'This service.' }],
      tags: TAGS,
      security: [{ apiKey: [] }],
      components: {
        headers: HEADERS,
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key from the chat bot.' },
        },
      },
      paths: describePaths(routes),
    },
    { override: describeForAnyClient },
  );
}

/**
 * The JSON schema of a route's response, from which the serializer is compiled. References are resolved here:
 * the compiler copies all components for each of them, and a start would take 100 ms longer.
 */
export function serializationOf(description: Description, route: Route): object {
  const operation = description.paths?.[route.path]?.[methodOf(route)];
  const response = operation?.responses?.[route.response.status];
  const schema = response && 'content' in response ? response.content?.[JSON_TYPE]?.schema : undefined;
  if (schema === undefined) throw new Error(`${route.operationId} is not described`);
  const resolved = (part: unknown): object =>
    JSON.parse(JSON.stringify(part), (_, value) =>
      typeof value?.$ref === 'string'
        ? resolved(description.components?.schemas?.[value.$ref.split('/').at(-1)])
        : value,
    );
  return resolved(schema);
}

function describePaths(routes: readonly Route[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [methodOf(route)]: describeOperation(route) };
  }
  return paths;
}

function describeOperation(route: Route): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, parameters, response, errors } = route;
  const { body, ...requestParams } = parameters;
  const retriable = parameters.header !== undefined && 'Idempotency-Key' in parameters.header.shape;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    requestParams,
    ...(body && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: body } } } }),
    responses: {
      [`${response.status}`]: {
        description: response.description,
        ...references([...RATE, ...replayed(retriable)]),
        content: {
          [response.isStream ? STREAM_TYPE : JSON_TYPE]: { schema: response.schema },
          ...(response.text && { [TEXT_TYPE]: { schema: response.text } }),
        },
      },
      ...errorResponses([...errors, ...COMMON_ERRORS], retriable),
    },
  };
}

function methodOf({ method }: Route) {
  return method.toLowerCase() as Lowercase<Route['method']>;
}

/** Removes what clients must not rely on: that nothing is added, and the range of exact integers. */
function describeForAnyClient({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** By status. `retriable`: whether a retry may get the same answer again. */
function errorResponses(
  codes: readonly DescribedCode[],
  retriable: boolean,
): Record<string, ZodOpenApiResponseObject> {
  const inOrder = (Object.keys(CONDITIONS) as DescribedCode[]).filter((code) => codes.includes(code));
  const byStatus = Map.groupBy(inOrder, (code) => STATUSES[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${CONDITIONS[code]}`).join('\n\n'),
        ...headersOfRefusal(status, retriable),
        content: { 'application/json': { schema: bodySchema(group) } },
      },
    ]),
  );
}

function errorSchema(code: DescribedCode, condition: string) {
  const name = code.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
  const id = `${name.replace(/Error$/, '')}Error`;
  return z
    .object({
      code: z.literal(code).meta({ description: 'The reason, for programs. It never changes.' }),
      message: z
        .string()
        .meta({ description: 'The reason, for people. It may change.', examples: [condition] }),
      ...EXTRAS[code],
    })
    .meta({ id, description: condition });
}

function bodySchema(codes: readonly DescribedCode[]) {
  const [first, second, ...rest] = codes.map((code) => SCHEMAS[code]);
  if (first === undefined) throw new Error('a response needs a code');
  return z.object({ error: second ? z.discriminatedUnion('code', [first, second, ...rest]) : first });
}

/** The headers that a refusal always has. An internal error may come before the request is counted. */
function headersOfRefusal(status: number, retriable: boolean) {
  if (status === 401) return references(['WWW-Authenticate']);
  if (status === 403 || status === 500 || status === 503) return references([]);
  if (status === 429) return references(['Retry-After', ...RATE]);
  return references([...RATE, ...replayed(retriable && KEPT_STATUSES.includes(status))]);
}

function replayed(mayBe: boolean): Name[] {
  return mayBe ? ['Idempotent-Replayed'] : [];
}

function references(names: readonly Name[]): { headers?: Record<string, oas31.ReferenceObject> } {
  if (names.length === 0) return {};
  const all = names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]);
  return { headers: Object.fromEntries(all) };
}

function componentOf(name: string): string {
  return name.replaceAll('-', '');
}
