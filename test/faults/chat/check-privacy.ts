import { sql } from 'kysely';
import type { System } from '../system.ts';
import type { ChatRecord } from './chat-record.ts';
import { OWNERS_MARK } from './person.ts';

/** What belongs to one person only, whoever that is. */
const OWN = [
  /\bprk_\w{42}\b/g,
  /start=ref_[\w-]{12}/g,
  /#[\w-]{20,}/g,
  /\/pay\/[\w-]+/g,
  // A proxy: host, port, login and password.
  /\b[\w.]+:\d{2,5}:\w+:\w+\b/g,
];
const ORDER = /\b(?:[Oo]rder|[Зз]аказ\S*) (\d+)\b/g;

/** Nobody was shown anything of somebody else, in any message as it was at any time. */
export async function checkPrivacy({ services }: System, record: ChatRecord): Promise<string[]> {
  const db = services.database.sql;
  const { rows: orders } = await sql<{ id: string; user_id: number }>`
    select o.id, p.user_id from orders o join bot_people p using (reseller_id)`.execute(db);
  const { rows: payments } = await sql<{ id: string; user_id: number }>`
    select m.id, p.user_id from payments m join bot_people p using (reseller_id)`.execute(db);
  const buyers = new Map(orders.map(({ id, user_id }) => [String(id), user_id]));
  const payers = new Map(payments.map(({ id, user_id }) => [id, user_id]));
  const owners = new Map<string, number>();
  const violations = new Set<string>();
  const note = (user: number, what: string, owner: number | undefined) => {
    if (owner !== user) violations.add(`privacy: ${user} was shown ${what} of ${owner ?? 'nobody'}`);
  };
  for (const { user, content, invoice } of record.shown) {
    for (const [mark, byName, byKey] of content.matchAll(OWNERS_MARK))
      note(user, mark, Number(byName ?? byKey));
    for (const [, id = ''] of content.matchAll(ORDER)) note(user, `order ${id}`, buyers.get(id));
    if (invoice) note(user, `the invoice ${invoice.payload}`, payers.get(invoice.payload));
    for (const [found] of OWN.flatMap((pattern) => [...content.matchAll(pattern)])) {
      const owner = owners.get(found) ?? user;
      owners.set(found, owner);
      note(user, found.slice(0, 20), owner);
    }
  }
  return [...violations];
}
