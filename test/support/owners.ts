import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describedTables } from './entity-uses.ts';
import { type TableUse, tableUses } from './table-uses.ts';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/** They ask what lies below by its functions: what they need in one statement is a function of who owns the tables. */
const WITHOUT_SQL = ['live', 'operator', 'graphql', 'rest'];

export interface Ownership {
  /** The table of each entity's constant. */
  entities: Map<string, string>;
  /** The folder of each table: that whose `entities.ts` describes it. */
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

/** Empty for a file that stands directly in src/. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** What the sources do to tables that their folders may not do. */
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
    // All of them are listed there, for MikroORM.
    if (path === 'entities.ts') return [];
    return tableUses(text, entities)
      .filter((use) => !may(use))
      .map(
        ({ table, kind, line }) =>
          `${path}:${line} may not ${kind} ${table}, of ${owners.get(table) ?? 'nobody'}`,
      );
  });
}
