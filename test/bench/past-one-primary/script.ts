import type { Client } from 'pg';
import type { SentStatement } from '../recorder.ts';

/** What stands for a recorded value in a script: an expression of SQL over the script's variables. */
export interface Replaced {
  recorded: string;
  expression: string;
}

/** A script of pgbench, and the variables that it is started with. */
export interface Script {
  text: string;
  variables: Record<string, string>;
}

interface ScriptOptions {
  /** In the order in which they are looked for. Each is equal to nothing else in the statements. */
  replaced: readonly Replaced[];
  /** By what a statement's text contains: the variables that its row gives, with this before their names. */
  kept: readonly { contains: string; prefix: string }[];
  /** Lines before the statements, which set variables. */
  begin: string;
  recordedAt: number;
}

/**
 * Makes recorded statements into a script that pgbench sends prepared, as the service does. A value becomes a
 * variable with its type, instants are moved to the present, and what is replaced becomes an expression.
 */
export async function scriptOf(
  client: Client,
  statements: readonly SentStatement[],
  { replaced, kept, begin, recordedAt }: ScriptOptions,
): Promise<Script> {
  const variables: Record<string, string> = {};
  const lines = [begin];
  for (const [i, { text, values }] of statements.entries()) {
    if (replaced.some(({ recorded }) => text.includes(recorded)))
      throw new Error(`a statement has a value in its text: ${text}`);
    const types = values.length > 0 ? await typesOf(client, text) : [];
    const expressions = values.map((value, k) => {
      const type = types[k] ?? 'text';
      if (value === null || value === undefined) return `null::${type}`;
      if (type === 'timestamp with time zone')
        return `(now() + interval '${new Date(value as Date).getTime() - recordedAt} milliseconds')`;
      const literal = toText(value);
      const whole = replaced.find(({ recorded }) => recorded === literal);
      if (whole) return `(${whole.expression})::${type}`;
      const name = `v${i}_${k}`;
      variables[name] = literal;
      const inside = replaced.filter(({ recorded }) => literal.includes(recorded));
      const filled = inside.reduce(
        (sql, { recorded, expression }) => `replace(${sql}, '${recorded}', (${expression})::text)`,
        `:${name}::text`,
      );
      return inside.length > 0 ? `${filled}::${type}` : `:${name}::${type}`;
    });
    const sql = text.replaceAll(/\$(\d+)/g, (_, number) => expressions[Number(number) - 1] ?? 'null');
    const keep = kept.find(({ contains }) => text.includes(contains));
    lines.push(`${sql}${keep ? ` \\gset ${keep.prefix}` : ';'}`);
  }
  return { text: `${lines.join('\n')}\n`, variables };
}

/** The types that the server gives to the parameters of a statement. */
async function typesOf(client: Client, text: string): Promise<string[]> {
  await client.query(`prepare examined as ${text}`);
  try {
    const { rows } = await client.query<{ types: string[] }>(
      `select array(select format_type(t, null) from unnest(parameter_types::oid[]) t) as types
      from pg_prepared_statements where name = 'examined'`,
    );
    return rows[0]?.types ?? [];
  } finally {
    await client.query('deallocate examined');
  }
}

/** A value as its text in PostgreSQL. */
function toText(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementText).join()}}`;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function elementText(value: unknown): string {
  return value === null ? 'null' : `"${toText(value).replaceAll(/["\\]/g, '\\$&')}"`;
}
