import { sql } from 'kysely';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import type { ChatControl } from './chat-control.ts';

/** How often an invoice has expired before it is paid. */
const LATE = 0.2;

/** Pays an open invoice of Crypto Pay, perhaps when it is too late. False when the person has none. */
export async function payCrypto(
  { services }: System,
  chat: ChatControl,
  user: number,
  random: Random,
): Promise<boolean> {
  const db = services.database.sql;
  // The database may be killed meanwhile: then the person pays later.
  const open = await sql<{ id: string; invoice_id: string }>`
    select id, invoice_id from payments where chat_id = ${user} and provider = 'crypto_pay'
      and state = 'open' and invoice_id is not null
      and not invoice_id = any (${[...chat.takenInvoices]}::text[]) limit 1`
    .execute(db)
    .catch(() => undefined);
  const [payment] = open?.rows ?? [];
  if (!payment) return false;
  if (random.chance(LATE)) {
    await sql`update payments set expires_at = now() - interval '1 minute' where id = ${payment.id}::uuid`
      .execute(db)
      .catch(() => undefined);
  }
  return chat.payCrypto(user, payment.invoice_id);
}
