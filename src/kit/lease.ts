import { sql } from 'kysely';
import type { Sql } from './database.ts';
import { statement } from './statement.ts';

const NOW = sql<Date>`clock_timestamp()`;

const take = statement<{ name: string; holder: string; seconds: number }>()((db, { name, holder, seconds }) =>
  db
    .insertInto('leases')
    .values({ name, holder, held_until: sql<Date>`${NOW} + make_interval(secs => ${seconds})` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({
          holder: eb.ref('excluded.holder'),
          held_until: eb.ref('excluded.held_until'),
        }))
        .where((eb) =>
          eb.or([eb('leases.holder', '=', eb.ref('excluded.holder')), eb('leases.held_until', '<=', NOW)]),
        ),
    )
    .returning('name'),
);

/** Work of which one process does all: the first to take it, until it gives it back or has said nothing for `seconds`. */
export async function takeLease(db: Sql, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await take(db, { name, holder, seconds });
  return rows.length === 1;
}

/** Lets another process take over at once. */
export async function giveBackLease(db: Sql, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
