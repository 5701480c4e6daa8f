import { type ClientBase, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { POOL_SIZE } from '../../../src/kit/connection.ts';

/** A statement is planned once for each connection, and never for its values. */
const SETTINGS =
  '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_generic_plan';

export function poolOptions(databaseUrl: string): PoolConfig {
  return { connectionString: databaseUrl, max: POOL_SIZE, options: SETTINGS };
}

/** A pool that reads whole numbers as numbers, and instants as the texts that answers show. */
export function openPool(databaseUrl: string): Pool {
  return new Pool({ ...poolOptions(databaseUrl), types: { getTypeParser: parserOf } });
}

function parserOf(typeId: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (typeId === types.builtins.INT8) return Number;
  if (typeId === types.builtins.TIMESTAMPTZ) return toIso;
  return types.getTypeParser(typeId, format as 'text');
}

/** 2026-01-31 12:00:00.5+00 > 2026-01-31T12:00:00.500Z */
function toIso(text: string): string {
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** A pool, or one of its connections. */
type Client = Pick<ClientBase, 'query'>;

/** A prepared statement: sends these values, and returns the rows as lists of their columns. */
export function prepared<Row extends unknown[]>(name: string, text: string) {
  // A promise of our own: that of pg keeps the rows alive until the next full garbage collection.
  return (client: Client, ...values: unknown[]): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      client.query<Row>({ name, text, values, rowMode: 'array' }, (error, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
}

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
