/** The limits of a gateway's clients. */
export interface GatewayLimits {
  handshakeMillis: number;
  connectMillis: number;
  idleMillis: number;
  maxConnections: number;
  maxHeaderBytes: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  /** A working client sends its request at once; a slow one only occupies a connection. */
  handshakeMillis: 10_000,
  /** Longer than a working host needs to accept a connection. */
  connectMillis: 10_000,
  /** Long polls and quiet chat connections stay open, and abandoned ones are closed. */
  idleMillis: 300_000,
  /**
   * All ports together. Each connection takes two file descriptors, a thousand ports listen, and a process
   * often has no more than 4,096 descriptors.
   */
  maxConnections: 1_500,
  /** Room for large cookies, but too little to fill the memory. */
  maxHeaderBytes: 16_384,
};
