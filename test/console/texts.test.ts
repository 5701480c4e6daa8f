import { glob, readFile } from 'node:fs/promises';
import { ts } from '@ts-morph/common';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { expect, test } from 'vitest';
import sample from '../../src/catalog/sample-catalog.json' with { type: 'json' };
import { SETTING_NAMES } from '../../src/luxury/settings.ts';
import { idsIn, messagesOf, readMessages, referencesOf, variantsOf } from '../support/fluent.ts';

const fileOf = (language: string) => new URL(`../../src/console/texts/${language}.ftl`, import.meta.url);
const english = messagesOf(fileOf('en'));
const russian = messagesOf(fileOf('ru'));

/** In English the service says these itself, or they are the same for each number. */
const OWN_VALUES = ['list-selected', 'diagnosis-meaning', 'diagnosis-advice', 'kit-copied'];
const isOnlyForeign = (id: string) => /^(refused|movement)-/.test(id) && !english.has(id);

test('every line of both languages is read, and they have the same messages, which show the same', () => {
  expect([...english.keys()]).toEqual(idsIn(fileOf('en')));
  expect([...russian.keys()]).toEqual(idsIn(fileOf('ru')));
  expect([...english.keys()].filter((id) => !russian.has(id))).toEqual([]);
  expect([...russian.keys()].filter((id) => !english.has(id) && !isOnlyForeign(id))).toEqual([]);
  for (const [id, values] of english)
    if (!OWN_VALUES.includes(id)) expect({ id, values: russian.get(id) }).toEqual({ id, values });
});

test('each text that the console says exists, with just the values that it shows; no other exists', async () => {
  const { calls, literals, heads } = await saidByConsole();
  const flaws = calls.flatMap(({ where, id, given }) => {
    const shown = english.get(id) ?? russian.get(id);
    if (!shown) return [`${where}: no text ${id}`];
    if (!given || OWN_VALUES.includes(id)) return [];
    return String(given) === String(shown) ? [] : [`${where}: ${id} is given ${given}, and shows ${shown}`];
  });
  expect(flaws).toEqual([]);
  const inOthers = readMessages(fileOf('en')).flatMap(({ id, value }) =>
    referencesOf(value).filter((one) => one !== id),
  );
  const used = new Set([...literals, ...inOthers]);
  const unused = [...english.keys(), ...russian.keys()].filter(
    (id) => !used.has(id) && !heads.some((head) => id.startsWith(head)),
  );
  expect(unused).toEqual([]);
});

test('nothing is said before the texts are loaded, and nothing that is not in their files', async () => {
  const { early, bare } = await saidByConsole();
  expect(early).toEqual([]);
  expect(bare).toEqual([]);
});

test('each setting, kind of movement and reason of a refusal has words of its own', async () => {
  const schema = buildSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const valuesOf = (name: string) =>
    (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name);
  for (const language of ['en', 'ru'])
    expect(variantsOf(fileOf(language), 'setting-name').sort()).toEqual([...SETTING_NAMES].sort());
  for (const code of valuesOf('ErrorCode'))
    expect(russian.has(`refused-${code.toLowerCase()}`), code).toBe(true);
  for (const status of valuesOf('OrderStatus'))
    expect(english.has(`kit-status-${status}`), status).toBe(true);
  for (const right of valuesOf('FrontendRight')) expect(english.has(`token-${right}`), right).toBe(true);
  const changes = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(changes.filter((name) => !variantsOf(fileOf('ru'), 'session-change').includes(name))).toEqual([]);
  for (const { id: tier, types } of sample.tiers)
    for (const { id, description } of types)
      expect(readMessages(fileOf('en')).find((one) => one.id === `about-${tier}-${id}`)?.value).toBe(
        description,
      );
  for (const kind of valuesOf('MovementKind')) {
    expect(english.has(`movement-${kind}`), kind).toBe(true);
    expect(russian.has(`movement-of-${kind}`), kind).toBe(true);
  }
});

/** Attributes whose values people read or hear. */
const READ_ATTRIBUTES = ['title', 'label', 'hint', 'placeholder', 'aria-label', 'alt', 'action', 'nothing'];

interface Said {
  /** Calls whose id is a literal; `given` is undefined where the values are not listed there. */
  calls: { where: string; id: string; given: string[] | undefined }[];
  literals: Set<string>;
  /** What ids that are put together begin with. */
  heads: string[];
  early: string[];
  bare: string[];
}

/** What the source of the console says, and where. */
async function saidByConsole(): Promise<Said> {
  const said: Said = { calls: [], literals: new Set(), heads: [], early: [], bare: [] };
  const root = new URL('../../src/console/', import.meta.url).pathname;
  for await (const path of glob('**/*.{ts,tsx}', { cwd: root, exclude: ['generated'] })) {
    const source = await readFile(root + path, 'utf8');
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
    read(file, said, (node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
  }
  return said;
}

function read(node: ts.Node, said: Said, where: (node: ts.Node) => string, isWithin = false): void {
  if (ts.isStringLiteralLike(node)) said.literals.add(node.text);
  if (ts.isVariableDeclaration(node) && node.name.getText() === 'id')
    said.heads.push(...headsOf(node.initializer));
  if (ts.isJsxText(node) && isWords(node.text)) said.bare.push(`${where(node)}: ${node.text.trim()}`);
  if (ts.isJsxAttribute(node) && READ_ATTRIBUTES.includes(node.name.getText())) {
    const { initializer } = node;
    if (initializer && ts.isStringLiteral(initializer) && isWords(initializer.text))
      said.bare.push(`${where(node)}: ${initializer.text}`);
  }
  if (
    ts.isCallExpression(node) &&
    ['t', 'rich', 'hasText', 'translated'].includes(node.expression.getText())
  ) {
    if (!isWithin) said.early.push(where(node));
    const [id, ...values] = node.arguments;
    said.heads.push(...node.arguments.flatMap(headsOf));
    if (id && ts.isStringLiteralLike(id))
      said.calls.push({ where: where(node), id: id.text, given: namesIn(values) });
  }
  const isFunction = ts.isFunctionLike(node);
  ts.forEachChild(node, (child) => read(child, said, where, isWithin || isFunction));
}

/** What an id that is put together begins with. */
function headsOf(id: ts.Node | undefined): string[] {
  return id && ts.isTemplateExpression(id) ? [id.head.text || `no head: ${id.getText()}`] : [];
}

/** The names of all values that are given; undefined when one of the objects is not written there. */
function namesIn(values: readonly ts.Expression[]): string[] | undefined {
  const objects = values.filter(ts.isObjectLiteralExpression);
  const properties = objects.flatMap((one) => [...one.properties]);
  if (objects.length < values.length || properties.some(ts.isSpreadAssignment)) return undefined;
  return properties.map((one) => one.name?.getText() ?? '').sort();
}

/** What has no language: brands, protocols, formats, code. */
const NAMES =
  /^(Proxy|console|HTTP|SOCKS5|CSV|JSON|TXT|UTC|API|GraphQL|REST|IP|USD|curl|GB|URI|×|·|→|[a-z]+:)$/;

function isWords(text: string): boolean {
  return text.split(/\s+/).some((word) => /\p{L}{2}/u.test(word) && !NAMES.test(word));
}
