import { Client } from 'pg';
import { databaseAddress } from '../../src/kit/address.ts';

/** Executes one statement over a connection of its own, which may be cut meanwhile. Returns its rows. */
export async function queryOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(databaseAddress(url));
  // What cuts the connection fails the statement, too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
