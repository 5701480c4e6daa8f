import { AggregatorRegistry } from 'prom-client';
import type {
  ConnectionLimits,
  createConnectionLimits,
  GiveBack,
  Terminable,
} from '../graphql/transports/connection-limits.ts';
import { within } from '../kit/clock.ts';
import type { Figures, Link } from './link.ts';

/**
 * How long the primary may take to say whether there is a slot left. A primary that stands still must not
 * keep clients out; meanwhile they are let in uncounted.
 */
const ANSWER_WITHIN_MS = 1_000;

/** Counts a worker's connections with those of the others. Returns what to call when it has ended. */
export function serveLimits(
  link: Link,
  { slots, unauthenticated }: ReturnType<typeof createConnectionLimits>,
): () => void {
  const taken = new Map<number, GiveBack>();
  const sockets = new Map<number, Terminable>();
  const forget = (id: number) => {
    const socket = sockets.get(id);
    if (socket) unauthenticated.delete(socket);
    sockets.delete(id);
  };
  // The slot is taken before the next message is read, which may give it back.
  link.answer('take slot', ({ id, claims }) => {
    const giveBack = slots.take(claims);
    if (typeof giveBack === 'number') return giveBack;
    taken.set(id, giveBack);
    return null;
  });
  link.on('give slot back', (id) => {
    taken.get(id)?.();
    taken.delete(id);
  });
  link.on('unauthenticated', ({ id, address }) => {
    const socket = { terminate: () => link.tell('terminate', id) };
    sockets.set(id, socket);
    unauthenticated.add(socket, address);
  });
  link.on('not unauthenticated', forget);
  return () => {
    for (const giveBack of taken.values()) giveBack();
    for (const socket of sockets.values()) unauthenticated.delete(socket);
  };
}

/** The limits of all workers together, as a worker has them. */
export function createSharedLimits(link: Link): ConnectionLimits {
  const sockets = new Map<number, Terminable>();
  const ids = new WeakMap<Terminable, number>();
  let lastId = 0;
  link.on('terminate', (id) => sockets.get(id)?.terminate());
  return {
    slots: {
      async take(claims) {
        const id = ++lastId;
        const full = await within(ANSWER_WITHIN_MS, link.ask('take slot', { id, claims }));
        return full ?? (() => link.tell('give slot back', id));
      },
    },
    unauthenticated: {
      add(socket, address) {
        const id = ++lastId;
        sockets.set(id, socket);
        ids.set(socket, id);
        link.tell('unauthenticated', { id, address });
      },
      delete(socket) {
        const id = ids.get(socket);
        if (id === undefined || !sockets.delete(id)) return;
        link.tell('not unauthenticated', id);
      },
    },
  };
}

/** How long a worker may take to report its figures; after that, those that it reported last count. */
const REPORT_WITHIN_MS = 1_000;
/** How long the primary may take to add them up. */
const ADD_UP_WITHIN_MS = 3_000;
/** How long a worker may take to read the database: longer than it waits for it itself. */
const READ_WITHIN_MS = 2_500;

/** Adds up the figures of the workers, in the primary. */
export class SharedMetrics {
  readonly #latest = new Map<Link, Figures>();
  /** What the workers that have ended had counted: without it a sum would fall, and look like a restart. */
  #ended: Figures = [];

  /** Lets a worker report its figures and ask for those of all. Returns what to call when it has ended. */
  serve(link: Link): () => void {
    this.#latest.set(link, []);
    link.answer('all figures', () => this.#text());
    return () => {
      // The others say how things stand.
      const counts = ['counter', 'histogram'];
      const counted = this.#latest.get(link)?.filter(({ type }) => counts.includes(String(type))) ?? [];
      this.#latest.delete(link);
      this.#ended = AggregatorRegistry.aggregate([this.#ended, counted]).getMetricsAsArray();
    };
  }

  async #text(): Promise<string> {
    const [first] = this.#latest.keys();
    const [ofDatabase] = await Promise.all([
      // One worker is asked for the figures of the database, so that the others ask nothing of it.
      first && within(READ_WITHIN_MS, first.ask('database figures')),
      ...[...this.#latest.keys()].map((link) => this.#read(link)),
    ]);
    const added = await AggregatorRegistry.aggregate([...this.#latest.values(), this.#ended]).metrics();
    return `${added}\n${ofDatabase ?? ''}`;
  }

  async #read(link: Link): Promise<void> {
    const figures = await within(REPORT_WITHIN_MS, link.ask('figures'));
    // A worker that has ended meanwhile is counted among those.
    if (figures && this.#latest.has(link)) this.#latest.set(link, figures);
  }
}

/**
 * The figures of all workers, added up by the primary, and those of the database. Throws when the primary
 * does not answer.
 */
export async function figuresOfAll(link: Link): Promise<string> {
  const text = await within(ADD_UP_WITHIN_MS, link.ask('all figures'));
  if (text === undefined) throw new Error('The primary has not added up the figures of the workers in time.');
  return text;
}
