import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { newDataDirectory, removeDataDirectory } from './postgres.ts';

export interface UnconfirmingServer {
  url: string;
  /** As the superuser of the server. */
  admin: Client;
  /** From here on every commit waits for a standby, of which there is none. */
  confirmNone(): Promise<void>;
  /** Commits wait for nobody again, and those that hang are done. */
  confirmAll(): Promise<void>;
  /** How many commits hang. */
  hanging(): Promise<number>;
  close(): Promise<void>;
}

/** A server of its own, since the standbys that commits wait for are a setting of the whole server. */
export async function startUnconfirmingServer(): Promise<UnconfirmingServer> {
  const dataDir = newDataDirectory();
  const server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  await migrate(server.url);
  const [admin, probe] = [new Client(server.url), new Client(server.url)];
  for (const client of [admin, probe]) await client.connect();

  async function waitForStandby(name: string): Promise<void> {
    await admin.query(`alter system set synchronous_standby_names = '${name}'`);
    await admin.query('select pg_reload_conf()');
  }
  async function hanging(): Promise<number> {
    const { rowCount } = await admin.query("select from pg_stat_activity where wait_event = 'SyncRep'");
    return rowCount ?? 0;
  }
  /** Whether a commit hangs, which is then ended. */
  async function doesCommitHang(): Promise<boolean> {
    let isDone = false;
    const commit = probe.query("select pg_logical_emit_message(true, 'probe', '')").then(() => {
      isDone = true;
    });
    while (!isDone && (await hanging()) === 0);
    const doesHang = !isDone;
    if (doesHang)
      await admin.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
    await commit;
    return doesHang;
  }

  return {
    url: server.url,
    admin,
    async confirmNone() {
      await waitForStandby('nobody');
      // The processes of the server read the setting one after the other.
      while (!(await doesCommitHang()));
    },
    confirmAll: () => waitForStandby(''),
    hanging,
    async close() {
      for (const client of [admin, probe]) await client.end();
      await server.stop();
      await removeDataDirectory(dataDir);
    },
  };
}
