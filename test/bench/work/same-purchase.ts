import { deepStrictEqual } from 'node:assert/strict';
import type { Request } from 'autocannon';
import { sql } from 'kysely';
import type { Environment } from '../environment.ts';
import { type SeededKey, seedReseller } from '../seed.ts';
import { answerOf } from './answers.ts';
import type { Server } from './servers.ts';

/** What a purchase writes and keeps. */
const TABLES = [
  'accounts',
  'ledger',
  'operations',
  'orders',
  'proxies',
  'sweeps',
  'events',
  'order_counts',
  'order_groups',
];
/** What is another for each purchase: ids, instants, what names them, and what an upstream makes. */
const OWN = /(?:^|_)(?:id|xid|at|by|until)$|At$|^(?:lease_token|host|port|login|password|credentials|facts)$/;

interface Purchases {
  fastify: Server;
  service: Server;
  overRest(key: SeededKey): Request;
  overGraphql(key: SeededKey): Request;
}

/** Throws unless the peer answers a purchase as the service does, and writes the same rows. */
export async function assertSamePurchase(
  environment: Environment,
  { fastify, service, overRest, overGraphql }: Purchases,
): Promise<void> {
  const buy = async (server: Server, requestOf: (key: SeededKey) => Request) => {
    const {
      resellerId,
      keys: [key],
    } = await seedReseller(environment, 1);
    if (!key) throw new RangeError('the reseller has no key');
    const answer = await answerOf(server.ready.url, requestOf(key));
    return { answer: withoutOwn(answer), rows: await rowsOf(environment, resellerId) };
  };
  const expected = await buy(service, overRest);
  deepStrictEqual(await buy(fastify, overRest), expected);
  const { answer, rows } = await buy(service, overGraphql);
  deepStrictEqual(rows, expected.rows);
  const { purchase } = answer['data'] as { purchase: { order?: unknown } };
  if (!purchase.order) throw new Error(`a purchase was refused: ${JSON.stringify(purchase)}`);
}

async function rowsOf({ database }: Environment, resellerId: number) {
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(written) as row from ${sql.table(table)} written
      where reseller_id = ${resellerId}`.execute(database.sql);
    found[table] = rows.map(({ row }) => JSON.stringify(withoutOwn(row))).sort();
  }
  return found;
}

/** The values that are a purchase's own are left out, but not whether there is one. */
function withoutOwn<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value, (name, part) => (OWN.test(name) && part !== null ? 'its own' : part));
  return JSON.parse(text);
}
