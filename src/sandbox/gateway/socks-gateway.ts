import { createServer, type Server, type Socket } from 'node:net';
import type { RefusalCode } from './admission.ts';
import type { House } from './house.ts';
import { knockOf } from './knock.ts';
import { SocksFailure, SocksHandshake } from './socks-handshake.ts';
import { connectTarget } from './target.ts';
import { Trip } from './trip.ts';
import { joinSockets } from './tunnel.ts';

/** SOCKS5 has few words for why not; what is none of these is "not allowed". */
const REFUSAL_REPLIES: Partial<Record<RefusalCode, number>> = { NO_RAY: 0x03, NO_HOST_CONNECTION: 0x04 };
const NOT_ALLOWED = 0x02;

/** A SOCKS5 proxy that does not listen yet: RFC 1928 with login and password (RFC 1929) or without, CONNECT only. */
export function createSocksGateway(house: House): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (house.sockets.welcome(client)) serveSocks(client, undefined, house);
  });
}

/** Serves one client from its first byte on. */
export function serveSocks(client: Socket, stickyPort: number | undefined, house: House): void {
  serve(client, stickyPort, house).catch(() => client.destroySoon());
}

/** Rejects when there is nothing more to say to the client. */
async function serve(client: Socket, stickyPort: number | undefined, house: House): Promise<void> {
  const tooSlow = setTimeout(() => client.destroy(), house.limits.handshakeMillis);
  client.once('close', () => clearTimeout(tooSlow));
  const handshake = new SocksHandshake(client);
  const credentials = await handshake.credentials();
  const visitor = house.admit(knockOf(client, 'socks5', stickyPort, credentials));
  const refused = typeof visitor === 'string';
  handshake.admit(!refused);
  if (refused) throw new Error(visitor);
  try {
    const target = await handshake.target();
    clearTimeout(tooSlow);
    const passage = visitor.enter(target);
    if (typeof passage === 'string') throw new SocksFailure(REFUSAL_REPLIES[passage] ?? NOT_ALLOWED);
    const trip = new Trip(passage);
    trip.holds(client);
    const socket = await connectTarget(target, client, trip, house);
    handshake.connected(socket);
    joinSockets(client, socket, trip, house.limits.idleMillis);
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
