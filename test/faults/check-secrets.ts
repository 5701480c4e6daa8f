import { sql } from 'kysely';
import type { ClientRecord } from './client-record.ts';
import type { System } from './system.ts';

/** How many keys and passwords are searched for: each costs a pass over the whole database. */
const MAX_KEYS = 300;
const MAX_PASSWORDS = 100;
const SHOWN_AROUND = 60;

/**
 * No key, password or secret of the run appears in the processes' output, in refusals, or unencrypted in any
 * row.
 */
export async function checkSecrets(system: System, record: ClientRecord): Promise<string[]> {
  // Keys that were used first were in use while faults happened.
  const keys = [...new Set([...record.usedKeys, ...system.keys])].slice(0, MAX_KEYS);
  const secrets = [...system.secrets, ...keys, ...[...record.passwords].slice(0, MAX_PASSWORDS)];
  const violations = system.processes.flatMap(({ output }, index) =>
    found(secrets, output()).map((where) => `secrets: process ${index} printed ${where}`),
  );
  violations.push(...found(secrets, refusalsOf(record)).map((where) => `secrets: a refusal says ${where}`));
  const db = system.services.database.sql;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db);
    const lines = rows.map(({ line }) => line).join('\n');
    violations.push(...found(secrets, lines).map((where) => `secrets: table ${name} has ${where}`));
    violations.push(
      ...found(secrets, bytesIn(lines)).map((where) => `secrets: bytes of ${name} have ${where}`),
    );
  }
  return violations;
}

function refusalsOf({ attempts, failures }: ClientRecord): string {
  const refused = attempts.filter(({ outcome }) => outcome.kind === 'refused').map(({ text }) => text);
  return [...new Set([...refused, ...failures])].join('\n');
}

function found(secrets: string[], text: string): string[] {
  return secrets.flatMap((secret) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : [text.slice(Math.max(0, at - SHOWN_AROUND), at + secret.length)];
  });
}

/** The text in bytes that PostgreSQL prints in hexadecimal. */
function bytesIn(lines: string): string {
  return [...lines.matchAll(/\\x([0-9a-f]+)/g)]
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
    .join('\n');
}
