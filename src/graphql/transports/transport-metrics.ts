/** Counts that only the transports can keep, because no single request or answer shows them. */
export interface TransportMetrics {
  /** A client has opened a socket or an event stream. */
  opened(kind: 'socket' | 'stream'): void;
  closed(kind: 'socket' | 'stream'): void;
  /**
   * A socket, or a request over one, was refused because its key or reseller has too much open or its key
   * sends too many requests.
   */
  rateLimited(): void;
}
