import { lookup } from 'node:dns/promises';
import { addAbortListener, once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import { type AuthorizedClient, admitted, type ProxyConnection, type Target } from './authorization.ts';
import type { GatewayContext } from './sockets.ts';

/** Passes the bytes of one connection on: none after it is cut or closed, and it is closed only once. */
export class Relay {
  readonly #connection: ProxyConnection;
  #isClosed = false;

  constructor(connection: ProxyConnection) {
    this.#connection = connection;
  }

  /** Destroys the stream when the connection is cut; at once if it is cut already. */
  destroyOnCut(stream: { destroy(): unknown }): void {
    addAbortListener(this.#connection.end.signal, () => stream.destroy());
  }

  /** Counts bytes before they are passed on. False: they must not be, and both sides have been cut. */
  allows(bytes: number): boolean {
    const { end } = this.#connection;
    if (this.#isClosed || end.signal.aborted) return false;
    const allowed = this.#connection.count(bytes);
    if (!allowed) end.abort();
    return allowed;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
  }
}

/**
 * Connects an authorized client to its target. A cut destroys `answer`, too. Throws a {@link GatewayRefusal},
 * the failure of the last address, or an `AbortError` or `TimeoutError` when it took too long, the client has
 * gone or the connection was cut.
 */
export async function connectTarget(
  authorized: AuthorizedClient,
  target: Target,
  client: Socket,
  answer: { destroy(): unknown },
  context: GatewayContext,
): Promise<{ socket: Socket; relay: Relay }> {
  const connection = admitted(authorized.open(target));
  const relay = new Relay(connection);
  relay.destroyOnCut(answer);
  const gone = () => connection.end.abort();
  client.once('close', gone);
  try {
    const socket = await dialAny(target, connection, context);
    relay.destroyOnCut(socket);
    return { socket, relay };
  } catch (error) {
    relay.close();
    throw error;
  } finally {
    client.off('close', gone);
  }
}

/** The most addresses of one name that are tried: if none of these can be reached, the others hardly can. */
const MAX_ADDRESSES = 4;

/** Tries the addresses of the target one after another, IPv4 first. */
async function dialAny(
  target: Target,
  { end, exitAddress }: ProxyConnection,
  { limits, sockets }: GatewayContext,
): Promise<Socket> {
  const deadline = AbortSignal.any([AbortSignal.timeout(limits.connectMillis), end.signal]);
  const addresses = await before(deadline, lookup(target.host, { all: true, order: 'ipv4first' }));
  let failure: unknown = new Error(`${target.host} has no address`);
  for (const { address } of addresses.slice(0, MAX_ADDRESSES)) {
    // Only Linux answers on all of 127.0.0.0/8, and from there only loopback can be reached.
    const isNear = process.platform === 'linux' && isIPv4(address) && address.startsWith('127.');
    const socket = connect({
      host: address,
      port: target.port,
      allowHalfOpen: true,
      noDelay: true,
      ...(isNear && { localAddress: exitAddress }),
    });
    sockets.adopt(socket);
    try {
      await once(socket, 'connect', { signal: deadline });
      return socket;
    } catch (error) {
      socket.destroy();
      failure = error;
    }
  }
  throw failure;
}

/** A DNS look-up cannot be cancelled, so its result is ignored when the time is up. */
async function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  using _listener = addAbortListener(deadline, () => late.reject(deadline.reason));
  return await Promise.race([work, late.promise]);
}

/**
 * Passes bytes on in both directions, and counts them, until both sides have ended, one has broken, nothing
 * has moved for too long, or the relay is cut. When one side is gone, the other still gets what was on its
 * way to it.
 */
export function joinSockets(client: Socket, target: Socket, relay: Relay, idleMillis: number): void {
  if (client.destroyed || target.destroyed) {
    client.destroy();
    target.destroy();
    relay.close();
    return;
  }
  let open = 2;
  for (const [one, other] of [
    [client, target],
    [target, client],
  ] as const) {
    one.once('close', () => {
      open -= 1;
      if (open === 0) relay.close();
      other.destroySoon();
    });
    one.setTimeout(idleMillis, () => one.destroy());
    passOn(one, other, relay);
  }
}

function passOn(from: Socket, to: Socket, relay: Relay): void {
  from.on('data', (chunk) => {
    // Bytes that the other side can no longer receive are not passed on and not counted.
    if (to.destroyed || !relay.allows(chunk.length)) return;
    // `write` returns false for a chunk as large as the buffer, even when the system has taken it already:
    // pausing for that would cost a turn of the event loop for each chunk.
    if (!to.write(chunk) && to.writableLength > 0) from.pause();
  });
  to.on('drain', () => from.resume());
  from.once('end', () => to.end());
}
