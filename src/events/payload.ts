import type { Event } from './outbox.ts';

/** The channel on which PostgreSQL notifies processes of events. */
export const CHANNEL = 'changes';

const TOPICS = { o: 'order', t: 'traffic' } as const;

/**
 * Reads the payload of a notification: words with a space between them, one for each event, such as `t7:1024
 * o7:1025 b7`. A word is the first letter of the topic, the id of the reseller and, except for a balance, the
 * id of the order. Words of another form are skipped, since a process of a newer version may send events of
 * other kinds.
 */
export function readPayload(payload: string): Event[] {
  return payload.split(' ').flatMap((word): Event[] => {
    const [, letter, resellerId, orderId] = /^([otb])(\d+)(?::(\d+))?$/.exec(word) ?? [];
    if (letter === 'b') return [{ topic: 'balance', resellerId: Number(resellerId) }];
    if ((letter !== 'o' && letter !== 't') || orderId === undefined) return [];
    return [{ topic: TOPICS[letter], resellerId: Number(resellerId), orderId: Number(orderId) }];
  });
}
