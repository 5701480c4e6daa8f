import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { type Context, makeServer, type Server } from 'graphql-ws';
import { InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw } from '../../kit/json.ts';
import type { Live } from '../../live/live.ts';
import type { Services } from '../../purchases/services.ts';
import { RateLimitedError } from '../../resellers/errors.ts';
import { admit } from '../../resellers/rate-limit.ts';
import { execute } from '../execution/execute.ts';
import { admitOperation, type Operation, readOperation } from '../execution/operation.ts';
import { readBody } from '../execution/parameters.ts';
import { present } from '../execution/present.ts';
import { presented, refused, type Subscriber, subscribe, type Told } from '../execution/subscribe.ts';
import { createContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { admitSocket, type SocketClient } from './admit-socket.ts';
import type { Connection, Connections } from './connections.ts';
import type { Meter } from './meter.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';

/** How long a client may take to say who it is. */
const INIT_WITHIN_MS = 5_000;

interface SocketServices {
  services: Services;
  live: Live;
  meter: Meter;
  connections: Connections;
  onBug(error: unknown): void;
  /** Called with what has to be waited for when the service stops, and whose it is. */
  onWork(work: Promise<unknown>, client: SocketClient): void;
}

type SocketContext = Context<Record<string, unknown>, SocketClient>;
type StartedArgs = ExecutionArgs & { start(): Promise<Told | ExecutionResult> };

/** GraphQL over WebSocket: the protocol is graphql-ws's; who may do what is ours, and the same as over HTTP. */
export function createSocketServer(options: SocketServices): Server<SocketClient> {
  const start = (args: ExecutionArgs) => (args as StartedArgs).start();
  return makeServer<Record<string, unknown>, SocketClient>({
    connectionInitWaitTimeout: INIT_WITHIN_MS,
    onConnect: ({ connectionParams, extra }) => admitSocket(options, connectionParams, extra),
    onSubscribe: (context, _id, payload) => readRequest(options, context, payload),
    execute: start,
    subscribe: start,
    // Of whatever was started, also when the client completed it meanwhile.
    onComplete: ({ extra }) => extra.operations.end(),
    onClose({ extra }) {
      if (extra.connection) options.connections.delete(extra.connection);
    },
  });
}

/** Reads, judges and counts a request as if it had come over HTTP. Returns how to start it, or why not. */
async function readRequest(
  options: SocketServices,
  { extra: client }: SocketContext,
  payload: object,
): Promise<StartedArgs | GraphQLError[]> {
  const { services, meter, onBug } = options;
  const { connection, operations } = client;
  if (!connection) throw new SocketRefusal(CLOSE.unauthorized, 'unauthorized');
  const refuse = (errors: readonly unknown[]) => errors.map((error) => present(error, onBug));
  try {
    operations.begin();
  } catch (error) {
    if (error instanceof SocketRefusal) throw error;
    return refuse([error]);
  }
  const { sql } = services.database;
  const { keyId } = connection.caller;
  try {
    const operation = readPayload(payload);
    if ('kind' in operation) {
      const { document, operationName } = operation;
      await operations.admit(() => admitOperation(sql, keyId, document, operationName));
      return argsOf(options, operation, connection, client);
    }
    await operations.admit(() => admit(sql, keyId, 1));
    operations.end();
    return refuse(operation);
  } catch (error) {
    operations.end();
    if (error instanceof RateLimitedError) meter.rateLimited();
    return refuse([error]);
  }
}

/** The same checks that a request's body gets, on a text that was read before. */
function readPayload(payload: object): Operation | readonly unknown[] {
  try {
    return readOperation(readBody(Buffer.from(JSON.stringify(payload))));
  } catch (error) {
    return [error instanceof JsonFlaw ? new InvalidRequestError(error.message) : error];
  }
}

function argsOf(
  { services, live, onBug, onWork }: SocketServices,
  operation: Operation,
  connection: Connection,
  client: SocketClient,
): StartedArgs {
  const { document, operationName, variables } = operation;
  const subscriber: Subscriber = {
    context: ({ limited }) => createContext(services, connection.caller, { limited, live }),
    onBug,
  };
  const answer = async () => {
    try {
      const contextValue = createContext(services, connection.caller, { limited: true });
      const args = { schema, document, operationName, variableValues: variables, contextValue };
      return presented((await execute(args)) as ExecutionResult, subscriber);
    } catch (error) {
      return refused(error, subscriber);
    }
  };
  return {
    schema,
    document,
    operationName,
    start() {
      const started = operation.kind === 'subscription' ? subscribe(operation, subscriber) : answer();
      onWork(started, client);
      return started;
    },
  };
}
