import { createServer, type Server, type Socket } from 'node:net';
import type { RefusalCode } from './authorization.ts';
import type { GatewayContext } from './gateway-context.ts';
import { proxyRequestOf } from './proxy-request.ts';
import { Relay } from './relay.ts';
import { SocksFailure, SocksHandshake } from './socks-handshake.ts';
import { connectTarget } from './target.ts';
import { joinSockets } from './tunnel.ts';

/** SOCKS5 has few codes for refusals; every other refusal is "not allowed". */
const REFUSAL_REPLIES: Partial<Record<RefusalCode, number>> = { NO_RAY: 0x03, NO_HOST_CONNECTION: 0x04 };
const NOT_ALLOWED = 0x02;

/**
 * A SOCKS5 proxy that does not listen yet: RFC 1928 with login and password (RFC 1929) or without, CONNECT
 * only.
 */
export function createSocksGateway(context: GatewayContext): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (context.sockets.accept(client)) serveSocks(client, undefined, context);
  });
}

/** Serves one client from its first byte on. */
export function serveSocks(client: Socket, stickyPort: number | undefined, context: GatewayContext): void {
  serve(client, stickyPort, context).catch(() => client.destroySoon());
}

/** Rejects when the client is to be disconnected: its last reply, if any, has been written. */
async function serve(client: Socket, stickyPort: number | undefined, context: GatewayContext): Promise<void> {
  const tooSlow = setTimeout(() => client.destroy(), context.limits.handshakeMillis);
  client.once('close', () => clearTimeout(tooSlow));
  const handshake = new SocksHandshake(client);
  const credentials = await handshake.credentials();
  const authorized = context.authorize(proxyRequestOf(client, 'socks5', stickyPort, credentials));
  const refused = typeof authorized === 'string';
  handshake.authenticated(!refused);
  if (refused) throw new Error(authorized);
  try {
    const target = await handshake.target();
    clearTimeout(tooSlow);
    const opened = authorized.open(target);
    if (typeof opened === 'string') throw new SocksFailure(REFUSAL_REPLIES[opened] ?? NOT_ALLOWED);
    const relay = new Relay(opened);
    relay.destroyOnCut(client);
    const socket = await connectTarget(target, client, relay, context);
    handshake.connected(socket);
    joinSockets(client, socket, relay, context.limits.idleMillis);
  } catch (error) {
    handshake.failed(error instanceof SocksFailure ? error.reply : replyOf(error));
    throw error;
  }
}

/** The reply code of RFC 1928 that says best why a target could not be reached. */
function replyOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENETUNREACH':
      return 0x03;
    case 'EHOSTUNREACH':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return 0x04;
    case 'ECONNREFUSED':
      return 0x05;
    default:
      return 0x01;
  }
}
