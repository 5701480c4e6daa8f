import { ConfigError } from './config.ts';
import { CONNECTIONS_OF_PROCESS } from './kit/connect.ts';
import { connectForStart } from './kit/start-connection.ts';

/**
 * Throws ConfigError when the database server has fewer connections than so many workers may take. They take
 * them under load only, and then requests would fail.
 */
export async function assertRoomForWorkers(databaseUrl: string, workers: number): Promise<void> {
  const client = await connectForStart(databaseUrl);
  const show = client.query<{ max_connections: string }>('show max_connections');
  const { rows } = await show.finally(() => client.end());
  const room = Number(rows[0]?.max_connections);
  const needed = workers * CONNECTIONS_OF_PROCESS;
  if (room >= needed) return;
  throw new ConfigError(
    `WORKERS=${workers} needs ${needed} connections, and the database server has ${room}: raise its max_connections, or set fewer.`,
  );
}
