import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, defineAsset, once, serveAsset, urlOf } from './asset.ts';
import { definePage, escapeAttribute, ICON, type Page } from './page.ts';

/** The package's files, 9 MB, which are loaded when the page is first opened. */
type Packaged = typeof import('@graphql-yoga/render-graphiql/graphiql');

const bundle = definePackaged('/graphql/graphiql.js', 'js');
const bundleStyle = definePackaged('/graphql/graphiql.css', 'css');
const workers = {
  editorWorkerService: definePackaged('/graphql/editor-worker.js', 'editorWorkerService'),
  json: definePackaged('/graphql/json-worker.js', 'jsonWorker'),
  graphql: definePackaged('/graphql/graphql-worker.js', 'graphqlWorker'),
};
const start = defineAsset('/graphql/start.js', () => readOwn('graphiql.js'));
const style = defineAsset('/graphql/style.css', () => readOwn('graphiql.css'));

/** The editor inserts styles while it runs, so styles cannot be restricted to addresses. Scripts can. */
const DIRECTIVES = [
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
];

const QUERY = `# Signed in to the console, press the play button:
# no key is needed. Otherwise put your API key
# under "Headers" below, where it is kept until
# you close this tab:
#   {"Authorization": "Bearer prk_..."}
query Overview {
  viewer {
    name
    balanceUsd
  }
  tiers {
    code
    name
    types {
      code
      name
      periods {
        code
        priceUsd
      }
    }
  }
  orders(first: 5) {
    totalCount
    nodes {
      id
      type
      country
      status
      expiresAt
    }
  }
}
`;

export async function graphiqlAssets(app: FastifyInstance): Promise<void> {
  for (const asset of [bundle, bundleStyle, start, style, ...Object.values(workers)]) serveAsset(app, asset);
}

export const graphiqlPage = once(async (): Promise<Page> => {
  const settings = JSON.stringify({ query: QUERY, workers: await urlsOf(workers) });
  return definePage(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>GraphiQL: Proxy reselling gateway</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${await urlOf(bundleStyle)}">
    <link rel="stylesheet" href="${await urlOf(style)}">
  </head>
  <body class="no-focus-outline">
    <div id="root"><p class="waiting">Loading GraphiQL…</p></div>
    <noscript>GraphiQL needs JavaScript; the REST reference is at <a href="docs">docs</a>.</noscript>
    <script src="${await urlOf(bundle)}"></script>
    <script src="${await urlOf(start)}" data-settings="${escapeAttribute(settings)}"></script>
  </body>
</html>
`,
    DIRECTIVES,
  );
});

function definePackaged(path: string, name: keyof Packaged): Asset {
  return defineAsset(path, async () =>
    Buffer.from((await import('@graphql-yoga/render-graphiql/graphiql'))[name]),
  );
}

function readOwn(file: string): Promise<Buffer> {
  return readFile(new URL(`browser/${file}`, import.meta.url));
}

async function urlsOf(assets: Record<string, Asset>): Promise<Record<string, string>> {
  const urls = Object.entries(assets).map(async ([name, asset]) => [name, await urlOf(asset)]);
  return Object.fromEntries(await Promise.all(urls));
}
