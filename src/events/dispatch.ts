import type { Client } from 'pg';
import { CHANNEL } from './payload.ts';

/** Rows of one round: some ten notifications, written and sent within milliseconds. */
const BATCH_ROWS = 1_000;
/** PostgreSQL takes notifications of fewer than 8,000 bytes; the last change of a chunk may reach beyond this by its own length. */
const CHUNK_BYTES = 7_900;
/** The longest text of a change: its letter, two 19-digit numbers, a colon and a space. */
const CHANGE_BYTES = 41;

const DISPATCH = `
    with taken as (
      delete from outbox where id in (select id from outbox order by id limit $1 for update skip locked)
      returning left(topic, 1) || reseller_id || coalesce(':' || order_id, '') as change
    ), chunks as (
      select string_agg(change, ' ') as payload
      from (
        select change, sum(length(change) + 1) over (order by change) / $2::int as chunk
        from (select distinct change from taken) changes
      ) numbered
      group by chunk
    )
    select (select count(*) from taken)::int as taken, (select count(pg_notify($3, payload)::text) from chunks) as told`;

/**
 * Takes a batch of written changes and tells every process that listens, each change once, in one statement: either the rows are
 * gone and the processes are told, or neither. Returns whether there may be more. Any number of processes may do it at once: rows
 * that one has taken are passed over by the others.
 */
export async function dispatch(client: Client): Promise<boolean> {
  const values = [BATCH_ROWS, CHUNK_BYTES - CHANGE_BYTES, CHANNEL];
  const { rows } = await client.query<{ taken: number }>(DISPATCH, values);
  return rows[0]?.taken === BATCH_ROWS;
}
