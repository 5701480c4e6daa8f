import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import type { Target } from './authorization.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { Relay } from './relay.ts';

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
