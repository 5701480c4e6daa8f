import type { Pool, PoolClient } from 'pg';
import { SALES } from './sales.ts';

/** A node of a plan, in the words of `explain (analyze, buffers, verbose, format json)`. */
interface Node {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

/** What some work has read, by the plans that were executed, those of triggers included. */
export interface Reads {
  statements: number;
  /** Pages of tables and indexes, found in memory or not. */
  blocks: number;
  /** Rows that were looked at, whether or not they were wanted, by table. */
  rows: Map<string, number>;
  /** The tables that grow and were read as a whole. */
  scanned: Set<string>;
  /** The most rows of tables that grow which one statement has looked at. */
  mostRows: number;
}

export interface Plans {
  /** For `openDatabase`. */
  onPoolCreated(pool: object): void;
  during(work: () => Promise<unknown>): Promise<Reads>;
}

/** Temporary tables belong to the work, and are as large as what is new. */
const TEMPORARY = /^pg_temp/;
const RECORDED = `load 'auto_explain';
  set auto_explain.log_level = notice;
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off;
  set auto_explain.log_verbose = on;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json`;

/** Has the server tell the plan of every statement with what its nodes have read, which takes a superuser. */
export function recordPlans(): Plans {
  let found: Node[] = [];
  const listen = (client: PoolClient) => {
    client.on('notice', ({ message }) => {
      const begin = message?.indexOf('plan:\n{') ?? -1;
      if (begin >= 0) found.push(JSON.parse((message ?? '').slice(begin + 'plan:\n'.length)).Plan);
    });
    client.query(RECORDED).catch(() => client.release(true));
  };
  return {
    onPoolCreated: (pool) => void (pool as Pool).on('connect', listen),
    async during(work) {
      found = [];
      await work();
      return readsOf(found);
    },
  };
}

function readsOf(plans: readonly Node[]): Reads {
  const reads: Reads = {
    statements: plans.length,
    blocks: 0,
    rows: new Map(),
    scanned: new Set(),
    mostRows: 0,
  };
  for (const plan of plans) {
    reads.blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    let rowsOfPlan = 0;
    for (const node of nodesOf(plan)) {
      const table = node['Relation Name'];
      if (table === undefined || TEMPORARY.test(node.Schema ?? '') || node['Node Type'] === 'ModifyTable')
        continue;
      const once =
        (node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0);
      const rows = Math.ceil(once * (node['Actual Loops'] ?? 0));
      if (SALES.tables.includes(table)) rowsOfPlan += rows;
      reads.rows.set(table, (reads.rows.get(table) ?? 0) + rows);
      if (node['Node Type'] === 'Seq Scan' && rows > 0 && SALES.tables.includes(table))
        reads.scanned.add(table);
    }
    reads.mostRows = Math.max(reads.mostRows, rowsOfPlan);
  }
  return reads;
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
