import { readFile } from 'node:fs/promises';

/** A row of the first table in layers.grit: folders, and the folders that they may import. */
const ROW = /\$folder <: r"([^"]+)",\s*\$target <: r"([^"]+)"/g;

/** The folders that each folder of src/ may import, as the linter has them, from the bottom up. */
export async function readLayers(): Promise<Map<string, string[]>> {
  const text = await readFile(new URL('../../layers.grit', import.meta.url), 'utf8');
  const [, table = ''] = text.split('predicate may_import(');
  const [rows = ''] = table.split('predicate ');
  return new Map(
    [...rows.matchAll(ROW)].flatMap(([, folders = '', targets = '']) =>
      folders.split('|').map((folder): [string, string[]] => [folder, targets.split('|')]),
    ),
  );
}
