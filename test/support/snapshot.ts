import { Client } from 'pg';

/** The state of a database at one instant, kept beside it, as a backup that the server made then. */
export interface Snapshot {
  /** Puts the database back into that state, once. Connections to it are cut. */
  restore(): Promise<void>;
  drop(): Promise<void>;
}

/** Takes a snapshot of a database that is in use. Its connections are cut, and new ones refused meanwhile. */
export async function takeSnapshot(databaseUrl: string): Promise<Snapshot> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const copy = `${name}_copy`;
  const administer = (...statements: string[]) => onServer(databaseUrl, statements);
  await administer(
    `alter database ${name} allow_connections false`,
    cut(name),
    `create database ${copy} template ${name} strategy file_copy`,
    `alter database ${name} allow_connections true`,
  );
  return {
    restore: () =>
      administer(`drop database ${name} with (force)`, `alter database ${copy} rename to ${name}`),
    drop: () => administer(`drop database if exists ${copy} with (force)`),
  };
}

/** Returns when the sessions are over: a session that is told to end may live for a moment. */
const cut = (name: string) => `do $$ begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}';
end $$`;

async function onServer(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = 'postgres';
  const admin = new Client(url.href);
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}
