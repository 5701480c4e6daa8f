import { ts } from '@ts-morph/common';
import { isOnlyRead } from './entity-uses.ts';
import { parse, visit } from './syntax.ts';

/** The use of a table in a source, in a statement or by its entity. */
export interface TableUse {
  table: string;
  kind: 'read' | 'write';
  /** Counted from 1. */
  line: number;
}

/** The methods of the statement builder and of MikroORM that name a table. */
const WRITING = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const READING = /^(?:selectFrom|from|using|table|(?:inner|left|right|full|cross)(?:Join|JoinLateral|Apply))$/;
/** The words of SQL before a table; more tables may follow after commas. */
const CLAUSE =
  /\b(insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?|lock\s+table|from|join|using)\s+(\w+|\?)((?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)/gi;
const READING_CLAUSE = /^(?:from|join|using)$/i;
const STATEMENT =
  /^\s*(?:select|insert\s+into|update|delete\s+from|merge\s+into|with|truncate|lock\s+table)\b/i;

/**
 * Every table that a source reads or writes: by the statement builder, by SQL in a template or a text, or by
 * an entity that it imports. An entity counts as read if no record of it is changed. `?` is a table that is
 * written and that the source does not name. `entities` has the table of each entity, by its constant.
 */
export function tableUses(text: string, entities: ReadonlyMap<string, string>): TableUse[] {
  const source = parse(text);
  const known = new Set(entities.values());
  const uses: TableUse[] = [];
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const note = (node: ts.Node, table: string, kind: TableUse['kind']) => {
    if (known.has(table) || table === '?') uses.push({ table, kind, line: lineOf(node) });
  };
  visit(source, (node) => {
    if (ts.isImportSpecifier(node) && !isOfTypes(node)) {
      const table = entities.get((node.propertyName ?? node.name).text);
      if (table !== undefined) note(node, table, isOnlyRead(source, node.name.text) ? 'read' : 'write');
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      const [first] = node.arguments;
      if (WRITING.has(method))
        for (const table of namesOf(first, '?')) note(node.expression.name, table, 'write');
      else if (READING.test(method))
        for (const table of namesOf(first)) note(node.expression.name, table, 'read');
    } else {
      for (const { table, kind } of usesInSql(sqlOf(node))) note(node, table, kind);
    }
  });
  return uses;
}

function isOfTypes(node: ts.ImportSpecifier): boolean {
  return node.isTypeOnly || node.parent.parent.isTypeOnly;
}

/**
 * The tables of an argument such as `'orders as o'` or `['orders', 'proxies']`; of anything else,
 * `otherwise`.
 */
function namesOf(argument: ts.Expression | undefined, ...otherwise: string[]): string[] {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text.split(' ')[0] ?? ''];
  if (ts.isAsExpression(argument)) return namesOf(argument.expression, ...otherwise);
  if (ts.isIdentifier(argument)) {
    const loop = ts.findAncestor(
      argument,
      (node) => ts.isForOfStatement(node) && declares(node, argument.text),
    );
    if (loop) return namesOf((loop as ts.ForOfStatement).expression, ...otherwise);
  }
  if (ts.isArrayLiteralExpression(argument))
    return argument.elements.flatMap((one) => namesOf(one, ...otherwise));
  return otherwise;
}

function declares({ initializer }: ts.ForOfStatement, name: string): boolean {
  return ts.isVariableDeclarationList(initializer) && initializer.declarations[0]?.name.getText() === name;
}

/** The SQL of a node: a template of `sql`, or a text that begins like a statement. */
function sqlOf(node: ts.Node): string {
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() === 'sql' ? textOf(node.template) : '';
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return '';
  if (ts.isTaggedTemplateExpression(node.parent)) return '';
  const text = textOf(node);
  return STATEMENT.test(text) ? text : '';
}

/** The text, with `?` for each value except tables that are named by `sql.table`. */
function textOf(node: ts.TemplateLiteral | ts.StringLiteralLike): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return (
    node.head.text +
    node.templateSpans.map(({ expression, literal }) => `${namedTable(expression)}${literal.text}`).join('')
  );
}

/** Names of common table expressions are not tables. */
function usesInSql(text: string): Omit<TableUse, 'line'>[] {
  const bare = text.replace(/'[^']*'/g, "''").replace(/--.*$/gm, '');
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

function namedTable(expression: ts.Expression): string {
  return /^sql\.table\('(\w+)'\)$/.exec(expression.getText())?.[1] ?? '?';
}
