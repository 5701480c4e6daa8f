import { ts } from '@ts-morph/common';
import { lineOf, parse, visit } from './syntax.ts';

/** The use of a table in a statement. */
export interface TableUse {
  /** `?` where the source does not name it. */
  table: string;
  kind: 'read' | 'write';
  /** Counted from 1. */
  line: number;
}

/** The methods of the statement builder that name a table. */
const WRITING = /^(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto|alterTable|dropTable)$/;
const READING = /^(?:selectFrom|from|using|table|(?:inner|left|right|full|cross)(?:Join|JoinLateral|Apply))$/;
/** The words of SQL before a table; more tables may follow after commas. */
const CLAUSE = new RegExp(
  String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|lock(?:\s+table)?|` +
    String.raw`(?:alter|drop)\s+table(?:\s+if\s+exists)?|from|join|using)(?:\s+only)?\s+` +
    String.raw`(\w+|\?)((?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)`,
  'gi',
);
const READING_CLAUSE = /^(?:from|join|using)$/i;
const STATEMENT =
  /^\s*(?:select|insert\s+into|update|delete\s+from|merge\s+into|with|truncate|lock|(?:alter|drop)\s+table)\b/i;

/**
 * Every table of `known` that the statements of a source read or write, built or as SQL in a template or a
 * text. A table that the statement builder is given by anything but its name is a `?`, as is one that SQL
 * writes.
 */
export function tableUses(text: string, known: ReadonlyMap<string, unknown>): TableUse[] {
  const source = parse(text);
  const uses: TableUse[] = [];
  visit(source, (node) => {
    // A call begins where its chain begins, which may be far above its argument.
    const line = lineOf(source, (ts.isCallExpression(node) && node.arguments[0]) || node);
    for (const { table, kind } of [...usesInCall(node), ...usesInSql(sqlOf(node))])
      if (known.has(table) || table === '?') uses.push({ table, kind, line });
  });
  return uses;
}

/** The methods that have a statement return all columns, and SQL that does, unless it stands in brackets. */
const ALL_COLUMNS = /^(?:select|returning)All$/;
const ALL_IN_SQL = /(?<!\(\s*)\b(?:select\s+(?:\w+\.)?\*\s+from\s+(\w+)|returning\s+(?:\w+\.)?\*)/i;

/**
 * The lines, counted from 1, at which a statement returns all columns of a table of `known`, or a part of a
 * statement that others may pass on: `with`. A subquery passes on what the statement names.
 */
export function allColumns(text: string, known: ReadonlyMap<string, unknown>): number[] {
  const source = parse(text);
  const lines: number[] = [];
  visit(source, (node) => {
    const inSql = ALL_IN_SQL.exec(sqlOf(node));
    const isAll = inSql ? inSql[1] === undefined || known.has(inSql[1]) : isOfAllColumns(node, known);
    if (isAll) lines.push(lineOf(source, node));
  });
  return lines;
}

function isOfAllColumns(node: ts.Node, known: ReadonlyMap<string, unknown>): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  if (!ALL_COLUMNS.test(node.expression.name.text) || isSubquery(node)) return false;
  const alias = node.arguments[0] && ts.isStringLiteralLike(node.arguments[0]) && node.arguments[0].text;
  const named: string[] = [];
  for (let part: ts.Node = node.expression.expression; ; ) {
    if (ts.isCallExpression(part)) {
      const [first] = part.arguments;
      const isAliased = !alias || (first && ts.isStringLiteralLike(first) && isNamed(first.text, alias));
      if (isAliased) named.push(...usesInCall(part).map(({ table }) => table));
      part = part.expression;
    } else if (ts.isPropertyAccessExpression(part)) part = part.expression;
    else return named.some((table) => known.has(table));
  }
}

function isNamed(table: string, alias: string): boolean {
  return table === alias || table.endsWith(` as ${alias}`);
}

/** Whether it is within a function that is handed to what names a table, or is made a table of another. */
function isSubquery(node: ts.Node): boolean {
  for (let { parent } = node; parent; { parent } = parent) {
    if (!ts.isCallExpression(parent)) continue;
    const called = parent.expression;
    const method = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
    if (/^union/.test(method)) continue;
    if (parent.arguments.some((one) => one.pos <= node.pos && node.end <= one.end))
      return READING.test(method);
  }
  return false;
}

type Use = Omit<TableUse, 'line'>;

/** The tables that a call of the statement builder names, whether as a method or taken out of the builder. */
function usesInCall(node: ts.Node): Use[] {
  if (!ts.isCallExpression(node) || !node.arguments[0]) return [];
  const called = node.expression;
  // `Array.from` and `Buffer.from` are no statements.
  if (ts.isPropertyAccessExpression(called) && /^[A-Z]\w*$/.test(called.expression.getText())) return [];
  const method = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  const kind = WRITING.test(method) ? 'write' : READING.test(method) ? 'read' : undefined;
  return kind ? namesOf(node.arguments[0]).map((table) => ({ table, kind })) : [];
}

/**
 * The tables of an argument such as `'orders as o'` or `['orders', 'proxies']`. Another statement, written as
 * a function or followed by its alias, has been looked through itself; `unnest` makes a table of lists.
 */
function namesOf(argument: ts.Expression): string[] {
  if (ts.isStringLiteralLike(argument)) return [/[^.]*$/.exec(argument.text.split(' ')[0] ?? '')?.[0] ?? ''];
  if (ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap(namesOf);
  const isStatement =
    ts.isArrowFunction(argument) ||
    (ts.isCallExpression(argument) && /\.as$|^unnest$/.test(argument.expression.getText()));
  return isStatement ? [] : ['?'];
}

/** The SQL of a node: a template with a tag, whatever its name, or a text that begins like a statement. */
function sqlOf(node: ts.Node): string {
  if (ts.isTaggedTemplateExpression(node)) return textOf(node.template);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return '';
  if (ts.isTaggedTemplateExpression(node.parent)) return '';
  const text = textOf(node);
  return STATEMENT.test(text) ? text : '';
}

/** The text, with `?` for each value. */
function textOf(node: ts.TemplateLiteral | ts.StringLiteralLike): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

/** Names of common table expressions are not tables. */
function usesInSql(text: string): Use[] {
  const bare = text
    .replace(/'[^']*'/g, "''")
    .replace(/--.*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll('"', '')
    .replace(/\b\w+\s*\.\s*(?=\w)/g, '');
  const parts = new Set(
    [...bare.matchAll(/\b(\w+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(([, name]) => name),
  );
  return [...bare.matchAll(CLAUSE)].flatMap(([, clause = '', first = '', rest = '']) => {
    const kind: TableUse['kind'] = READING_CLAUSE.test(clause) ? 'read' : 'write';
    const others = rest
      .split(',')
      .slice(1)
      .map((other) => other.trim().split(/\s/)[0] ?? '');
    return [first, ...others]
      .filter((table) => !parts.has(table) && (table !== '?' || kind === 'write'))
      .map((table) => ({ table, kind }));
  });
}
