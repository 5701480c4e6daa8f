import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../purchases/services.ts';
import { admitCaller } from './admission.ts';
import { RequestError, sendError } from './errors.ts';
import { noRouteError, routesAt } from './no-route.ts';
import { DESCRIPTION_PATH, openApi, serializationOf } from './openapi.ts';
import { receiveBody } from './request.ts';
import { ROUTES } from './route-table.ts';
import { CALLER, routeHandler } from './serve.ts';

interface RestOptions {
  services: Services;
  /** Called with every error that is the service's own fault. */
  onBug(error: unknown, request: FastifyRequest): void;
}

const PREFIX = '/v1';
/** Headers of every answer: credentials and balances must not be cached. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

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
