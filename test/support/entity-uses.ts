import { ts } from '@ts-morph/common';
import { parse, visit } from './syntax.ts';

/**
 * The methods of a unit of work that take an entity and only read, and those that take a record and change
 * it.
 */
const LOOKING = /^\w*em\.(?:find\w*|count)$/;
const CHANGING = /^\w*em\.(?:assign|remove|persist)$/;
const ASSIGNMENTS = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** The tables of a source's entities, by the names of the constants that hold the entities. */
export function describedTables(text: string): Map<string, string> {
  const tables = new Map<string, string>();
  visit(parse(text), (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer))
      return;
    const [options] = node.initializer.arguments;
    if (node.initializer.expression.getText() !== 'defineEntity' || !options) return;
    visit(options, (property) => {
      if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'tableName') return;
      if (ts.isStringLiteral(property.initializer))
        tables.set(node.name.getText(), property.initializer.text);
    });
  });
  return tables;
}

/**
 * Whether the entity is only read: no record of it is given to the unit of work for a change or has a member
 * set.
 */
export function isOnlyRead(source: ts.SourceFile, entity: string): boolean {
  const found = new Set<string>();
  let isRead = true;
  visit(source, (node) => {
    if (!ts.isIdentifier(node) || node.text !== entity || ts.isImportSpecifier(node.parent)) return;
    const call = node.parent;
    const isLookedFor =
      ts.isCallExpression(call) && call.arguments[0] === node && LOOKING.test(call.expression.getText());
    if (!isLookedFor) isRead = false;
    const declaration = ts.findAncestor(node, ts.isVariableDeclaration);
    if (declaration) found.add(declaration.name.getText());
  });
  visit(source, (node) => {
    const changed =
      ts.isBinaryExpression(node) && ASSIGNMENTS.has(node.operatorToken.kind)
        ? rootOf(node.left)
        : ts.isCallExpression(node) && CHANGING.test(node.expression.getText())
          ? node.arguments[0]?.getText()
          : undefined;
    if (changed !== undefined && found.has(changed)) isRead = false;
  });
  return isRead;
}

/** The variable at the beginning of a member expression. */
function rootOf(node: ts.Expression): string | undefined {
  return ts.isPropertyAccessExpression(node) ? node.expression.getText() : undefined;
}
