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
  error: string | undefined;
}

/** The statements of a file, each text once. */
export async function readSent(file: string): Promise<Sent[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Sent);
  const changesOrReads = all.filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/.test(text));
  return [...new Map(changesOrReads.map((sent) => [sent.text, sent])).values()];
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
    // In the plan of what is done in steps there are rows already, which may be refused.
    const plan = await client.query(`explain (costs off) ${text}`, values).catch(refusal);
    let error = typeof plan === 'string' ? plan : undefined;
    for (let execution = 0; execution < EXECUTIONS && error === undefined; execution++) {
      const result = await client.query({ name: `s${place}`, text, values }).catch(refusal);
      if (typeof result === 'string') error = result;
    }
    const lines = typeof plan === 'object' ? plan.rows.map((row) => String(row['QUERY PLAN'])) : undefined;
    checked.push({ text, values, error, way: error === undefined ? wayOf(lines) : 'refused' });
  }
  await client.end();
  return checked;
}

/** Undefined for what rows refuse, and not Citus. */
function refusal(error: { code?: string }): string | undefined {
  return OF_ROWS.test(error.code ?? '') ? undefined : String(error);
}

/** Of a plan that rows refuse. */
const STEPS = ['Distributed Subplan of Citus'];

/** The first line that names Citus is that of the whole statement. */
function wayOf(plan: readonly string[] = STEPS): Way {
  const text = plan.join('\n');
  if (!text.includes('Citus')) return 'here';
  const isWhole = plan[0]?.startsWith('Custom Scan (Citus Adaptive)') && text.includes('Task Count: 1\n');
  return isWhole && !/Distributed Subplan|INSERT \.\.\. SELECT/.test(text) ? 'whole' : 'in steps';
}
