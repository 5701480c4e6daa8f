import { readTraffic } from '../../src/luxury/traffic.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import type { OpenedServices } from '../support/services.ts';

const BYTES_PER_GB = 2 ** 30;
const DAY_MS = 86_400_000;
const POLL_SECONDS = 5;
/** How often usage is read, in days: the older, the coarser are the bars that show it. */
const READINGS = [
  { from: 24, to: 7, every: 6 / 24 },
  { from: 7, to: 1, every: 1 / 24 },
  { from: 1, to: 1 / 24, every: 1 / 96 },
  { from: 1 / 24, to: 0, every: 1 / 1_440 },
];

/** What goes through the Luxury orders of a reseller, from the past to the present. */
export class UsageHistory {
  /** The instants at which `use` is to be called. */
  readonly daysAgo = READINGS.flatMap(({ from, to, every }) =>
    Array.from({ length: Math.round((from - to) / every) }, (_, step) => from - step * every),
  );
  readonly #opened: OpenedServices;
  readonly #resellerId: number;
  readonly #reader: UsageReader;
  readonly #accounts: { subUserId: number; gbADay: number }[] = [];
  #last: number | undefined;
  #step = 0;

  constructor(opened: OpenedServices, resellerId: number) {
    this.#opened = opened;
    this.#resellerId = resellerId;
    this.#reader = new UsageReader(opened.services, POLL_SECONDS);
  }

  async add(orderId: number, gbADay: number): Promise<void> {
    const name = { resellerId: this.#resellerId, orderId };
    const traffic = (await readTraffic(this.#opened.services.database.sql, [name])).get(orderId);
    this.#accounts.push({ subUserId: Number(traffic?.upstreamId), gbADay });
  }

  /**
   * Counts at the upstream what was used since the last call, and reads it as the service does. Gigabytes
   * would take minutes to move.
   */
  async use(): Promise<void> {
    const now = this.#opened.clock.now();
    const days = (now.getTime() - (this.#last ?? now.getTime())) / DAY_MS;
    this.#last = now.getTime();
    const body = this.#accounts.map(({ subUserId, gbADay }) => ({
      subUserId,
      bytes: Math.round(gbADay * BYTES_PER_GB * days * this.#busyness(now, ++this.#step)),
    }));
    const { sandbox } = this.#opened;
    const answer = await fetch(`${sandbox.url}/control/usage`, { method: 'PUT', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    await this.#reader.round();
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }

  /** Around 1: more by day than by night, less at weekends, and uneven, but the same in every run. */
  #busyness(now: Date, step: number): number {
    const hour = now.getUTCHours() + now.getUTCMinutes() / 60;
    const ofDay = 1 - 0.6 * Math.cos(((hour - 3) / 24) * 2 * Math.PI);
    const ofWeek = now.getUTCDay() % 6 === 0 ? 0.6 : 1.1;
    return ofDay * ofWeek * (0.3 + 1.4 * (((step * step * 7_919) % 1_009) / 1_009));
  }
}
