import type { Socket } from 'node:net';
import type { Credentials, GatewayProtocol, Knock } from './admission.ts';

/** A socket for both kinds of addresses writes IPv4 ones this way. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

export function knockOf(
  client: Socket,
  protocol: GatewayProtocol,
  stickyPort: number | undefined,
  credentials: Credentials | undefined,
): Knock {
  const clientIp = (client.remoteAddress ?? '').replace(MAPPED_IPV4, '');
  return { protocol, stickyPort, clientIp, credentials };
}
