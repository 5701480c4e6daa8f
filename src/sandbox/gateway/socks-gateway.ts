import { createServer, type Socket } from 'node:net';
import type { Admit } from './admission.ts';
import type { GatewayLimits } from './limits.ts';
import { type Gateway, joinSockets, openGateway, Sockets } from './sockets.ts';
import { SocksFailure, SocksHandshake } from './socks-handshake.ts';
import { connectTarget } from './target.ts';

/** Starts a SOCKS5 proxy (RFC 1928) that asks for login and password (RFC 1929) and only does CONNECT. */
export function startSocksGateway(options: {
  host: string;
  port: number;
  admit: Admit;
  limits: GatewayLimits;
}): Promise<Gateway> {
  const { admit, limits } = options;
  const sockets = new Sockets();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    sockets.adopt(client);
    serve(client, admit, sockets, limits).catch(() => client.destroySoon());
  });
  server.maxConnections = limits.maxConnections;
  return openGateway(server, options.host, options.port, sockets);
}

/** Rejects when there is nothing more to say to the client. */
async function serve(client: Socket, admit: Admit, sockets: Sockets, limits: GatewayLimits): Promise<void> {
  const tooSlow = setTimeout(() => client.destroy(), limits.handshakeMillis);
  client.once('close', () => clearTimeout(tooSlow));
  const handshake = new SocksHandshake(client);
  const credentials = await handshake.credentials();
  const passage = admit(credentials);
  handshake.admit(passage !== undefined);
  if (!passage) throw new Error('refused');
  try {
    const target = await handshake.target();
    clearTimeout(tooSlow);
    const socket = await connectTarget(target, passage, sockets, limits);
    handshake.connected(socket);
    joinSockets(client, socket, limits.idleMillis);
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
