/** What the transports count that no single request or answer shows. */
export interface TransportMetrics {
  /** A client has opened a socket or an event stream. */
  opened(kind: 'socket' | 'stream'): void;
  closed(kind: 'socket' | 'stream'): void;
  /**
   * A socket, or a request over one, was refused because its key has too many sockets or sends too many
   * requests.
   */
  rateLimited(): void;
}
