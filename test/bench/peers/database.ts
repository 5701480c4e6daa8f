import { Pool, type PoolConfig, types } from 'pg';

/** As many connections as the service has. */
const POOL_SIZE = 20;
/** A statement is planned once for each connection, and never for its values. */
const SETTINGS =
  '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_generic_plan';

export function poolOptions(databaseUrl: string): PoolConfig {
  return { connectionString: databaseUrl, max: POOL_SIZE, options: SETTINGS };
}

/** Sends a prepared statement with these values, and returns its rows as lists of their columns. */
type Query<Row extends unknown[]> = (...values: unknown[]) => Promise<Row[]>;

export interface PeerDatabase {
  prepare<Row extends unknown[]>(name: string, text: string): Query<Row>;
  close(): Promise<void>;
}

/** A pool that reads whole numbers as numbers. */
export function openPeerDatabase(databaseUrl: string): PeerDatabase {
  const pool = new Pool({ ...poolOptions(databaseUrl), types: { getTypeParser: parserOf } });
  return {
    prepare<Row extends unknown[]>(name: string, text: string): Query<Row> {
      // A promise of our own: that of pg keeps the rows alive until the next full garbage collection.
      return (...values) =>
        new Promise((resolve, reject) => {
          pool.query<Row>({ name, text, values, rowMode: 'array' }, (error, result) => {
            if (error) reject(error);
            else resolve(result.rows);
          });
        });
    },
    close: () => pool.end(),
  };
}

function parserOf(typeId: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return typeId === types.builtins.INT8 ? Number : types.getTypeParser(typeId, format as 'text');
}
