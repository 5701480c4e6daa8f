import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Leaves out so many numbers of resellers, of API keys and of the other credentials, so that nobody new gets
 * a number that somebody may have had whom the books have lost.
 */
export async function skipNumbers(db: Sql, count: number): Promise<void> {
  await sql`
    select setval(sequence, last_value + ${count})
    from (values (pg_get_serial_sequence('resellers', 'id')), (pg_get_serial_sequence('api_keys', 'id')),
      ('public.credential_ids')) as moved (sequence)
    join pg_sequences on sequence = schemaname || '.' || sequencename
    where last_value is not null`.execute(db);
}
