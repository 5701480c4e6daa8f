import type { Authorize } from './authorization.ts';
import type { GatewayLimits } from './limits.ts';
import type { Sockets } from './sockets.ts';

/** What all ports of the gateways share. */
export interface GatewayContext {
  authorize: Authorize;
  limits: GatewayLimits;
  sockets: Sockets;
}
