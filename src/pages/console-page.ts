import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, defineAsset, once, sendLasting } from './asset.ts';
import { chunksOf, type Manifest } from './console-chunks.ts';
import { fallbackPage } from './fallback-page.ts';
import { definePage, ICON, type Page, sendPage } from './page.ts';

const BUILD = new URL('../../build/console/', import.meta.url);
/** Where the built page names its assets. */
const ASSETS_IN_PAGE = /(["'])\.\/assets\//g;
/** A host as it may stand in a policy; any other would let the client write more than a host there. */
const HOST = /^[\w.-]+(:\d+)?$/;

/** The console as it was built. */
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
