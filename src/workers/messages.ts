import type { Claim } from '../graphql/transports/connection-limits.ts';

/** The figures of one process, as prom-client has them as JSON. */
export type Figures = { name: string; type: unknown }[];

/** What a worker or its primary tells the other, and does not wait for an answer. */
export interface Told {
  // By a worker.
  /** It takes requests at this address. */
  serving: string;
  /** It cannot start, for this reason, and waits to be killed. */
  failed: string;
  /** What took the slot with this number has ended. */
  'give slot back': number;
  /** A socket was opened; the number is the worker's. */
  unauthenticated: { id: number; address: string };
  /** That socket has sent its key, or is closed. */
  'not unauthenticated': number;
  // By the primary.
  /** Close the unauthenticated socket with this number: it is the oldest of too many. */
  terminate: number;
  /** Stop: announce it for `noticeMs`, finish requests until `graceMs`, and end. Both count from now. */
  stop: { noticeMs: number; graceMs: number };
}

/** What one asks the other, and the answer. */
export interface Asked {
  // By a worker.
  /** Asked first: what to serve, and with what. The answer is that of `domain.ts`. */
  configuration: { question: undefined; answer: unknown };
  /** To be given back by `id`. The answer is null, or the place of the first claim that is too much. */
  'take slot': { question: { id: number; claims: readonly Claim[] }; answer: number | null };
  /** The figures of all workers, as Prometheus reads them. */
  'all figures': { question: undefined; answer: string };
  // By the primary.
  /** The worker's own figures. */
  figures: { question: undefined; answer: Figures };
  /** What one worker reads from the database for all, as Prometheus reads it. */
  'database figures': { question: undefined; answer: string };
  /** Whether the worker does anything: one that hangs does not answer. */
  alive: { question: undefined; answer: undefined };
}
