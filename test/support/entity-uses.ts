import { ts } from '@ts-morph/common';
import { lineOf, parse, visit } from './syntax.ts';

/** Where a source makes the entities of a file available to itself or to others. */
export interface EntityUse {
  /** The file, as the source writes its path. */
  from: string;
  /** Whether they are exported again, so that others need not name that file. */
  isPassedOn: boolean;
  /** Counted from 1. */
  line: number;
}

/** The tables of the entities that a source defines. Throws for one whose table is not written out. */
export function describedTables(text: string): string[] {
  const tables: string[] = [];
  visit(parse(text), (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineEntity') return;
    const table = /^\{[^{}]*\btableName: '(\w+)'/.exec(node.arguments[0]?.getText() ?? '')?.[1];
    if (table === undefined) throw new Error(`An entity has no tableName: ${node.getText()}`);
    tables.push(table);
  });
  return tables;
}

/** Imports and exports of types are none: without the entity itself nobody reads or writes by it. */
export function entityUses(text: string): EntityUse[] {
  const source = parse(text);
  const uses: EntityUse[] = [];
  visit(source, (node) => {
    if (!ts.isStringLiteralLike(node) || !/(?:^|\/)entities\.ts$/.test(node.text)) return;
    const { parent } = node;
    const isPassedOn = ts.isExportDeclaration(parent) && !parent.isTypeOnly;
    if (isPassedOn || isImport(parent))
      uses.push({ from: node.text, isPassedOn, line: lineOf(source, node) });
  });
  return uses;
}

function isImport(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return node.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (!ts.isImportDeclaration(node)) return false;
  const clause = node.importClause;
  if (!clause || clause.isTypeOnly) return false;
  const { namedBindings } = clause;
  if (!namedBindings || ts.isNamespaceImport(namedBindings)) return true;
  return namedBindings.elements.some((element) => !element.isTypeOnly);
}
