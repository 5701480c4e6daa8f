import { lookup } from 'node:dns/promises';
import { addAbortListener, once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import type { ProxyConnection, Target } from './authorization.ts';
import type { GatewayContext } from './sockets.ts';

/** Passes the bytes of one connection on: none after it is cut, and it is closed only once. */
export class Relay {
  readonly exitAddress: string;
  readonly #connection: ProxyConnection;
  readonly #end = new AbortController();
  #isClosed = false;

  constructor(connection: ProxyConnection) {
    this.exitAddress = connection.exitAddress;
    this.#connection = connection;
    connection.onCut(() => this.cut());
  }

  /** Aborts when the connection is cut. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Destroys the stream when the connection is cut; at once if it is cut already. */
  destroyOnCut(stream: { destroy(): unknown }): void {
    addAbortListener(this.#end.signal, () => stream.destroy());
  }

  /** Counts bytes before they are passed on. False: they must not be, and both sides have been cut. */
  allows(bytes: number): boolean {
    if (this.#end.signal.aborted) return false;
    if (this.#connection.count(bytes)) return true;
    this.cut();
    return false;
  }

  cut(): void {
    this.#end.abort();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
  }
}

/** The most addresses of one name that are tried: if none of these can be reached, the others hardly can. */
const MAX_ADDRESSES = 4;
const LOOPBACK_PREFIX = '127.';

/**
 * Connects to the target, trying its addresses one after another, IPv4 first. The socket is destroyed when
 * the relay is cut. Throws the last failure, or an `AbortError` or `TimeoutError` when it took too long, the
 * client has gone or the relay was cut; the relay is closed then.
 */
export async function connectTarget(
  target: Target,
  client: Socket,
  relay: Relay,
  context: GatewayContext,
): Promise<Socket> {
  const gone = () => relay.cut();
  client.once('close', gone);
  try {
    const socket = await dialAny(target, relay, context);
    relay.destroyOnCut(socket);
    return socket;
  } catch (error) {
    relay.close();
    throw error;
  } finally {
    client.off('close', gone);
  }
}

async function dialAny(target: Target, relay: Relay, { limits, sockets }: GatewayContext): Promise<Socket> {
  const deadline = AbortSignal.any([AbortSignal.timeout(limits.connectMillis), relay.signal]);
  const addresses = await before(deadline, lookup(target.host, { all: true, order: 'ipv4first' }));
  let failure: unknown = new Error(`${target.host} has no address`);
  for (const { address } of addresses.slice(0, MAX_ADDRESSES)) {
    const from = localAddress(address, relay.exitAddress);
    const socket = connect({
      host: address,
      port: target.port,
      allowHalfOpen: true,
      noDelay: true,
      ...(from && { localAddress: from }),
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

/**
 * Only Linux answers on all of 127.0.0.0/8 without configuration, and from such an address only loopback
 * targets can be reached.
 */
function localAddress(host: string, exitAddress: string): string | undefined {
  const possible = process.platform === 'linux' && isIPv4(host) && host.startsWith(LOOPBACK_PREFIX);
  return possible ? exitAddress : undefined;
}

/** A DNS look-up cannot be cancelled, so its result is ignored when the time is up. */
async function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const listener = () => late.reject(deadline.reason);
  deadline.addEventListener('abort', listener, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', listener);
  }
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
