import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { type Context, makeServer, type Server } from 'graphql-ws';
import { DomainError, InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw } from '../../kit/text.ts';
import type { Cells } from '../../live/cells.ts';
import { bearerToken, isAccessError } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { RateLimitedError } from '../../resellers/rate-limit.ts';
import type { GraphqlRequest } from '../execution/documents.ts';
import {
  execute,
  presentedResult,
  type ResultStream,
  refusedResult,
  subscribe,
} from '../execution/execute.ts';
import { assertAllowed, readBody, readGraphqlRequest } from '../execution/graphql-request.ts';
import { presentError } from '../execution/refusal.ts';
import { RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { type Connection, type Connections, TooMuchOpenError, type TransportMetrics } from './connections.ts';
import { admit, authenticate, hashIn, presentedBearer } from './credentials.ts';
import { CLOSE, type SocketClient, SocketRefusal } from './sockets.ts';

/** How long a client may take to send `connection_init`. */
const INIT_WITHIN_MS = 5_000;

interface SocketServices {
  cells: Cells;
  metrics: TransportMetrics;
  connections: Connections;
  onBug(error: unknown): void;
}

type SocketContext = Context<Record<string, unknown>, SocketClient>;
type StartedArgs = ExecutionArgs & { start(): Promise<ResultStream | ExecutionResult> };

/** GraphQL over WebSocket: graphql-ws has the protocol, the service authentication, limits and rates. */
export function createSocketServer(options: SocketServices): Server<SocketClient> {
  const start = (args: ExecutionArgs) => (args as StartedArgs).start();
  return makeServer<Record<string, unknown>, SocketClient>({
    connectionInitWaitTimeout: INIT_WITHIN_MS,
    onConnect: ({ connectionParams, extra }) => authenticateSocket(options, connectionParams, extra),
    onSubscribe: (context, _id, payload) => readRequest(options, context, payload),
    execute: start,
    subscribe: start,
    // Called for each request that was started, also when the client has sent `complete` for it.
    onComplete: ({ extra }) => extra.requests.end(),
    onClose({ extra }) {
      if (extra.connection) options.connections.delete(extra.connection);
    },
  });
}

/** Reads, checks and counts a request like one over HTTP. Returns how to start it, or its errors. */
async function readRequest(
  options: SocketServices,
  { extra: client }: SocketContext,
  payload: object,
): Promise<StartedArgs | GraphQLError[]> {
  const { cells, metrics, onBug } = options;
  const { connection, requests } = client;
  if (!connection) throw new SocketRefusal(CLOSE.unauthorized, 'unauthorized');
  const { services } = cells.ofReseller(connection.caller.resellerId);
  const refuse = (errors: readonly unknown[]) => errors.map((error) => presentError(error, onBug));
  const excess = requests.begin();
  if (excess) return refuse([excess]);
  try {
    const request = readPayload(payload);
    const { caller } = await requests.admit(() =>
      admit(services, connection.presented, 'kind' in request ? request : { requests: 1 }),
    );
    connection.caller = caller;
    if (!('kind' in request)) {
      requests.end();
      return refuse(request);
    }
    assertAllowed(request.document, caller);
    return argsOf(options, request, connection, client);
  } catch (error) {
    requests.end();
    if (error instanceof RateLimitedError) metrics.rateLimited();
    // The credential was valid when the socket was opened and is not valid any more.
    else if (isAccessError(error)) connection.refuse(error);
    return refuse([error]);
  }
}

/** The payload is parsed already; as JSON again it gets the same checks as the body over HTTP. */
function readPayload(payload: object): GraphqlRequest | readonly Error[] {
  try {
    return readGraphqlRequest(readBody(Buffer.from(JSON.stringify(payload))));
  } catch (error) {
    return [error instanceof JsonFlaw ? new InvalidRequestError(error.message) : (error as Error)];
  }
}

function argsOf(
  { cells, connections, onBug }: SocketServices,
  request: GraphqlRequest,
  connection: Connection,
  client: SocketClient,
): StartedArgs {
  const { document, operationName } = request;
  const subscriber = connections.clientOf(connection, onBug);
  const answer = async () => {
    try {
      const { services } = cells.ofReseller(connection.caller.resellerId);
      const context = new RequestContext(services, connection.caller, { limited: true });
      return presentedResult(await execute(request, context), subscriber);
    } catch (error) {
      return refusedResult(error, subscriber);
    }
  };
  return {
    schema,
    document,
    operationName,
    start() {
      const started = request.kind === 'subscription' ? subscribe(request, subscriber) : answer();
      client.working(started);
      return started;
    },
  };
}

/**
 * Authenticates the client of a socket and checks that its credential may have one more connection. An API
 * key or frontend token in the parameters comes before the credential of the upgrade request. Throws
 * SocketRefusal.
 */
async function authenticateSocket(
  { cells, connections }: Pick<SocketServices, 'cells' | 'connections'>,
  params: Record<string, unknown> | undefined,
  client: SocketClient,
): Promise<void> {
  client.authenticating();
  try {
    const bearer = bearerIn(params);
    const presented =
      (bearer === undefined ? client.presented : undefined) ?? presentedBearer(bearer ?? '', client);
    const { services } = await cells.of(hashIn(presented));
    const [caller] = await authenticate(services, [presented]);
    if (!caller || caller instanceof Error) throw caller ?? new UnauthorizedError();
    const connection: Connection = {
      caller,
      presented,
      refuse: ({ code }) => client.close(CLOSE.forbidden, code),
    };
    await connections.add(connection);
    // The close event of a socket that was closed meanwhile has passed, so nothing else would remove it.
    if (client.isOpen()) client.connection = connection;
    else connections.delete(connection);
  } catch (error) {
    if (error instanceof TooMuchOpenError) throw new SocketRefusal(CLOSE.tooMany, error.message);
    if (error instanceof UnauthorizedError) throw new SocketRefusal(CLOSE.unauthorized, error.code);
    if (error instanceof DomainError) throw new SocketRefusal(CLOSE.forbidden, error.code);
    throw error;
  }
}

/**
 * The API key or frontend token in the parameters of `connection_init`, from `authorization` in any case,
 * with the value of the HTTP header. Throws SocketRefusal when several such parameters have different keys.
 */
function bearerIn(params: Record<string, unknown> = {}): string | undefined {
  const given = Object.entries(params).filter(([name]) => name.toLowerCase() === 'authorization');
  const keys = given.map(([name, value]) => bearerToken([name, typeof value === 'string' ? value : '']));
  const [key, ...others] = new Set(keys);
  if (others.length > 0) {
    const reason =
      'unauthorized: "authorization" is given more than once, and not with the same key each time';
    throw new SocketRefusal(CLOSE.unauthorized, reason);
  }
  return key;
}
