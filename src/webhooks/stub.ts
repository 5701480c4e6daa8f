// Stands for src/events until that is merged.
import { randomBytes } from 'node:crypto';
import type { Sql } from '../kit/database.ts';

export interface EventRow {
  resellerId: number;
  sequence: number;
  type: string;
  createdAt: Date;
  orderId: number | null;
}

export const EVENT_TYPES: readonly string[] = ['order.created', 'webhook.disabled', 'webhook.enabled'];

export async function readEvents(
  _db: Sql,
  _query: { resellerId: number; after: number; limit: number; types?: readonly string[] },
): Promise<EventRow[]> {
  return [];
}

export async function newestOf(_db: Sql, _resellerId: number): Promise<number> {
  return 0;
}

export async function tell(
  _tx: Sql,
  _event: { resellerId: number; type: string; at: Date; facts: object },
): Promise<void> {}

export function eventId({ createdAt }: { createdAt: Date; resellerId: number; sequence: number }): string {
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  const rest = randomBytes(8).toString('hex');
  return `evt_${time.slice(0, 8)}-${time.slice(8)}-7000-8${rest.slice(0, 3)}-${rest.slice(3, 15)}`;
}

export function placeOf(_id: string): { resellerId: number; sequence: number } | undefined {
  return undefined;
}
