import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { type Context, makeServer, type Server } from 'graphql-ws';
import { InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw } from '../../kit/json.ts';
import type { Services } from '../../purchases/services.ts';
import { isAccessError } from '../../resellers/admission.ts';
import { RateLimitedError } from '../../resellers/rate-limit.ts';
import { assertAllowed } from '../execution/assert-allowed.ts';
import { execute } from '../execution/execute.ts';
import {
  assertFewRootFields,
  type GraphqlRequest,
  readGraphqlRequest,
  requestsOf,
} from '../execution/graphql-request.ts';
import { readBody } from '../execution/parameters.ts';
import { presentError } from '../execution/present-error.ts';
import { presentedResult, type ResultStream, refusedResult, subscribe } from '../execution/subscribe.ts';
import { createContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { authenticateSocket, type SocketClient } from './authenticate-socket.ts';
import type { Connection, Connections } from './connections.ts';
import { admit } from './credentials.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** How long a client may take to send `connection_init`. */
const INIT_WITHIN_MS = 5_000;

interface SocketServices {
  services: Services;
  metrics: TransportMetrics;
  connections: Connections;
  onBug(error: unknown): void;
  /** Called with work that has to end before the service stops, and with its client. */
  onWork(work: Promise<unknown>, client: SocketClient): void;
}

type SocketContext = Context<Record<string, unknown>, SocketClient>;
type StartedArgs = ExecutionArgs & { start(): Promise<ResultStream | ExecutionResult> };

/**
 * GraphQL over WebSocket. graphql-ws implements the protocol; authentication, limits and rates are the
 * service's, the same as over HTTP.
 */
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
  const { services, metrics, onBug } = options;
  const { connection, requests } = client;
  if (!connection) throw new SocketRefusal(CLOSE.unauthorized, 'unauthorized');
  const refuse = (errors: readonly unknown[]) => errors.map((error) => presentError(error, onBug));
  try {
    requests.begin();
  } catch (error) {
    if (error instanceof SocketRefusal) throw error;
    return refuse([error]);
  }
  try {
    const request = readPayload(payload);
    const { caller } = await requests.admit(() => admit(services, connection.presented, requestsOf(request)));
    connection.caller = caller;
    if (!('kind' in request)) {
      requests.end();
      return refuse(request);
    }
    assertFewRootFields(request.document, request.operationName);
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

/**
 * The payload is parsed already; it is written as JSON again to get the same checks as the body of an HTTP
 * request.
 */
function readPayload(payload: object): GraphqlRequest | readonly unknown[] {
  try {
    return readGraphqlRequest(readBody(Buffer.from(JSON.stringify(payload))));
  } catch (error) {
    return [error instanceof JsonFlaw ? new InvalidRequestError(error.message) : error];
  }
}

function argsOf(
  { services, connections, onBug, onWork }: SocketServices,
  request: GraphqlRequest,
  connection: Connection,
  client: SocketClient,
): StartedArgs {
  const { document, operationName, variables } = request;
  const subscriber = connections.clientOf(connection, onBug);
  const answer = async () => {
    try {
      const contextValue = createContext(services, connection.caller, { limited: true });
      const args = { schema, document, operationName, variableValues: variables, contextValue };
      return presentedResult((await execute(args)) as ExecutionResult, subscriber);
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
      onWork(started, client);
      return started;
    },
  };
}
