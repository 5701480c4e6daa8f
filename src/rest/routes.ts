import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../purchases/services.ts';
import { admitCaller } from './admission.ts';
import { RequestError, sendError } from './errors.ts';
import { noRouteError, placesAt } from './no-route.ts';
import { DESCRIPTION_PATH, openApi, serializationOf } from './openapi.ts';
import { receiveBody } from './request.ts';
import { ROUTES } from './route-table.ts';
import { CALLER, handlerOf } from './serve.ts';

export interface RestOptions {
  services: Services;
  /** Told of every error that only the service's own people can mend. */
  onBug(error: unknown, request: FastifyRequest): void;
}

const PREFIX = '/v1';
/** What every answer carries: credentials and balances belong into no cache. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * The door for REST: `/v1` and its description at `/v1/openapi.json`. Its host has to take `restHostOptions`. Fails when the schema
 * rejects a route's document.
 */
export function restRoutes(options: RestOptions) {
  return async function rest(app: FastifyInstance): Promise<void> {
    app.register(async (v1) => addRoutes(v1, options), { prefix: PREFIX });
  };
}

/** The settings of the whole host that the routes depend on. */
export function restHostOptions({ services, onBug }: RestOptions) {
  return {
    /** The router gives up on a path that is no valid percent-encoding; where it was meant for a route, the caller comes first. */
    frameworkErrors(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      const admitted =
        placesAt(request.raw.url).length > 0 ? admitCaller(services, request, reply) : Promise.resolve();
      const malformed = () => {
        throw new RequestError('invalid_request', 'The path is not valid percent-encoded UTF-8.');
      };
      admitted.then(malformed).catch((error: unknown) => refuse(error, request, reply, onBug));
    },
    /** An identifier that is too long to name anything is refused as such: its length must not make the path unknown. */
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
    // A body is read as JSON whatever it calls itself; the framework would refuse some names before anybody is admitted.
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
      handler: handlerOf(route, services),
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
  // A method that nothing is served by can be refused by the framework before the router is asked.
  const missed = (error as FastifyError).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
  const told = missed ? noRouteError(request, reply) : error;
  if (sendError(told, reply.headers(HEADERS))) onBug(error, request);
}
