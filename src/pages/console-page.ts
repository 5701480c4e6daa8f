import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, defineAsset, once, sendLasting } from './asset.ts';
import { definePage, ICON, type Page, sendPage } from './page.ts';
import { fallbackPage } from './places-page.ts';

const BUILD = new URL('../../build/console/', import.meta.url);
const ASSETS_IN_PAGE = /(["'])\.\/assets\//g;
/** A host as it may stand in a policy; any other would let the client write more than a host there. */
const HOST = /^[\w.-]+(:\d+)?$/;

interface Build {
  html: string;
  manifest: Manifest;
  assets: ReadonlyMap<string, Asset>;
}

/**
 * `/console`: the page for resellers at every path below, since it has addresses of its own, and what it
 * loads. The build is read at the first use, as a whole, so that all its parts fit together.
 */
export async function consolePage(app: FastifyInstance): Promise<void> {
  const build = once(readBuild);
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (request, reply) => {
      const path = request.url.replace(/\?.*$/s, '');
      const built = await build().catch(() => undefined);
      if (built) return sendPage(reply, pageOf(built, path, request.headers.host));
      const unbuilt = fallbackPage(path, 'unbuilt');
      return sendPage(reply.status(unbuilt.status), unbuilt);
    });
  }
  app.get<{ Params: { '*': string } }>('/console/assets/*', async (request, reply) => {
    const built = await build().catch(() => undefined);
    const asset = built?.assets.get(request.params['*']);
    return asset ? sendLasting(asset, request, reply) : reply.callNotFound();
  });
}

async function readBuild(): Promise<Build> {
  const html = await readFile(new URL('index.html', BUILD), 'utf8');
  const manifest = JSON.parse(await readFile(new URL('manifest.json', BUILD), 'utf8'));
  const names = await readdir(new URL('assets/', BUILD));
  const assets = names.map(async (name): Promise<[string, Asset]> => {
    const bytes = await readFile(new URL(`assets/${name}`, BUILD));
    return [name, defineAsset(`/console/assets/${name}`, async () => bytes)];
  });
  return { html, manifest, assets: new Map(await Promise.all(assets)) };
}

/** Addresses are relative, so that they also work behind the path prefix of a reverse proxy. */
function pageOf({ html, manifest }: Build, path: string, host: string | undefined): Page {
  const depth = path.split('/').length - 2;
  const assets = `${'../'.repeat(depth) || './'}console/assets/`;
  const loaded = chunksOf(manifest, path).filter((file) => !html.includes(`./${file}"`));
  const whole = html
    .replace('</head>', `${loaded.map(linkTo).join('')}</head>`)
    .replaceAll(ASSETS_IN_PAGE, (_match, quote: string) => `${quote}${assets}`)
    .replace('</title>', `</title>\n    <link rel="icon" href="${ICON}">`);
  return definePage(whole, [
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${socketsOf(host)}`,
  ]);
}

/** Without these links the page's own files would be asked for only after the first script has run. */
function linkTo(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `  <link rel="${rel}" crossorigin href="./${file}">\n  `;
}

/** Older browsers do not count the WebSocket of the same host as 'self'. */
function socketsOf(host = ''): string {
  return HOST.test(host) ? ` ws://${host} wss://${host}` : '';
}

/** The files of a build by the source that they begin with, such as `pages/buy/BuyPage.tsx`. */
type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

const ORDER = /^\/console\/orders\/./;
const FIRST_PART = /^\/console\/(\w+)$/;

/**
 * The files, such as `assets/BuyPage-1a2b3c4d.js`, of the console's page at this path, if it is one that is
 * loaded when it is opened. Its folder has the name of the address.
 */
function chunksOf(manifest: Manifest, path: string): string[] {
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
