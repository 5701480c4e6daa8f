/** What is told to whoever measures the door, of what no request and no answer shows. */
export interface Meter {
  /** A client stays connected. */
  opened(kind: 'socket' | 'stream'): void;
  closed(kind: 'socket' | 'stream'): void;
  /** A socket, or one of its operations, was refused because there were too many of its key. */
  rateLimited(): void;
}
