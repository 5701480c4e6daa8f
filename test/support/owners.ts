import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describedTables, entityUses } from './entity-uses.ts';
import { type TableUse, tableUses } from './table-uses.ts';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/**
 * Folders without SQL: they call functions of the folders below. A statement that they need is a function of
 * the tables' owner.
 */
const WITHOUT_SQL = ['live', 'operator', 'graphql', 'rest'];

/** The folder that owns each table: there an entity describes it. */
type Owners = ReadonlyMap<string, string>;

/** The sources of src/, by their paths in it. */
export async function readSources(): Promise<Map<string, string>> {
  const paths = (await readdir(SOURCES, { recursive: true })).filter((path) => path.endsWith('.ts')).sort();
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path, await readFile(SOURCES + path, 'utf8')]),
    ),
  );
}

/** Throws for a table that two entities describe. */
export function ownersOf(sources: ReadonlyMap<string, string>): Owners {
  const owners = new Map<string, string>();
  for (const [path, text] of sources) {
    for (const table of describedTables(text)) {
      const other = owners.get(table);
      if (other !== undefined)
        throw new Error(`Two entities describe ${table}, in ${other} and ${folderOf(path)}`);
      owners.set(table, folderOf(path));
    }
  }
  return owners;
}

/** Empty for a file directly in src/. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** The uses of tables and of entities that are not allowed in the folders of these sources. */
export function trespasses(
  sources: ReadonlyMap<string, string>,
  layers: ReadonlyMap<string, string[]>,
  owners: Owners,
): string[] {
  return [...sources].flatMap(([path, text]) => [
    ...trespassesByStatement(path, text, layers, owners),
    ...trespassesByEntity(path, text),
  ]);
}

function trespassesByStatement(
  path: string,
  text: string,
  layers: ReadonlyMap<string, string[]>,
  owners: Owners,
): string[] {
  const folder = folderOf(path);
  const mayRead = (owner: string) =>
    folder === '' || (!WITHOUT_SQL.includes(folder) && layers.get(folder)?.includes(owner));
  const may = ({ table, kind }: TableUse) => {
    const owner = owners.get(table);
    return owner !== undefined && (owner === folder || (kind === 'read' && mayRead(owner)));
  };
  return tableUses(text, owners)
    .filter((use) => !may(use))
    .map(
      ({ table, kind, line }) =>
        `${path}:${line} may not ${kind} ${table}, of ${owners.get(table) ?? 'nobody'}`,
    );
}

/**
 * Whoever has an entity can change its records in many ways, so it stays in its folder. `entities.ts`
 * directly in src/ lists all entities for MikroORM.
 */
function trespassesByEntity(path: string, text: string): string[] {
  if (path === 'app/entities.ts') return [];
  return entityUses(text).flatMap(({ from, isPassedOn, line }) => {
    const file = posix.join(posix.dirname(path), from);
    if (folderOf(file) === folderOf(path) && !isPassedOn) return [];
    return [`${path}:${line} may not ${isPassedOn ? 'export' : 'import'} ${file}`];
  });
}
