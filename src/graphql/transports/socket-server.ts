import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { type Context, makeServer, type Server } from 'graphql-ws';
import { DomainError, InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw } from '../../kit/text.ts';
import type { Services } from '../../purchases/services.ts';
import { bearerToken, isAccessError } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { RateLimitedError } from '../../resellers/rate-limit.ts';
import { executeRequest, type GraphqlRequest } from '../execution/execute.ts';
import { readBody, readGraphqlRequest, requestsOf } from '../execution/graphql-request.ts';
import { presentError } from '../execution/refusal.ts';
import { assertAllowed } from '../execution/selections.ts';
import { presentedResult, type ResultStream, refusedResult, subscribe } from '../execution/subscribe.ts';
import { createContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { type Connection, type Connections, TooMuchOpenError, type TransportMetrics } from './connections.ts';
import { admit, authenticate, type PresentedCredential, presentedBearer } from './credentials.ts';

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
  const excess = requests.begin();
  if (excess) return refuse([excess]);
  try {
    const request = readPayload(payload);
    const { caller } = await requests.admit(() => admit(services, connection.presented, requestsOf(request)));
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

/**
 * The payload is parsed already; it is written as JSON again to get the same checks as the body of an HTTP
 * request.
 */
function readPayload(payload: object): GraphqlRequest | readonly Error[] {
  try {
    return readGraphqlRequest(readBody(Buffer.from(JSON.stringify(payload))));
  } catch (error) {
    return [error instanceof JsonFlaw ? new InvalidRequestError(error.message) : (error as Error)];
  }
}

function argsOf(
  { services, connections, onBug, onWork }: SocketServices,
  request: GraphqlRequest,
  connection: Connection,
  client: SocketClient,
): StartedArgs {
  const { document, operationName } = request;
  const subscriber = connections.clientOf(connection, onBug);
  const answer = async () => {
    try {
      const context = createContext(services, connection.caller, { limited: true });
      return presentedResult(await executeRequest(request, context), subscriber);
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

/** The client of a socket. */
export interface SocketClient {
  ip: string;
  /** The page that opened the socket, as its browser says; undefined when no browser did. */
  origin: string | undefined;
  /** The credential of the upgrade request, if it had one. */
  presented: PresentedCredential | undefined;
  /** Undefined until the client is authenticated. */
  connection: Connection | undefined;
  readonly requests: SocketRequests;
  isOpen(): boolean;
  /** Called when the client has sent `connection_init`, before its credential is checked. */
  authenticating(): void;
  close(code: number, reason: string): void;
}

/**
 * Authenticates the client of a socket and checks that its credential may have one more connection. An API
 * key or frontend token in the parameters comes before the credential of the upgrade request. Throws
 * SocketRefusal.
 */
async function authenticateSocket(
  { services, connections }: { services: Services; connections: Connections },
  params: Record<string, unknown> | undefined,
  client: SocketClient,
): Promise<void> {
  client.authenticating();
  try {
    const bearer = bearerIn(params);
    const presented =
      (bearer === undefined ? client.presented : undefined) ?? presentedBearer(bearer ?? '', client);
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

/**
 * GraphQL requests that one socket may have under way: enough for a page with twenty live orders, the balance
 * and the list of orders, and for the queries that it sends meanwhile.
 */
const MAX_REQUESTS = 32;
/**
 * How many requests beyond MAX_REQUESTS are refused before the socket is closed: a client that sends more
 * ignores the refusals.
 */
const MAX_REFUSED = 100;

/**
 * The GraphQL requests of one socket that are under way. One counts from its `subscribe` message until its
 * execution has ended; a `complete` message only asks it to end.
 */
export class SocketRequests {
  #underWay = 0;
  #refused = 0;
  #admitted: Promise<unknown> = Promise.resolve();

  /** Returns the refusal when MAX_REQUESTS are under way. Throws SocketRefusal after MAX_REFUSED of those. */
  begin(): InvalidRequestError | undefined {
    if (this.#underWay < MAX_REQUESTS) {
      this.#underWay += 1;
      return undefined;
    }
    this.#refused += 1;
    const message = `A socket has at most ${MAX_REQUESTS} operations at a time; complete one first.`;
    if (this.#refused > MAX_REFUSED) throw new SocketRefusal(CLOSE.tooMany, message);
    return new InvalidRequestError(message);
  }

  end(): void {
    this.#underWay -= 1;
  }

  /**
   * Admits one request after the other, so that the admissions of a socket take one database connection,
   * however many requests it sends at once.
   */
  admit<Left>(admit: () => Promise<Left>): Promise<Left> {
    const admitted = this.#admitted.then(admit);
    this.#admitted = admitted.catch(() => {});
    return admitted;
  }
}

/** The close codes of graphql-transport-ws, and 4429 for too many connections or requests. */
export const CLOSE = {
  unauthorized: 4401,
  forbidden: 4403,
  tooMany: 4429,
  internalError: 4500,
  /** WebSocket's code for a server that cannot serve at the moment: clients connect again. */
  tryAgainLater: 1013,
} as const;

/**
 * Thrown to close a socket. The message is the reason in the close frame, at most 123 bytes: a code of the
 * contract, or a sentence for developers where the close code says enough.
 */
export class SocketRefusal extends Error {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}
