import { CountedSlots, type Slots } from './connection-slots.ts';
import { UnauthenticatedSockets } from './unauthenticated-sockets.ts';

/** What limits how many clients stay connected. */
export interface ConnectionLimits {
  slots: Slots;
  unauthenticated: Pick<UnauthenticatedSockets, 'add' | 'delete'>;
}

/** The limits of one process, or those that a primary keeps for its workers. */
export function createConnectionLimits() {
  return { slots: new CountedSlots(), unauthenticated: new UnauthenticatedSockets() };
}
