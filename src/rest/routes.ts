import { readFileSync } from 'node:fs';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse, separateOperations } from 'graphql';
import { prepare } from '../graphql/execution/execute.ts';
import { createContext } from '../graphql/schema/context.ts';
import { noteAdmitted } from '../kit/request.ts';
import type { Services } from '../purchases/services.ts';
import { admit, bearerToken, type Caller, presentedKeyOf } from '../resellers/admission.ts';
import { rateHeaders } from '../resellers/rate-limit.ts';
import { assertNotRefused, RequestError, sendError } from './errors.ts';
import { restName } from './names.ts';
import { DESCRIPTION_PATH, openApi, serializationOf } from './openapi.ts';
import { readBody, readHeaders, readQuery, receiveBody } from './request.ts';
import { PlainText, type Route } from './route.ts';
import { ROUTES } from './route-table.ts';

interface RestOptions {
  services: Services;
  /** Called with every error that is the service's own fault. */
  onBug(error: unknown, request: FastifyRequest): void;
}

const PREFIX = '/v1';
/** Headers of every answer: credentials and balances must not be cached. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** The decorator of a request that holds its caller after admission. */
export const CALLER = 'caller';

/** The document of each route with its fragments, by the name of its operation. */
const DOCUMENTS = separateOperations(
  parse(readFileSync(new URL('documents.graphql', import.meta.url), 'utf8'), { noLocation: true }),
);
/** By their routes, for all hosts of a process. */
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
export function restHostOptions({ services, onBug }: RestOptions) {
  return {
    /**
     * The router refuses a path with invalid percent-encoding. If it could be a route's, the caller is
     * authenticated first.
     */
    frameworkErrors(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      const admitted =
        routesAt(request.raw.url).length > 0 ? admitCaller(services, request, reply) : Promise.resolve();
      const malformed = () => {
        throw new RequestError('invalid_request', 'The path is not valid percent-encoded UTF-8.');
      };
      admitted.then(malformed).catch((error: unknown) => refuse(error, request, reply, onBug));
    },
    /** A long identifier is refused by the route: for the router its length would make the path unknown. */
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  };
}

function addRoutes(v1: FastifyInstance, { services, onBug }: RestOptions): void {
  v1.decorateRequest(CALLER, null);
  v1.removeAllContentTypeParsers();
  v1.addContentTypeParser('*', async (request: FastifyRequest) =>
    request.is404 ? undefined : receiveBody(request.raw),
  );
  v1.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    // A body is read as JSON whatever its content type. The framework would refuse some types before
    // admission.
    delete request.raw.headers['content-type'];
  });
  v1.setErrorHandler((error, request, reply) => refuse(error, request, reply, onBug));
  v1.setNotFoundHandler((request, reply) => refuse(noRouteError(request, reply), request, reply, onBug));

  for (const route of ROUTES) {
    v1.route({
      method: route.method,
      url: route.path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: route.method === 'GET',
      schema: { response: { [route.response.status]: serializationOf(route) } },
      onRequest: async (request, reply) =>
        request.setDecorator(CALLER, await admitCaller(services, request, reply)),
      handler: routeHandler(route, services),
    });
  }
  const description = JSON.stringify(openApi);
  v1.get(DESCRIPTION_PATH.slice(PREFIX.length), async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
}

/**
 * Admits a request before its parameters are read. Throws the refusal. From here on every answer has the
 * headers with what is left of the rate.
 */
async function admitCaller(
  { database }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const presentedKey = presentedKeyOf(bearerToken(request.raw.rawHeaders), request.ip);
  const { caller, window } = await admit(database.sql, presentedKey, 1);
  noteAdmitted();
  reply.headers(rateHeaders(window));
  return caller;
}

/** Makes a route's handler. Throws when the route has no document that fits the schema. */
export function routeHandler(route: Route, services: Services) {
  const execute = compiled.getOrInsertComputed(route, () => {
    const document = DOCUMENTS[route.document];
    if (!document) throw new Error(`documents.graphql has no operation ${route.document}`);
    return prepare(document);
  });
  const queryNames = namesIn(route.parameters.query);
  const headerNames = namesIn(route.parameters.header);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const body = route.parameters.body && readBody(request);
    const variables = route.variablesOf({
      path: request.params,
      query: readQuery(request.raw.url ?? '', queryNames),
      header: readHeaders(request.raw, headerNames),
      body,
    });
    const context = createContext(services, request.getDecorator<Caller>(CALLER), {
      limited: false,
      nameOf: restName,
    });
    const { data, errors } = await execute(context, variables);
    if (context.replayed) reply.header('idempotent-replayed', 'true');
    if (errors?.[0]) throw errors[0];
    assertNotRefused(data);
    reply.status(route.response.status);
    const rendered = route.render(data, variables);
    if (!(rendered instanceof PlainText)) return rendered;
    reply.type('text/plain; charset=utf-8');
    return rendered.text;
  };
}

function namesIn(schema: { shape: object } | undefined): string[] {
  return Object.keys(schema?.shape ?? {});
}

function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onBug: RestOptions['onBug'],
): void {
  // The framework refuses a method without any route before it calls the router.
  const missed = (error as FastifyError).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
  const answered = missed ? noRouteError(request, reply) : error;
  if (sendError(answered, reply.headers(HEADERS))) onBug(error, request);
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

/**
 * The error of a request that no route serves: 404 for an unknown path, 405 for a method that the path does
 * not take.
 */
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
