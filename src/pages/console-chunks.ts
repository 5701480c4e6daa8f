/** What Vite says of a file that it built: its address, what it needs beside it, and its styles. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The files of a build by the source that they begin with, such as `pages/buy/BuyPage.tsx`. */
export type Manifest = Readonly<Record<string, Chunk>>;

const ORDER = /^\/console\/orders\/./;
const FIRST_PART = /^\/console\/(\w+)$/;

/**
 * The files, such as `assets/BuyPage-1a2b3c4d.js`, of the console's page at this path, if it is one that is
 * loaded when it is opened. Its folder has the name of the address.
 */
export function chunksOf(manifest: Manifest, path: string): string[] {
  const folder = ORDER.test(path) ? 'order' : FIRST_PART.exec(path)?.[1];
  const isPage = (name: string) => name.startsWith(`pages/${folder}/`) && name.endsWith('Page.tsx');
  const source = Object.keys(manifest).find(isPage);
  const found = new Set<string>();
  if (source !== undefined) collect(manifest, source, found, new Set());
  return [...found];
}

function collect(manifest: Manifest, source: string, found: Set<string>, seen: Set<string>): void {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return;
  seen.add(source);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found, seen);
}
