import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { JsonFlaw } from '../../kit/text.ts';
import { RateLimitedError, rateHeaders } from '../../resellers/rate-limit.ts';
import { NotAcceptableError, presentError, type Refusal, refusalOf, waitOf } from '../execution/refusal.ts';
import { schema } from '../schema/schema.ts';

// What answers over HTTP look like: their form, status and headers. Event streams have a form of their own.

type OnBug = (error: unknown) => void;

/**
 * Sends the result of a document. Yoga finds the form that the client accepts, the status and the headers,
 * but not of a result without errors: its objects for the request and the response take a sixth of the
 * processor time of a list.
 */
export async function sendResult(
  reply: FastifyReply,
  result: ExecutionResult,
  onBug: OnBug,
): Promise<FastifyReply> {
  const { accept } = reply.request.headers;
  const type = acceptedJson(accept);
  if (type && !result.errors) return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(result));
  // A request in the place of the client's, which Yoga might refuse, such as for its `Host`, when a mutation
  // has been charged.
  const request = { method: 'POST', headers: { accept: type ?? accept ?? '' } };
  const presented = withStatuses(result, onBug);
  const response = await yoga.fetch('http://gateway/graphql', request, { result: presented });
  reply.status(response.status);
  for (const name of ['content-type', 'allow', 'www-authenticate', 'retry-after']) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.send(await response.text());
}

/**
 * Sends the errors of a request that is not executed: in JSON without Yoga, which took a millisecond of
 * processor time for each, since wrong documents come in floods.
 */
export async function sendFlaws(
  reply: FastifyReply,
  flaws: readonly Error[],
  onBug: OnBug,
): Promise<FastifyReply> {
  const type = acceptedJson(reply.request.headers.accept);
  if (!type || flaws.some((flaw) => flaw instanceof GraphQLError && 'http' in flaw.extensions))
    return sendResult(reply, { errors: flaws as GraphQLError[] }, onBug);
  const errors = flaws.map((flaw) => presentError(flaw, onBug));
  reply.status(type === GRAPHQL_JSON ? 400 : 200).type(`${type}; charset=utf-8`);
  return reply.send(JSON.stringify({ errors }));
}

/** The HTTP statuses of requests that are refused before their document is read. */
const STATUSES: Record<string, number> = {
  unauthorized: 401,
  key_disabled: 403,
  ip_not_allowed: 403,
  rate_limited: 429,
  internal_error: 500,
  api_disabled: 503,
};

/** Answers a request that is refused before its document is executed. */
export function refuse(reply: FastifyReply, error: unknown, onBug: OnBug): FastifyReply {
  const { status, refusal } = describeRefusal(error);
  if (refusal.isOurs) onBug(error);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (error instanceof RateLimitedError) {
    // A client that accepts no JSON gets it, too: a refusal that it may be able to read is better than none.
    const type = acceptedJson(reply.request.headers.accept) ?? JSON_TYPE;
    reply.headers(rateHeaders(error.window)).type(`${type}; charset=utf-8`);
  }
  return sendRefusal(reply, status, refusal);
}

export function sendRefusal(reply: FastifyReply, status: number, { code, message }: Refusal): FastifyReply {
  return reply.status(status).send({ errors: [{ message, extensions: { code } }] });
}

/** The HTTP status and the refusal for the error of a request whose document is not executed. */
function describeRefusal(error: unknown): { status: number; refusal: Refusal } {
  if (error instanceof JsonFlaw) {
    const code = error.kind === 'form' ? 'invalid_json' : 'invalid_request';
    return { status: 400, refusal: { code, message: error.message } };
  }
  const { statusCode: status } = error as Partial<FastifyError>;
  if (status === 413)
    return {
      status,
      refusal: { code: 'invalid_json', message: 'The request body is larger than 65536 bytes.' },
    };
  if (status === 415)
    return { status, refusal: { code: 'invalid_request', message: 'Send GraphQL as application/json.' } };
  // The client went away, or sent another number of bytes than it had said.
  if (status !== undefined && status < 500)
    return { status: 400, refusal: { code: 'invalid_json', message: 'The request body was cut off.' } };
  const refusal = refusalOf(error);
  if (error instanceof NotAcceptableError) return { status: 406, refusal };
  return { status: STATUSES[refusal.code] ?? 400, refusal };
}

/** Gives Yoga a result that the service's own executor has made, in the place of what a client sends. */
const presentResult: Plugin<object, { result: ExecutionResult }> = {
  onRequestParse: ({ setRequestParser }) => setRequestParser(() => ({ query: '{ __typename }' })),
  onParams: ({ context, setResult }) => setResult(context.result),
};
const yoga = createYoga<{ result: ExecutionResult }>({
  schema,
  graphqlEndpoint: '/graphql',
  logging: false,
  cors: false,
  landingPage: false,
  multipart: false,
  graphiql: false,
  maskedErrors: false,
  plugins: [presentResult],
});

/** The result with its errors as clients may see them, and with the status of each for Yoga. */
function withStatuses(result: ExecutionResult, onBug: OnBug): ExecutionResult {
  if (!result.errors) return result;
  const statusOf = result.data === undefined || isUnserved(result) ? statusOfRequest : statusOfField;
  return { ...result, errors: result.errors.map((error) => presentError(error, onBug, statusOf)) };
}

/** Whether the database went away and nothing was charged, or it can be repeated by its key. */
function isUnserved({ data, errors = [] }: ExecutionResult): boolean {
  return data === null && errors.every((error) => refusalOf(error).code === 'api_disabled');
}

/** What an error of the whole request sets: a resolver needed a caller, and the request has no key. */
const UNAUTHORIZED = { status: 401, headers: { 'www-authenticate': 'Bearer' } };

/** The status and headers that the error has, or those of the refusal; an error of one field has none. */
function statusOfField(refusal: Refusal, error: GraphQLError | undefined): object {
  // Errors of the compiled code have no extensions, although their type has them.
  const http = error?.extensions?.['http'] ?? (refusal.code === 'unauthorized' ? UNAUTHORIZED : undefined);
  return http === undefined ? waitOf(refusal) : { http };
}

/**
 * A request that was refused before its execution has no data. A client that accepts GraphQL's own media type
 * gets the status of the refusal; one that accepts `application/json` gets 200, as it does for an invalid
 * document.
 */
function statusOfRequest(refusal: Refusal, error: GraphQLError | undefined): object {
  // Only without data: 503 says that the request may be sent again as it is, but a mutation with data may
  // have charged before the connection to the database was lost.
  if (refusal.code === 'api_disabled') {
    return { http: { status: 503, headers: { 'retry-after': String(refusal.retryAfterSeconds) } } };
  }
  const status = refusal.code === 'internal_error' ? 500 : 400;
  return { http: { spec: true, status }, ...statusOfField(refusal, error) };
}

const GRAPHQL_JSON = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

const JSON_NAMES = /(?<![^\s,])(?:application|\*)\/(?:graphql-response\+json|json|\*)(?=\s*(?:[;,]|$))/;
const OTHER_CHARSET = /charset\s*=(?!utf-8(?:\s*[;,]|$))/;
/** The first JSON type that this `Accept` names; undefined when it takes no JSON in UTF-8. */
export function acceptedJson(accept = '*/*'): typeof GRAPHQL_JSON | typeof JSON_TYPE | undefined {
  const types = accept.toLowerCase();
  if (OTHER_CHARSET.test(types)) return undefined;
  const [first] = JSON_NAMES.exec(types) ?? [];
  return first === undefined ? undefined : first === GRAPHQL_JSON ? GRAPHQL_JSON : JSON_TYPE;
}

/** Whether a client that sends this `Accept` takes one of Yoga's answers that are not JSON. */
export function acceptsStream(accept = ''): boolean {
  return /text\/event-stream|multipart\/mixed/i.test(accept);
}

/** How long a browser may keep the answer to a preflight, in seconds. None of them keeps it for longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * The answer to a browser that asks whether a page of another site may send a request. It says nothing of
 * anybody, and is the same for every page: which pages may read an answer is only known with the token, which
 * a preflight does not carry.
 */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
};

export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
