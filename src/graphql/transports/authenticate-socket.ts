import { DomainError } from '../../kit/errors.ts';
import type { Services } from '../../purchases/services.ts';
import { bearerToken } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { type Connection, type Connections, TooMuchOpenError } from './connections.ts';
import { authenticate, type PresentedCredential, presentedBearer } from './credentials.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';
import type { SocketRequests } from './socket-requests.ts';

/** The client of a socket. */
export interface SocketClient {
  ip: string;
  /** The page that opened the socket, as its browser says; undefined when no browser did. */
  origin: string | undefined;
  /** That of the upgrade request, if it had one. */
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
export async function authenticateSocket(
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
