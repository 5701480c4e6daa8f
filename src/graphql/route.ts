import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidRequestError } from '../kit/errors.ts';
import { JsonFlaw, parseJsonObject } from '../kit/json.ts';
import type { Services } from '../purchases/services.ts';
import { assertApiOpen, authenticate, type Caller } from '../resellers/authenticate.ts';
import { bearerToken } from '../resellers/bearer-token.ts';
import { refusalOf } from './refusal.ts';
import { createGraphqlServer, type Exchange } from './server.ts';

/** Statuses of what is refused before GraphQL comes into play. */
const STATUSES: Record<string, number> = {
  unauthorized: 401,
  key_disabled: 403,
  ip_not_allowed: 403,
  internal_error: 500,
  api_disabled: 503,
};

/** `/graphql`: the door for GraphQL over HTTP, and GraphiQL for browsers. */
export function graphqlRoute(services: Services, onBug: (error: unknown, request: FastifyRequest) => void) {
  const yoga = createGraphqlServer(services);

  return async function route(app: FastifyInstance): Promise<void> {
    // Forms and multipart have no use here and would let a page of another site send requests without being asked about it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => {
        const parameters = parseJsonObject(body);
        if (Object.keys(parameters).length === 0)
          throw new InvalidRequestError('The request body has no "query".');
        return parameters;
      },
    );

    app.setErrorHandler((error, request, reply) => {
      refuse(error, request, reply);
    });

    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      handler: async (request, reply) => {
        const exchange: Exchange = {
          caller: await callerOf(request),
          counted: false,
          replayed: false,
          onBug: (error) => onBug(error, request),
        };
        const response = await yoga.handleNodeRequestAndResponse(request, reply, { exchange });
        reply.status(response.status);
        response.headers.forEach((value, name) => {
          reply.header(name, value);
        });
        reply.header('cache-control', 'no-store');
        if (exchange.replayed) reply.header('idempotent-replayed', 'true');
        return reply.send(await response.text());
      },
    });
  };

  /** Anonymous requests may look at the schema and at GraphiQL; the schema itself refuses them everything else. */
  async function callerOf(request: FastifyRequest): Promise<Caller | undefined> {
    const token = bearerToken(request.raw.rawHeaders);
    if (token !== undefined) return authenticate(services.database.sql, token, request.ip);
    await assertApiOpen(services.database.sql);
    return undefined;
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, code, message } = describe(error);
    if (code === 'internal_error') onBug(error, request);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ errors: [{ message, extensions: { code } }] });
  }
}

function describe(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof JsonFlaw) {
    return {
      status: 400,
      code: error.kind === 'form' ? 'invalid_json' : 'invalid_request',
      message: error.message,
    };
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413)
    return { status: 413, code: 'invalid_json', message: 'The request body is larger than 65536 bytes.' };
  if (status === 415)
    return { status: 415, code: 'invalid_request', message: 'Send GraphQL as application/json.' };
  const { code, message } = refusalOf(error);
  return { status: STATUSES[code] ?? 400, code, message };
}
