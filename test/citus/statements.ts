import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { databaseAddress } from '../../src/kit/address.ts';

/** A statement as the product has sent it. */
export interface Sent {
  text: string;
  /** The values, those of bytes as PostgreSQL writes them. */
  values: unknown[];
}

/** From the sixth on a prepared statement may have a plan for any values. */
const EXECUTIONS = 6;
const WITHIN_MS = 20_000;
/** Of a statement that changes nothing, by which it is known. */
const FIRST_LETTERS = 40;
/**
 * By code and message: what a row refuses has reached its node. Of rows that are copied Citus has no code.
 */
const OF_ROWS = /^(22(?!P0)|23|40|55P03|P0001)| violates /;

/** How the coordinator executes a statement. */
export type Way = 'whole' | 'in steps' | 'here' | 'refused';

/**
 * What is not handed on to a node as a whole, by `nameOf`, with the reason. In steps: each part for itself,
 * all in one transaction of the node, with the rows that a part returns by way of the coordinator.
 */
export const EXCEPTIONS: readonly { way: Way; why: string; names: readonly string[] }[] = [
  {
    way: 'in steps',
    why: 'it has several parts, of which one inserts rows',
    names: [
      'delete operations, insert charged_work',
      'delete sign_in_codes, delete console_sessions, insert console_sessions',
      'insert bot_messages, update bot_people',
      'insert coin_accounts, insert coin_transfers',
      'insert corrections, update accounts, insert ledger',
      'insert corrections, update accounts, insert ledger, insert ledger',
      'insert rate_windows',
      'insert rate_windows, update console_sessions',
      'insert top_ups, update accounts, insert ledger, insert ledger',
      'update accounts, insert ledger, delete idempotency_keys, insert idempotency_keys, insert operations',
      'update accounts, insert ledger, insert operations',
      'update accounts, insert ledger, update coin_accounts, insert coin_transfers, delete idempotency_keys, insert idempotency_keys, insert operations',
      'update bot_updates, insert bot_people',
      'update luxury_traffic, insert usage_samples',
      'update operations, insert sweeps, insert ledger',
      'update operations, insert sweeps, insert orders, insert proxies, insert ledger',
      'update operations, insert sweeps, update accounts, insert ledger, insert ledger',
      'update operations, insert sweeps, update idempotency_keys, insert ledger',
      'update operations, insert sweeps, update idempotency_keys, insert orders, insert proxies, insert ledger',
    ],
  },
  {
    way: 'in steps',
    why: 'a part locks rows and joins others to them',
    names: ['update term_turns'],
  },
  {
    way: 'in steps',
    why: 'the coordinator makes rows of lists',
    names: ['insert bot_updates', 'insert term_turns', 'insert verified_accounts'],
  },
  {
    way: 'here',
    why: 'it makes or drops a table, of which the coordinator tells the nodes',
    names: ['select add_day($1, today() + n) from gen', 'select drop_old_day($1, $2::int) as dropp'],
  },
  {
    way: 'here',
    why: 'it names no table of a node: it is about a session, its listeners, the server or values alone',
    names: [
      "select brin_summarize_new_values(('event",
      'select exists ( select from pg_stat_acti',
      'select network, place from unnest(cast($',
      'select pg_notify($1, payload) from unnes',
      'select set_config($1, $2, true)',
    ],
  },
];

/** What it changes, table by table; what changes nothing is named by its beginning. */
export function nameOf(text: string): string {
  const one = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const changes = one.matchAll(/\b(insert|update|delete)(?: into| from)? (?!set |of |skip )(\w+)/g);
  const names = [...changes].map(([, verb, table]) => `${verb} ${table}`);
  return names.length > 0 ? names.join(', ') : one.slice(0, FIRST_LETTERS);
}

export interface Checked {
  text: string;
  way: Way;
  /** The server's words for what was refused. */
  error?: string;
}

/** The statements of a file, once where they differ in numbers alone. */
export async function readSent(file: string): Promise<Sent[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Sent);
  const changesOrReads = all.filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/.test(text));
  return [...new Map(changesOrReads.map((sent) => [sent.text.replaceAll(/\d+/g, '0'), sent])).values()];
}

/**
 * Prepares each on the coordinator and executes it six times. What it changes stays: Citus takes a tenth of a
 * second to roll back, and only a commit checks the deferred constraints.
 */
export async function checkStatements(url: string, all: readonly Sent[]): Promise<Checked[]> {
  const client = new Client({ ...databaseAddress(url), statement_timeout: WITHIN_MS });
  await client.connect();
  const checked: Checked[] = [];
  for (const [place, { text, values }] of all.entries()) {
    const name = `s${place}`;
    // The parts of what is done in steps are executed for the plan, too, and rows may refuse them.
    let way: Way = 'in steps';
    try {
      const { rows } = await client.query(`explain (costs off) ${text}`, values);
      way = wayOf(rows.map((row) => row['QUERY PLAN']).join('\n'));
      for (let execution = 0; execution < EXECUTIONS; execution++) await client.query({ name, text, values });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!OF_ROWS.test(`${code} ${message}`)) {
        checked.push({ text, way: 'refused', error: message });
        continue;
      }
    }
    checked.push({ text, way });
  }
  await client.end();
  return checked;
}

/** The first line that names Citus is that of the whole statement. */
function wayOf(plan: string): Way {
  if (!plan.includes('Citus')) return 'here';
  const isWhole = plan.startsWith('Custom Scan (Citus Adaptive)') && plan.includes('Task Count: 1\n');
  return isWhole && !/Distributed Subplan|INSERT \.\.\. SELECT/.test(plan) ? 'whole' : 'in steps';
}
