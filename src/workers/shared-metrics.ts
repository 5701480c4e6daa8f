import { AggregatorRegistry } from 'prom-client';
import { within } from '../kit/clock.ts';
import type { Link } from './link.ts';
import type { Figures } from './messages.ts';

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
      const counted = this.#latest.get(link)?.filter(({ type }) => isCount(type)) ?? [];
      this.#latest.delete(link);
      this.#ended = AggregatorRegistry.aggregate([this.#ended, counted]).getMetricsAsArray();
    };
  }

  async #text(): Promise<string> {
    const [first] = this.#latest.keys();
    const [ofDatabase] = await Promise.all([
      // The same one each time, so that the others ask nothing of the database.
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

/** Whether a metric counts what has happened, and does not say how things stand. */
function isCount(type: unknown): boolean {
  return type === 'counter' || type === 'histogram';
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
