import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { definePage, ICON, type Page, prefersPage, sendPage } from './page.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1b2330; --dim: #566275; --back: #f5f7fa; --card: #fff; --line: #d8dee8; --link: #1a56c4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6ebf2; --dim: #a3afbf; --back: #10151c; --card: #18202a; --line: #2c3746; --link: #8db8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; align-items: center; padding: 24px 16px; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 560px; margin: 0 auto; }
.mark { display: block; width: 40px; height: 40px; margin-bottom: 20px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; }
p { margin: 0 0 24px; color: var(--dim); }
ul + p { margin: 24px 0 0; font-size: 14px; }
code { display: inline-block; max-width: 100%; margin-top: 4px; padding: 2px 6px; border: 1px solid var(--line); border-radius: 5px;
  background: var(--card); color: var(--text); overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li:first-child a { border-radius: 9px 9px 0 0; }
li:last-child a { border-radius: 0 0 9px 9px; }
a { display: block; padding: 14px 18px; color: var(--link); font-weight: 600; text-decoration: none; }
a:hover, a:focus-visible { background: color-mix(in srgb, var(--link) 10%, transparent); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
a span { display: block; color: var(--dim); font-weight: 400; font-size: 14px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const DIRECTIVES = [`style-src 'sha256-${STYLE_HASH}'`, 'img-src data:'];

interface Place {
  /** Below the service's root, such as `docs`, or a whole URL. */
  address: string;
  name: string;
  use: string;
}

/** What every browser can open, by addresses below the root. */
export const PLACES: readonly Place[] = [
  { address: 'console', name: 'Console', use: 'Buy and manage proxies, see what they cost and use.' },
  { address: 'docs', name: 'REST reference', use: 'Read about /v1 and try it.' },
  {
    address: 'docs/graphql',
    name: 'GraphQL guide',
    use: 'Caches, tokens, charts; the schema and an example.',
  },
  {
    address: 'graphql',
    name: 'GraphiQL',
    use: 'Write queries, mutations and subscriptions, with the schema beside.',
  },
  {
    address: 'v1/openapi.json',
    name: 'OpenAPI',
    use: 'The description of /v1, for programs that write clients.',
  },
];

/** A page of a heading, a sentence and links, at `path`; the HTML `below` stands under them. */
function placesPage(
  path: string,
  page: { heading: string; text: string; places: readonly Place[]; below?: string },
): Page {
  const { heading, text, places, below = '' } = page;
  return definePage(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${heading}</title>
    <link rel="icon" href="${ICON}">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <img class="mark" src="${ICON}" alt="">
      <h1>${heading}</h1>
      <p>${text}</p>
      <ul>
${places.map((place) => `        <li><a href="${linkTo(place, path)}">${place.name}<span>${place.use}</span></a></li>`).join('\n')}
      </ul>
${below}    </main>
  </body>
</html>
`,
    DIRECTIVES,
  );
}

/** Relative to `path` below the root, so that it also works behind the path prefix of a reverse proxy. */
export function linkTo({ address }: Place, path: string): string {
  if (URL.canParse(address)) return address;
  return `${'../'.repeat(path.split('/').length - 2) || './'}${address}`;
}

const NAME = 'Proxy reselling gateway';
const STATE: Place = {
  address: 'readyz',
  name: 'State',
  use: 'Whether the service is ready, or else what it lacks.',
};
/** Everybody may read it: the command works only where the service is installed. */
const operator = (
  help: string,
) => `      <p>Resellers, top-ups and prices are the operator’s, where the service is installed: <code>${help}</code></p>
`;

/**
 * `/`, which leads a browser to the console and tells a program what there is; `/developers` is the same as a
 * page. `chatUrl` tells where people talk to the chat bot; it may become known later. `help` is the command
 * that lists those of the operator.
 */
export function homePage(chatUrl: () => string | undefined, help: string) {
  const placesNow = () => [...PLACES, ...chat(chatUrl()), STATE];
  return async function home(app: FastifyInstance): Promise<void> {
    app.get('/', (request, reply) => {
      reply.header('vary', 'accept');
      if (prefersPage(request.headers.accept)) return reply.redirect('console');
      const links = placesNow().map((place) => ({
        name: place.name,
        href: linkTo(place, '/'),
        use: place.use,
      }));
      return reply.send({ name: NAME, links });
    });
    app.get('/developers', (_request, reply) => {
      const text = 'A reseller’s programs buy, renew and manage proxies here.';
      const page = { heading: NAME, text, places: placesNow(), below: operator(help) };
      return sendPage(reply, placesPage('/developers', page));
    });
  };
}

function chat(address: string | undefined): Place[] {
  if (address === undefined) return [];
  return [{ address, name: 'Chat bot', use: 'An account, keys and top-ups, in a chat.' }];
}

/** Why there is nothing else to show. */
const REASONS = {
  missing: {
    status: 404,
    heading: 'There is no such page',
    text: 'The address may be mistyped, or the page is gone. This is what there is:',
  },
  unbuilt: {
    status: 503,
    heading: 'The console is not built',
    text: 'Run npm run build where the service is installed, then load this page again. Everything else works:',
  },
};

/** The page for an address without a page of its own, and for the console while there is none. */
export function fallbackPage(
  path: string,
  reason: keyof typeof REASONS = 'missing',
): Page & { status: number } {
  const { status, heading, text } = REASONS[reason];
  return { ...placesPage(path, { heading, text, places: PLACES }), status };
}
