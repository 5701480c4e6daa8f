import type { Client } from 'pg';
import { overConnections } from './over-connections.ts';

/** Memory for sorting the rows of one index, in PostgreSQL's words. */
const INDEX_MEMORY = '1GB';

/**
 * Does `fill` while the tables have only the indexes of their constraints, and makes the others afterwards,
 * one at a time over each connection: row by row they would take several times as long.
 */
export async function withoutIndexes(
  clients: readonly Client[],
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const [client] = clients;
  const found = await client?.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any ($1::text[]::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  const indexes = found?.rows ?? [];
  for (const { name } of indexes) await client?.query(`drop index ${name}`);
  await fill();
  for (const client of clients) await client.query(`set maintenance_work_mem = '${INDEX_MEMORY}'`);
  await overConnections(clients, indexes, (client, { made }) => client.query(made));
}
