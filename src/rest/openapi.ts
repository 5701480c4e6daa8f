import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiOverrideContext } from 'zod-openapi';
import { COMMON_ERRORS, errorResponses } from './openapi-errors.ts';
import { HEADERS, headersOfSuccess } from './openapi-headers.ts';
import type { Route } from './route.ts';
import { ROUTES } from './route-table.ts';

/** Where the description is served; it does not describe itself. */
export const DESCRIPTION_PATH = '/v1/openapi.json';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

const DESCRIPTION = `Buy, renew and manage proxies from code: the same things that the chat bot does, paid from the same balance.

1. Create an API key in the chat bot and send it with every request: \`Authorization: Bearer <API_KEY>\`. Keep it on a server.
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
] satisfies { name: Route['tag']; description: string }[];

/** The OpenAPI 3.1 description of `/v1`, made from the schemas that check requests and write responses. */
export const openApi = createDocument(
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
    paths: describePaths(),
  },
  { override: describeForAnyClient },
);

/**
 * The JSON schema of a route's response, from which the serializer is compiled. References are resolved here:
 * the compiler copies all components for each of them, and a start would take 100 ms longer.
 */
export function serializationOf(route: Route): object {
  const operation = openApi.paths?.[route.path]?.[methodOf(route)];
  const response = operation?.responses?.[route.response.status];
  const schema = response && 'content' in response ? response.content?.[JSON_TYPE]?.schema : undefined;
  if (schema === undefined) throw new Error(`${route.operationId} is not described`);
  return withoutReferences(schema);
}

function withoutReferences(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value?.$ref === 'string'
      ? withoutReferences(openApi.components?.schemas?.[value.$ref.split('/').at(-1)])
      : value,
  );
}

function describePaths() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of ROUTES) {
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
        ...headersOfSuccess({ retriable }),
        content: {
          [JSON_TYPE]: { schema: response.schema },
          ...(response.text && { [TEXT_TYPE]: { schema: response.text } }),
        },
      },
      ...errorResponses([...errors, ...COMMON_ERRORS], { retriable }),
    },
  };
}

function methodOf({ method }: Route) {
  return method.toLowerCase() as Lowercase<Route['method']>;
}

/**
 * Removes what clients must not rely on: that objects have no other fields, and the range of JavaScript's
 * exact integers.
 */
function describeForAnyClient({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
