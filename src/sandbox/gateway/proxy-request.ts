import type { Socket } from 'node:net';
import type { GatewayProtocol, PresentedCredentials, ProxyRequest } from './authorization.ts';

/** A socket for both address families writes IPv4 addresses in this form. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

export function proxyRequestOf(
  client: Socket,
  protocol: GatewayProtocol,
  stickyPort: number | undefined,
  credentials: PresentedCredentials | undefined,
): ProxyRequest {
  const clientIp = (client.remoteAddress ?? '').replace(MAPPED_IPV4, '');
  return { protocol, stickyPort, clientIp, credentials };
}
