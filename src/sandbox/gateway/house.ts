import type { Admit } from './admission.ts';
import type { GatewayLimits } from './limits.ts';
import type { Sockets } from './sockets.ts';

/** What all ports of the gateways have in common. */
export interface House {
  admit: Admit;
  limits: GatewayLimits;
  sockets: Sockets;
}
