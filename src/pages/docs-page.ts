import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { marked } from 'marked';
import { defineAsset, once, serveAsset, urlOf } from './asset.ts';
import { definePage, ICON, type Page, sendPage } from './page.ts';
import { PLACES } from './places-page.ts';

const require = createRequire(import.meta.url);
/** Resolves only the folder, since the package's own entry would load the whole bundle. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

const bundle = defineAsset('/docs/swagger-ui-bundle.js', () => readPackaged('swagger-ui-bundle.js'));
const bundleStyle = defineAsset('/docs/swagger-ui.css', () => readPackaged('swagger-ui.css'));
const start = defineAsset('/docs/start.js', () => readFile(new URL('browser/docs.js', import.meta.url)));
const style = defineAsset('/docs/style.css', () => readFile(new URL('browser/docs.css', import.meta.url)));

/** The page may only run scripts, load files and send requests of this service. */
const DIRECTIVES = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"];

const GUIDE = 'docs/frontends.md';
/** Served as they are, to be read and copied, where the links of the guide lead. */
const TEXTS = [GUIDE, 'docs/frontend-token-example.html', 'schema.graphql'];

/**
 * `/docs`: a page to read the description of `/v1` and to try it; `/docs/graphql`: the guide for frontends in
 * the same look. All their files are served from here.
 */
export async function docsPage(app: FastifyInstance): Promise<void> {
  const reference = once(() => renderPage('/docs', 'REST reference', ''));
  const guide = once(async () => renderPage('/docs/graphql', 'GraphQL guide', await readText(GUIDE)));
  app.get('/docs', async (_request, reply) => sendPage(reply, await reference()));
  app.get('/docs/graphql', async (_request, reply) => sendPage(reply, await guide()));
  app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
  for (const path of TEXTS) {
    const text = once(() => readText(path));
    app.get(`/${path}`, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await text()),
    );
  }
  for (const asset of [bundle, bundleStyle, start, style]) serveAsset(app, asset);
}

/** `title` is that of its place; a guide, in Markdown, stands instead of the description of `/v1`. */
async function renderPage(path: string, title: string, guide: string): Promise<Page> {
  const root = '../'.repeat(path.split('/').length - 2);
  const content = guide
    ? `<main class="swagger-ui wrapper"><div class="info renderedMarkdown">${await marked(guide)}</div></main>`
    : `<div id="reference"></div>
    <noscript>This page needs JavaScript; its text is at <a href="v1/openapi.json">v1/openapi.json</a>.</noscript>
    <script src="${await urlOf(bundle)}"></script>`;
  const links = PLACES.map(({ address, name }) => {
    const current = name === title ? ' aria-current="page"' : '';
    return `<a href="${root}${address}"${current}>${name}</a>`;
  });
  return definePage(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}: Proxy Reselling API</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${root}${await urlOf(bundleStyle)}">
    <link rel="stylesheet" href="${root}${await urlOf(style)}">
  </head>
  <body>
    <nav aria-label="Documentation">${links.join('\n      ')}</nav>
    ${content}
    <script src="${root}${await urlOf(start)}"></script>
  </body>
</html>
`,
    DIRECTIVES,
  );
}

function readText(path: string): Promise<string> {
  return readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
}

function readPackaged(file: string): Promise<Buffer> {
  return readFile(join(SWAGGER_UI, file));
}
