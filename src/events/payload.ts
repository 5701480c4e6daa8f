import type { Change } from './outbox.ts';

/** The channel that changes are told on. */
export const CHANNEL = 'changes';

const TOPICS = { o: 'order', t: 'traffic' } as const;

/**
 * Reads what was told: changes apart by spaces, each the first letter of its topic, the reseller and, but for
 * a balance, the order: `t7:1024 o7:1025 b7`. Words of another form are passed over: a newer process may tell
 * what this one does not know.
 */
export function readPayload(payload: string): Change[] {
  return payload.split(' ').flatMap((word): Change[] => {
    const [, letter, resellerId, orderId] = /^([otb])(\d+)(?::(\d+))?$/.exec(word) ?? [];
    if (letter === 'b') return [{ topic: 'balance', resellerId: Number(resellerId) }];
    if ((letter !== 'o' && letter !== 't') || orderId === undefined) return [];
    return [{ topic: TOPICS[letter], resellerId: Number(resellerId), orderId: Number(orderId) }];
  });
}
