import { readFileSync } from 'node:fs';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, OperationTypeNode, parse, separateOperations } from 'graphql';
import { prepare } from '../graphql/execution/execute.ts';
import { type Refusal, refusalOf } from '../graphql/execution/refusal.ts';
import { RequestContext } from '../graphql/schema/context.ts';
import { toDomainValue } from '../graphql/schema/values.ts';
import type { EventStreams } from '../graphql/transports/event-streams.ts';
import { type ErrorCode, STATUSES } from '../kit/errors.ts';
import { noteAdmitted } from '../kit/request.ts';
import type { Cells } from '../live/cells.ts';
import { admit, bearerToken, type Caller, presentedKeyOf } from '../resellers/admission.ts';
import { RateLimitedError, rateHeaders } from '../resellers/rate-limit.ts';
import { readBalance } from './balance.ts';
import { readBulkJob, renewMany } from './bulk.ts';
import { listCountries, listGeo, readCatalog } from './catalog.ts';
import { EVENT_FRAMES, listEvents, streamEvents } from './events.ts';
import { restName } from './fields.ts';
import { addTraffic, listLines, readStats, readTraffic, resetPassword } from './luxury-order.ts';
import { readSettings, SETTINGS_FIELDS, updateSettings } from './luxury-settings.ts';
import { DESCRIPTION_PATH, describe, serializationOf } from './openapi.ts';
import {
  checkProxies,
  createOrder,
  listOrders,
  ORDER_FIELDS,
  readOrder,
  renewOrder,
  setProtocol,
  updateOrder,
} from './orders.ts';
import {
  PlainText,
  RequestError,
  type Route,
  readBody,
  readHeaders,
  readQuery,
  receiveBody,
} from './route.ts';

export const ROUTES: readonly Route[] = [
  readBalance,
  readCatalog,
  listCountries,
  listGeo,
  createOrder,
  listOrders,
  readOrder,
  renewOrder,
  updateOrder,
  setProtocol,
  checkProxies,
  renewMany,
  readBulkJob,
  readTraffic,
  addTraffic,
  readSettings,
  updateSettings,
  listLines,
  resetPassword,
  readStats,
  listEvents,
  streamEvents,
];

export const openApi = describe(ROUTES);

export interface RestOptions {
  cells: Cells;
  streams: EventStreams;
  /** Called with every error that is the service's own fault. */
  onBug(error: unknown, request: FastifyRequest): void;
}

const PREFIX = '/v1';
/** The decorator of a request that holds its caller after admission. */
export const CALLER = 'caller';

/** The document of each route with its fragments, by the name of its operation. */
const DOCUMENTS = separateOperations(
  parse(
    readFileSync(new URL('documents.graphql', import.meta.url), 'utf8') + ORDER_FIELDS + SETTINGS_FIELDS,
    { noLocation: true },
  ),
);
/** Compiled documents by their routes, for all hosts of a process. */
const compiled = new Map<Route, ReturnType<typeof prepare>>();

/**
 * The REST door: `/v1` and its description at `/v1/openapi.json`. The host has to be made with
 * `restHostOptions`. Throws when a route's document does not fit the schema.
 */
export function restRoutes(options: RestOptions) {
  return async function rest(app: FastifyInstance): Promise<void> {
    app.register(async (v1) => addRoutes(v1, options), { prefix: PREFIX });
  };
}

/** Options of the whole host that the routes depend on. */
export function restHostOptions({ cells, onBug }: Omit<RestOptions, 'streams'>) {
  return {
    /** The router refuses invalid percent-encoding. Where a route could be, the caller comes first. */
    frameworkErrors(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      const admitted =
        routesAt(request.raw.url).length > 0 ? admitCaller(cells, request, reply) : Promise.resolve();
      const malformed = () => {
        throw new RequestError('invalid_request', 'The path is not valid percent-encoded UTF-8.');
      };
      admitted.then(malformed).catch((error: unknown) => refuse(error, request, reply, onBug));
    },
    /** A long identifier is refused by the route: for the router its length would make the path unknown. */
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  };
}

function addRoutes(v1: FastifyInstance, options: RestOptions): void {
  const { cells, onBug } = options;
  v1.decorateRequest(CALLER, null);
  v1.removeAllContentTypeParsers();
  v1.addContentTypeParser('*', async (request: FastifyRequest) =>
    request.is404 ? undefined : receiveBody(request.raw),
  );
  v1.addHook('onRequest', (request, _reply, done) => {
    // A body is read as JSON whatever its content type. The framework would refuse some types before
    // admission.
    if (request.method !== 'GET') delete request.raw.headers['content-type'];
    done();
  });
  v1.setErrorHandler((error, request, reply) => refuse(error, request, reply, onBug));
  v1.setNotFoundHandler((request, reply) => refuse(noRouteError(request, reply), request, reply, onBug));

  for (const route of ROUTES) {
    v1.route({
      method: route.method,
      url: route.path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: route.method === 'GET',
      ...(!route.response.isStream && {
        schema: { response: { [route.response.status]: serializationOf(openApi, route) } },
      }),
      onRequest: async (request, reply) =>
        request.setDecorator(CALLER, await admitCaller(cells, request, reply)),
      handler: route.response.isStream ? streamHandler(route, options) : routeHandler(route, cells),
    });
  }
  const description = JSON.stringify(openApi);
  v1.get(DESCRIPTION_PATH.slice(PREFIX.length), async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
}

/** Admits a request before its parameters are read; the answer has the headers of the rate from here on. */
async function admitCaller(cells: Cells, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const presentedKey = presentedKeyOf(bearerToken(request.raw.rawHeaders), request.ip);
  const { services } = await cells.of(presentedKey.keyHash);
  const { caller, window } = await admit(services.database.sql, presentedKey, 1);
  noteAdmitted();
  reply.headers(rateHeaders(window));
  return caller;
}

/** Makes a route's handler. Throws when the route has no document that fits the schema. */
export function routeHandler(route: Route, cells: Cells) {
  const execute = compiled.getOrInsertComputed(route, () => prepare(documentOf(route)));
  const variablesOf = variablesReader(route);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const variables = variablesOf(request);
    const caller = request.getDecorator<Caller>(CALLER);
    const context = new RequestContext(cells.ofReseller(caller.resellerId).services, caller, {
      limited: false,
      nameOf: restName,
    });
    const { data, errors } = await execute(context, variables);
    if (context.replayed) reply.header('idempotent-replayed', 'true');
    if (errors?.[0]) throw errors[0];
    const { result } = data as { result?: object };
    if (result && 'code' in result) throw new RefusedError(result as RefusedResult);
    reply.status(route.response.status);
    const rendered = route.render(data, variables);
    if (!(rendered instanceof PlainText)) return rendered;
    reply.type('text/plain; charset=utf-8');
    return rendered.text;
  };
}

/** Makes the handler of a route that is a stream: a subscription, with the limits of any other. */
function streamHandler(route: Route, { streams }: RestOptions) {
  const kind = OperationTypeNode.SUBSCRIPTION;
  const subscription = { kind, document: documentOf(route), operationName: undefined, ofCredential: false };
  const variablesOf = variablesReader(route);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const variables = variablesOf(request);
    if (request.method === 'HEAD') return reply.type('text/event-stream').send();
    const caller = request.getDecorator<Caller>(CALLER);
    const presented = presentedKeyOf(bearerToken(request.raw.rawHeaders), request.ip);
    const demand = { ...subscription, variables, requests: 1, change: undefined };
    return streams.serve(demand, { caller, presented }, request, reply, EVENT_FRAMES);
  };
}

function documentOf({ document: name }: Route): DocumentNode {
  const document = DOCUMENTS[name];
  if (!document) throw new Error(`documents.graphql has no operation ${name}`);
  return document;
}

/** Reads the variables of a route's document from a request. Throws RequestError. */
function variablesReader(route: Route): (request: FastifyRequest) => Record<string, unknown> {
  const { query, header } = route.parameters;
  const [queryNames, headerNames] = [namesIn(query), namesIn(header)];
  return (request) => {
    const body = route.parameters.body && readBody(request);
    return route.variablesOf({
      path: request.params,
      query: readQuery(request.raw.url ?? '', queryNames),
      header: readHeaders(request.raw, headerNames),
      body,
    });
  };
}

function namesIn(schema: { shape: object } | undefined): string[] {
  return Object.keys(schema?.shape ?? {});
}

/** Sends the contract's error body and headers. */
export function refuse(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onBug: RestOptions['onBug'],
): void {
  // The framework refuses a method without any route before it calls the router.
  const missed = (thrown as FastifyError).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
  const error = missed ? noRouteError(request, reply) : thrown;
  const { retryAfterSeconds, isOurs, ...body } =
    error instanceof RefusedError ? error.refusal : refusalOf(error, restName);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (error instanceof RateLimitedError) reply.headers(rateHeaders(error.window));
  if (body.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  const status = error instanceof RequestError ? error.status : STATUSES[body.code];
  reply.status(status).send({ error: body });
  if (isOurs) onBug(error, request);
}

/** The error side of a result union as the documents select it. Amounts are exact decimal strings. */
interface RefusedResult {
  code: Uppercase<ErrorCode>;
  message: string;
  required_usd?: string;
  balance_usd?: string;
  available?: number;
}

/** Thrown when a document was executed and its result is a refusal. */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor({ code, required_usd, balance_usd, ...rest }: RefusedResult) {
    super(rest.message);
    const amounts = { required_usd: Number(required_usd), balance_usd: Number(balance_usd) };
    this.refusal = { code: toDomainValue(code), ...rest, ...(required_usd !== undefined && amounts) };
  }
}

type Place = Pick<Route, 'method' | 'path'>;

const PLACES: readonly Place[] = [...ROUTES, { method: 'GET', path: DESCRIPTION_PATH }];

/** The routes at the path of a URL, of any method. The path's encoding may be malformed. */
function routesAt(url: string | undefined): Place[] {
  const steps = (url ?? '').replace(/\?.*$/s, '').split('/');
  return PLACES.filter(({ path }) => {
    const template = path.split('/');
    return (
      template.length === steps.length &&
      template.every((step, i) => step.startsWith('{') || step === steps[i])
    );
  });
}

/** The error of a request without a route: 404 for its path, or 405 for its method. */
function noRouteError(request: FastifyRequest, reply: FastifyReply): RequestError {
  const found = routesAt(request.raw.url);
  if (found.length === 0) {
    return new RequestError(
      'invalid_request',
      'There is no such path; /docs shows those that there are.',
      404,
    );
  }
  const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
  reply.header('allow', methods.join(', '));
  return new RequestError('invalid_request', `This path takes ${methods.join(', ')}.`, 405);
}
