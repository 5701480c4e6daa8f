import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';

/** How often the connection is proven, in milliseconds: so late, at the most, a deaf one is noticed. */
const PROVE_EVERY_MS = 5_000;

/**
 * Proves that notifications arrive over a connection: it notifies itself, on a channel of its own, and has to
 * hear that. Behind a pooler in transaction mode statements go through, and notifications do not.
 */
export class Hearing {
  readonly #client: Client;
  readonly #channel = `heard_${randomBytes(8).toString('hex')}`;
  #isHeard = true;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(client: Client) {
    this.#client = client;
    client.on('notification', ({ channel }) => {
      if (channel === this.#channel) this.#isHeard = true;
    });
  }

  /** To be called before the first proof. */
  async listen(): Promise<void> {
    await this.#client.query(`listen ${this.#channel}`);
  }

  /** To be called often. Throws when the last call was not heard. */
  async prove(): Promise<void> {
    const now = performance.now();
    if (now - this.#calledAt < PROVE_EVERY_MS) return;
    this.#assertHeard();
    this.#isHeard = false;
    this.#calledAt = now;
    await this.#client.query(`notify ${this.#channel}`);
  }

  #assertHeard(): void {
    if (!this.#isHeard)
      throw new Error(
        'No notification arrives over the connection to the database: DATABASE_LISTEN_URL has to go past any pooler.',
      );
  }
}
