import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { flawsOf } from '../graphql/schema/values.ts';
import { DomainError, describeFlaws, type ErrorCode, STATUSES } from '../kit/errors.ts';
import { JsonFlaw, type JsonObject, parseJsonObject } from '../kit/text.ts';

/** The codes that routes of `/v1` can answer with, each with what it means. */
export const CONDITIONS = {
  invalid_json: 'The request body is not a JSON object.',
  invalid_request: 'A parameter is missing, malformed or out of range.',
  invalid_period: 'The type has no such period or volume.',
  invalid_quantity: 'The quantity is out of range.',
  invalid_country: 'The country is not available for the type.',
  invalid_option: 'A Luxury option is invalid, or the type takes none.',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_balance: 'The balance does not cover the charge.',
  key_disabled: 'The API key is disabled, or the account that it belongs to.',
  ip_not_allowed: 'The caller’s address is not on the key’s list.',
  unknown_product: 'The tier or type is not on sale.',
  order_not_found: 'The order does not exist or is not yours.',
  out_of_stock: 'Fewer proxies are in stock than were asked for.',
  not_renewable: 'The order cannot be renewed.',
  not_luxury: 'The order is not a Luxury order.',
  not_changeable: 'The protocol of the order cannot be changed.',
  request_in_progress: 'A request with this Idempotency-Key, or another one on this order, is still running.',
  price_changed: 'The price is above the caller’s limit.',
  cursor_expired: 'Events are kept for 30 days, and what follows that place is partly gone.',
  bulk_job_not_found: 'The job does not exist, was deleted or is not yours.',
  rate_limited:
    'Over the rate of this API key: 60 requests per minute, unless the operator has set another. Wait the number of seconds in `Retry-After`.',
  internal_error: 'Something went wrong on the service’s side.',
  provider_error: 'The provider failed; money that was taken is back on the balance.',
  api_disabled:
    'The API is temporarily disabled, with `Retry-After` when it is known until when. Nothing was charged, unless the request has an `Idempotency-Key` and its message says that its outcome is not known yet: repeat it with the same key.',
} satisfies Partial<Record<ErrorCode, string>>;
export type DescribedCode = keyof typeof CONDITIONS;

/** One row of the route table: everything that serving and describing the route needs. */
export interface Route {
  operationId: string;
  tag: 'Balance' | 'Catalog' | 'Orders' | 'Luxury' | 'Bulk' | 'Events';
  summary: string;
  description: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** The path in OpenAPI's notation, such as `/v1/orders/{order_id}`. */
  path: string;
  parameters: ParameterSchemas;
  /** Where the body has Luxury options, whose flaws are an `invalid_option`. */
  optionsIn?: 'body' | 'body.options';
  response: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    /** The schema of its body as plain text, where a parameter can ask for plain text. */
    text?: z.ZodString;
    /** Whether it is a stream of server-sent events, whose data are of the schema, by a subscription. */
    isStream?: true;
  };
  /** The errors of this route, beside those of every route. */
  errors: readonly DescribedCode[];
  /** The operation of `documents.graphql` that it executes. */
  document: string;
  /** The document's variables. Throws RequestError. */
  variablesOf(parameters: RawParameters): Record<string, unknown>;
  /**
   * Makes the response's body from the document's data and variables: an object for JSON, or a PlainText.
   * Throws a DomainError when the answer is an error. A refusal that the document has is thrown before.
   */
  render(data: unknown, variables: Record<string, unknown>): unknown;
}

/** A response that is sent as it is, as `text/plain`. */
export class PlainText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The schemas of a route's parameters, by where they are sent. */
interface ParameterSchemas {
  path?: z.ZodObject;
  query?: z.ZodObject;
  header?: z.ZodObject;
  body?: z.ZodObject;
}

interface Definition<Shape, Variables, Data> extends Omit<Route, 'parameters' | 'variablesOf' | 'render'> {
  parameters: Shape;
  variables(given: { [Place in keyof Shape]: z.output<Shape[Place]> }): Variables;
  render(data: Data, variables: Variables): unknown;
}

/** Makes a row of the route table. `Data` is the type of the document's result. */
export function defineRoute<
  const Shape extends ParameterSchemas,
  Variables extends Record<string, unknown>,
  Data,
>(definition: Definition<Shape, Variables, Data>): Route {
  const { variables, render, ...route } = definition;
  const { parameters: schemas }: { parameters: ParameterSchemas } = route;
  const schema = z.object({ ...schemas });
  return {
    ...route,
    variablesOf(parameters) {
      const given = schema.safeParse(parameters);
      if (!given.success) throw refusalOf(given.error, route.optionsIn);
      return variables(given.data as Parameters<typeof variables>[0]);
    },
    render: render as Route['render'],
  };
}

/** Checks options last: their flaws are reported only when there are no others. */
function refusalOf({ issues }: z.ZodError, optionsIn: Route['optionsIn']): RequestError {
  const place = optionsIn?.split('.') ?? [];
  const others = issues.filter((issue) => place.length === 0 || !isWithin(place, issue));
  // Without the place of the parameter, such as `query`: its name alone is clearer.
  const named = (others.length > 0 ? others : issues).map((issue) => ({
    ...issue,
    path: issue.path.slice(1),
  }));
  // Their paths have the names of `/v1` already.
  return new RequestError(
    others.length > 0 ? 'invalid_request' : 'invalid_option',
    describeFlaws(flawsOf(new z.ZodError(named))),
  );
}

/** Whether a flaw is of a field within the object, and not of the object itself. */
function isWithin(place: readonly string[], { path, code }: z.core.$ZodIssue): boolean {
  return (
    place.every((step, i) => path[i] === step) && (path.length > place.length || code === 'unrecognized_keys')
  );
}

/** The largest request body, in bytes: the largest useful one has a few hundred. */
const MAX_BODY_BYTES = 64 * 1024;
/** How much of a larger one is discarded: a client that still sends may not see the answer. */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/** The parameters of a request as they were sent: in path, query, headers and body. */
interface RawParameters {
  path: unknown;
  query: Record<string, string>;
  header: Record<string, string>;
  body: JsonObject | undefined;
}

/** Receives a body of any content type without parsing it. Throws RequestError when it is too large. */
export async function receiveBody(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > MAX_DISCARDED_BYTES) break;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    throw new RequestError('invalid_json', 'The request body was cut off.');
  }
  if (length > MAX_BODY_BYTES) {
    throw new RequestError('invalid_json', `The request body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** Reads the body of a request as a JSON object. Throws RequestError. */
export function readBody({ headers, body }: FastifyRequest): JsonObject {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new RequestError('invalid_json', 'The request body must not be compressed.');
  }
  try {
    return parseJsonObject(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof JsonFlaw)) throw error;
    throw new RequestError(error.kind === 'form' ? 'invalid_json' : 'invalid_request', error.message);
  }
}

/** Reads the named query parameters and ignores all others. Throws RequestError. */
export function readQuery(url: string, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  const start = url.indexOf('?');
  if (start < 0) return given;
  for (const pair of url.slice(start + 1).split('&')) {
    const [encodedName = '', ...rest] = pair.split('=');
    const name = decode(encodedName);
    if (name === undefined || !names.includes(name)) continue;
    if (name in given) throw new RequestError('invalid_request', `${name}: was sent more than once.`);
    const value = decode(rest.join('='));
    if (value === undefined)
      throw new RequestError('invalid_request', `${name}: is not valid percent-encoded UTF-8.`);
    given[name] = value;
  }
  return given;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the named headers, whose bytes, shown as Latin-1 by Node, are UTF-8. Throws RequestError. */
export function readHeaders(message: IncomingMessage, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const [value, ...others] = message.headersDistinct[name.toLowerCase()] ?? [];
    if (others.length > 0) throw new RequestError('invalid_request', `${name}: was sent more than once.`);
    if (value === undefined) continue;
    try {
      given[name] = utf8.decode(Buffer.from(value, 'latin1'));
    } catch {
      throw new RequestError('invalid_request', `${name}: is not valid UTF-8.`);
    }
  }
  return given;
}

/** Thrown when a request is refused for its form or its parameters, before its document is executed. */
export class RequestError extends DomainError {
  readonly code: ErrorCode;
  readonly status: number;

  /** The status is the code's, but for an unknown path and a wrong method, which have no codes. */
  constructor(code: ErrorCode, message: string, status: number = STATUSES[code]) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
