/** What a gateway puts up with. */
export interface GatewayLimits {
  handshakeMillis: number;
  connectMillis: number;
  idleMillis: number;
  maxConnections: number;
  maxHeaderBytes: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  /** A client that knows what it wants says so at once; slower ones only hold a place. */
  handshakeMillis: 10_000,
  /** Longer than any host that is alive needs for accepting a connection. */
  connectMillis: 10_000,
  /** Long polls and quiet chat connections stay, forgotten ones go. */
  idleMillis: 300_000,
  /**
   * All ports together. Each takes two file descriptors, a thousand listen, and a process often has no more
   * than 4,096.
   */
  maxConnections: 1_500,
  /** Room for large cookies, not for filling the memory. */
  maxHeaderBytes: 16_384,
};
