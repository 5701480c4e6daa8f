import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * What has changed. `order`: an order, in its status, its end, its settings or the traffic that was bought
 * for it; `traffic`: only the traffic that an order has used; `balance`: the balance of a reseller, or its
 * threshold; `webhook`: the webhooks of a reseller.
 */
export type Change =
  | { topic: 'order' | 'traffic'; resellerId: number; orderId: number }
  | { topic: 'balance' | 'webhook'; resellerId: number };

/** The channel on which PostgreSQL notifies processes of changes. */
export const CHANNEL = 'changes';
/** PostgreSQL takes notifications of fewer than 8,000 bytes, and the longest word has 41. */
const WORDS_OF_NOTIFICATION = 190;

/**
 * The changes of this process that are no events, and that nobody was told of yet. Each look for events tells
 * of all since the one before: a notification locks out all others. A process that dies has told nobody.
 */
export class Bell {
  readonly #waiting = new Map<string, Change>();

  /** To be called after the commit. */
  ring(changes: readonly Change[]): void {
    for (const change of changes) this.#waiting.set(toWord(change), change);
  }

  /** Tells every process, and returns whether there was something. What throws is told of by the next one. */
  async send(db: Sql): Promise<boolean> {
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      await notify(db, changes);
      return changes.length > 0;
    } catch (error) {
      this.ring(changes);
      throw error;
    }
  }
}

/**
 * Tells every process of changes once the caller's transaction is committed. For what is seldom: such
 * transactions wait for one another.
 */
export async function notify(tx: Sql, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const words = changes.map(toWord);
  const payloads: string[] = [];
  for (let from = 0; from < words.length; from += WORDS_OF_NOTIFICATION)
    payloads.push(words.slice(from, from + WORDS_OF_NOTIFICATION).join(' '));
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(tx);
}

/** By the first letters of their words, of which the version before reads all but the last. */
const TOPICS = { o: 'order', t: 'traffic', b: 'balance', w: 'webhook' } as const;
type Letter = keyof typeof TOPICS;

function toWord(change: Change): string {
  const order = 'orderId' in change ? `:${change.orderId}` : '';
  return `${change.topic.charAt(0)}${change.resellerId}${order}`;
}

/**
 * Reads the payload of a notification: words with a space between them, one for each change, such as `t7:1024
 * o7:1025 b7`. A word is the first letter of the topic, the id of the reseller and, of an order, its id.
 * Words of another form are skipped: a process of a newer version may tell of other changes.
 */
export function readPayload(payload: string): Change[] {
  return payload.split(' ').flatMap((word): Change[] => {
    const [, letter, reseller, order] = /^([otbw])(\d+)(?::(\d+))?$/.exec(word) ?? [];
    if (letter === undefined) return [];
    const topic = TOPICS[letter as Letter];
    const resellerId = Number(reseller);
    if (topic === 'balance' || topic === 'webhook') return [{ topic, resellerId }];
    return order === undefined ? [] : [{ topic, resellerId, orderId: Number(order) }];
  });
}
