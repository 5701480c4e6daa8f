import { readdir, readFile } from 'node:fs/promises';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** A migration as its file has it. */
export interface MigrationText {
  name: string;
  text: string;
}

export async function readMigrationTexts(): Promise<MigrationText[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.ts$/, ''),
      text: await readFile(new URL(file, MIGRATIONS), 'utf8'),
    })),
  );
}

/**
 * What takes away something that programs of the version before use. A reference that is dropped is none of
 * that: what they write was allowed before, too.
 */
const TAKES_AWAY = [
  /\bdrop\s+(table|column|view|function|sequence|type|trigger|schema|constraint\s+(?!\w+_fkey\b))\b/i,
  // An index by another one: programs see its name alone, in violations.
  /(?<!\balter\s+index\s+\w+\s+)\brename\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+(if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
];
/** What a migration that takes something away says: programs need a migration that came before it. */
const REQUIRES = /insert\s+into\s+required_migrations\b[^;]*?values\s*\(\s*'(\w+)'\s*,\s*'(\w+)'\s*\)/gi;

/**
 * What is wrong with a migration that runs beside programs of the version before, given those before it. The
 * rules read the text of its SQL and not what it does: they catch the usual mistakes, not every one.
 */
export function migrationFlaws({ name, text }: MigrationText, earlier: readonly MigrationText[]): string[] {
  const sql = withoutComments(text);
  return [
    ...flawsOfTakingAway(name, sql, earlier),
    ...flawsOfNotNull(sql, earlier),
    ...flawsOfIndexes(sql),
    ...flawsOfConstraints(sql),
  ];
}

function flawsOfTakingAway(name: string, sql: string, earlier: readonly MigrationText[]): string[] {
  const required = [...sql.matchAll(REQUIRES)].map(([, migration, by]) => ({ migration, by }));
  const wrong = required.filter(
    ({ migration, by }) => by !== name || !earlier.some((other) => other.name === migration),
  );
  if (wrong.length > 0) return [`it requires ${wrong[0]?.migration}, which is none before it, or as another`];
  // What a function does later is a text in it.
  const done = sql.replaceAll(/'[^']*'/g, "''");
  const taken = TAKES_AWAY.map((what) => what.exec(done)?.[0]).filter((found) => found !== undefined);
  if (taken.length === 0 || required.length > 0) return [];
  return [
    `"${taken[0]?.replaceAll(/\s+/g, ' ')}" takes away what older programs use, and it requires no migration`,
  ];
}

/** Without a check that is valid already, the table is read as a whole while nobody can use it. */
function flawsOfNotNull(sql: string, earlier: readonly MigrationText[]): string[] {
  return [...sql.matchAll(/\balter\s+column\s+(\w+)\s+set\s+not\s+null\b/gi)].flatMap(([, column = '']) => {
    const check = new RegExp(`check\\s*\\(\\s*${column}\\s+is\\s+not\\s+null\\s*\\)\\s*not\\s+valid`, 'i');
    const checked = earlier.some((other) => check.test(other.text));
    const validated = earlier.some((other) => /validate\s+constraint/i.test(other.text));
    return checked && validated
      ? []
      : [`${column} is set not null without a check that was validated in a migration before`];
  });
}

/** An index on a table that is there already is built while it is written, in no transaction. */
function flawsOfIndexes(sql: string): string[] {
  const indexes = sql.matchAll(
    /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(?:only\s+)?(\w+)/gi,
  );
  const isTransactional = !/isTransactional\(\)[^{]*\{\s*return false/.test(sql);
  return [...indexes].flatMap(([, concurrently, index, table]) => {
    if (concurrently) return isTransactional ? [`${index} is built concurrently in a transaction`] : [];
    return isCreated(sql, table) ? [] : [`${index} is built while nobody can write ${table}`];
  });
}

/** A constraint on a table that is there already is added without reading its rows, and validated later. */
function flawsOfConstraints(sql: string): string[] {
  const added = sql.matchAll(
    /\balter\s+table\s+(?:only\s+)?(\w+)\s([^;`]*?\badd\s+(?:constraint\s+\w+|check|foreign\s+key|unique|primary\s+key)[^;`]*)/gi,
  );
  return [...added].flatMap(([, table, what = '']) =>
    isCreated(sql, table) || /\bnot\s+valid\b|\busing\s+index\b/i.test(what)
      ? []
      : [`a constraint of ${table} is checked against all rows while nobody can use it`],
  );
}

function isCreated(sql: string, table = ''): boolean {
  return new RegExp(`\\bcreate\\s+(unlogged\\s+)?table\\s+(if\\s+not\\s+exists\\s+)?${table}\\b`, 'i').test(
    sql,
  );
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*(\/\/|--).*$/gm, '')
    .replaceAll(/\bcomment\s+on\b(?:'[^']*'|[^;'])*;/gi, '');
}
