import { CountedKeySlots, type KeySlots } from './key-slots.ts';
import { UnauthenticatedSockets } from './unauthenticated-sockets.ts';

/** What limits how many clients stay connected. */
export interface ConnectionLimits {
  keys: KeySlots;
  unauthenticated: Pick<UnauthenticatedSockets, 'add' | 'delete'>;
}

/** The limits of one process, or those that a primary keeps for its workers. */
export function createConnectionLimits() {
  return { keys: new CountedKeySlots(), unauthenticated: new UnauthenticatedSockets() };
}
