import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describedTables } from './entity-uses.ts';
import { type TableUse, tableUses } from './table-uses.ts';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/**
 * Folders without SQL: they call functions of the folders below. A statement that they need is a function of
 * the tables' owner.
 */
const WITHOUT_SQL = ['live', 'operator', 'graphql', 'rest'];

interface Ownership {
  /** The table of each entity, by the name of its constant. */
  entities: Map<string, string>;
  /** The folder that owns each table: its `entities.ts` describes the table. */
  owners: Map<string, string>;
}

/** The sources of src/, by their paths in it. */
export async function readSources(): Promise<Map<string, string>> {
  const paths = (await readdir(SOURCES, { recursive: true })).filter((path) => path.endsWith('.ts')).sort();
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path, await readFile(SOURCES + path, 'utf8')]),
    ),
  );
}

export function ownershipOf(sources: ReadonlyMap<string, string>): Ownership {
  const entities = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const [path, text] of sources) {
    if (!path.endsWith('/entities.ts')) continue;
    for (const [entity, table] of describedTables(text)) {
      entities.set(entity, table);
      owners.set(table, folderOf(path));
    }
  }
  return { entities, owners };
}

/** Empty for a file directly in src/. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** The uses of tables that are not allowed in the folders of these sources. */
export function trespasses(
  sources: ReadonlyMap<string, string>,
  layers: ReadonlyMap<string, string[]>,
  { entities, owners }: Ownership,
): string[] {
  return [...sources].flatMap(([path, text]) => {
    const folder = folderOf(path);
    const mayRead = (owner: string) =>
      folder === '' || (!WITHOUT_SQL.includes(folder) && layers.get(folder)?.includes(owner));
    const may = ({ table, kind }: TableUse) => {
      const owner = owners.get(table);
      return owner !== undefined && (owner === folder || (kind === 'read' && mayRead(owner)));
    };
    // This file lists all entities for MikroORM.
    if (path === 'entities.ts') return [];
    return tableUses(text, entities)
      .filter((use) => !may(use))
      .map(
        ({ table, kind, line }) =>
          `${path}:${line} may not ${kind} ${table}, of ${owners.get(table) ?? 'nobody'}`,
      );
  });
}
