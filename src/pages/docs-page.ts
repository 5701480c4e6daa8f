import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { defineAsset, once, serveAsset, urlOf } from './asset.ts';
import { definePage, ICON, type Page, sendPage } from './page.ts';

const require = createRequire(import.meta.url);
/** Resolves only the folder, since the package's own entry would load the whole bundle. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

const bundle = defineAsset('/docs/swagger-ui-bundle.js', () => readPackaged('swagger-ui-bundle.js'));
const bundleStyle = defineAsset('/docs/swagger-ui.css', () => readPackaged('swagger-ui.css'));
const start = defineAsset('/docs/start.js', () => readFile(new URL('browser/docs.js', import.meta.url)));
const style = defineAsset('/docs/style.css', () => readFile(new URL('browser/docs.css', import.meta.url)));

/** The page may only run scripts, load files and send requests of this service. */
const DIRECTIVES = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"];

/** `/docs`: a page to read the description of `/v1` and to try it. All its files are served from here. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  const page = once(renderPage);
  app.get('/docs', async (_request, reply) => sendPage(reply, await page()));
  app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
  for (const asset of [bundle, bundleStyle, start, style]) serveAsset(app, asset);
}

async function renderPage(): Promise<Page> {
  return definePage(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Proxy Reselling API</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${await urlOf(bundleStyle)}">
    <link rel="stylesheet" href="${await urlOf(style)}">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript; the description itself is at <a href="v1/openapi.json">v1/openapi.json</a>.</noscript>
    <script src="${await urlOf(bundle)}"></script>
    <script src="${await urlOf(start)}"></script>
  </body>
</html>
`,
    DIRECTIVES,
  );
}

function readPackaged(file: string): Promise<Buffer> {
  return readFile(join(SWAGGER_UI, file));
}
