import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { databaseAddress } from '../../src/kit/address.ts';

/** A statement as the product has sent it. */
export interface Sent {
  text: string;
  /** Those of bytes as PostgreSQL writes them. */
  values: unknown[];
}

/** From the sixth on a prepared statement may have a plan for any values. */
const EXECUTIONS = 6;
const WITHIN_MS = 20_000;
/** What a row refuses has reached its node. */
const OF_ROWS = /^(22(?!P0)|23|40|55P03|P0001)/;

/** How the coordinator executes a statement. */
export type Way = 'whole' | 'in steps' | 'here' | 'refused';

/**
 * What is not handed on to a node as a whole, by the beginning of its text, with the reason. In steps: one
 * after another on the node, in one transaction, with their rows by way of the coordinator.
 */
export const EXCEPTIONS: readonly { begins: RegExp; way: Way; why: string }[] = [
  {
    begins: /^with .*\b(insert into|update|delete from) /,
    way: 'in steps',
    why: 'Citus hands on no statement whose parts insert rows, or change those that another part has locked',
  },
  {
    begins: /^insert into .*\bselect .*\bfrom (unnest|json_populate_recordset)\(/,
    way: 'in steps',
    why: 'rows that are made of values are made by the coordinator, and sent to the node at once',
  },
  {
    begins: /^select (add_day|drop_old_day)\(/,
    way: 'here',
    why: 'tables are made and dropped by the coordinator',
  },
  {
    begins: /\bpg_stat_activity\b|\bpg_settings\b|\bpg_sequences\b/,
    way: 'here',
    why: 'it is about this server',
  },
  {
    begins: /^select (set_config|pg_notify|setval|last_value|extract\(epoch from clock)/,
    way: 'here',
    why: 'it is about this session, its listeners, sequences or clock',
  },
  { begins: /^select ("network"|brin_summarize)|^select$/, way: 'here', why: 'it reads no table' },
  {
    begins: /\bunverified_/,
    way: 'in steps',
    why: 'ledger verify and reconcile join tables of their session',
  },
];

export interface Checked extends Sent {
  way: Way;
  /** Of what was refused. */
  error?: string;
}

/** The statements of a file, each text once. */
export async function readSent(file: string): Promise<Sent[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Sent);
  const changesOrReads = all.filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/.test(text));
  return [...new Map(changesOrReads.map((sent) => [sent.text, sent])).values()];
}

/** Prepares each on the coordinator and executes it six times, each time in a transaction that is rolled back. */
export async function checkStatements(url: string, all: readonly Sent[]): Promise<Checked[]> {
  const client = new Client({ ...databaseAddress(url), statement_timeout: WITHIN_MS });
  await client.connect();
  const checked: Checked[] = [];
  for (const [place, { text, values }] of all.entries()) {
    await client.query('begin');
    try {
      const { rows } = await client.query(`explain (costs off) ${text}`, values);
      const way = wayOf(rows.map((row) => String(row['QUERY PLAN'])));
      for (let execution = 0; execution < EXECUTIONS; execution++) {
        await client.query('savepoint before');
        await client.query({ name: `s${place}`, text, values }).catch((error) => {
          if (!OF_ROWS.test(error.code)) throw error;
        });
        await client.query('rollback to before');
      }
      checked.push({ text, values, way });
    } catch (error) {
      checked.push({ text, values, way: 'refused', error: String(error) });
    }
    await client.query('rollback');
  }
  await client.end();
  return checked;
}

/** The first line that names Citus is that of the whole statement. */
function wayOf(plan: readonly string[]): Way {
  const text = plan.join('\n');
  if (!text.includes('Citus')) return 'here';
  const isWhole = plan[0]?.startsWith('Custom Scan (Citus Adaptive)') && text.includes('Task Count: 1\n');
  return isWhole && !/Distributed Subplan|INSERT \.\.\. SELECT/.test(text) ? 'whole' : 'in steps';
}
