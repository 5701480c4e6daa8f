import { Kysely, PostgresDialect } from 'kysely';
import type { Client } from 'pg';
import type { Tables } from './tables.ts';

/** Typed statements over one connection. The caller opens and closes it. */
export function sqlOfClient(client: Client): Kysely<Tables> {
  const pooled = Object.assign(client, { release() {} });
  const pool = { connect: async () => pooled, end: async () => {}, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
