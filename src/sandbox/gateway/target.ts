import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import type { GatewayContext } from './gateway-context.ts';
import type { Relay } from './relay.ts';

/** A name with more addresses than this is no better reachable at the last of them. */
const MAX_ADDRESSES = 4;
const LOOPBACK_PREFIX = '127.';

export interface Target {
  /** A name or an address, IPv6 without brackets. */
  host: string;
  port: number;
}

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
 * Only Linux answers to all of 127.0.0.0/8 unasked, and from there only other addresses of it can be reached.
 */
function localAddress(host: string, exitAddress: string): string | undefined {
  const possible = process.platform === 'linux' && isIPv4(host) && host.startsWith(LOOPBACK_PREFIX);
  return possible ? exitAddress : undefined;
}

/** A look-up cannot be called back, so it is left behind when its time is up. */
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
