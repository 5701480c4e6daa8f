import { BYTES_PER_GB } from './bytes.ts';
import type { SubUserEvent } from './events.ts';

/** One line of the issued log: what the network really did, whatever its answer said. */
export interface DataImpulseIssuedEntry {
  /** ISO 8601, UTC. */
  at: string;
  upstream: 'dataimpulse';
  call: SubUserEvent['kind'];
  /** The buyer's own name for the sub-user (`label`); empty when none was given. */
  reference: string;
  subUserId: number;
  /** What went to the sub-user; negative when it came back to us, 0 when the call moves no traffic. */
  gb: number;
}

export function entryOf(event: SubUserEvent, label: string): DataImpulseIssuedEntry {
  const at = new Date(event.at).toISOString();
  const shared = { at, upstream: 'dataimpulse', call: event.kind, reference: label } as const;
  return { ...shared, subUserId: event.id, gb: movedGb(event) };
}

function movedGb(event: SubUserEvent): number {
  if (event.kind === 'balance-add') return event.gb;
  const returned = event.kind === 'balance-drop' || event.kind === 'delete' ? event.bytes : 0;
  return returned === 0 ? 0 : -returned / BYTES_PER_GB;
}
