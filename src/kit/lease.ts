import { sql } from 'kysely';
import type { Sql } from './database.ts';

/** Work of which one process does all: the first to take it, until it gives it back or has said nothing for `seconds`. */
export async function takeLease(db: Sql, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into leases as l (name, holder, held_until)
    values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where l.holder = excluded.holder or l.held_until <= clock_timestamp()
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Lets another process take over at once. */
export async function giveBackLease(db: Sql, name: string, holder: string): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(db);
}
