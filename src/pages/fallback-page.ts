import { createHash } from 'node:crypto';
import { definePage, ICON, type Page } from './page.ts';

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
ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
a { display: block; padding: 14px 18px; color: var(--link); font-weight: 600; text-decoration: none; }
a:hover, a:focus-visible { background: color-mix(in srgb, var(--link) 10%, transparent); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
a span { display: block; color: var(--dim); font-weight: 400; font-size: 14px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const DIRECTIVES = [`style-src 'sha256-${STYLE_HASH}'`, 'img-src data:'];

const PLACES = [
  ['console', 'Console', 'Buy and manage proxies, see what they cost and use.'],
  ['docs', 'REST reference', 'Read about /v1 and try it.'],
  ['graphql', 'GraphiQL', 'Write queries, mutations and subscriptions, with the schema beside.'],
  ['v1/openapi.json', 'OpenAPI', 'The description of /v1, for programs that write clients.'],
] as const;

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
  const page = definePage(
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
${placesFrom(path)}
      </ul>
    </main>
  </body>
</html>
`,
    DIRECTIVES,
  );
  return { ...page, status };
}

/** Links are relative, so that they also work behind the path prefix of a reverse proxy. */
function placesFrom(path: string): string {
  const root = '../'.repeat(path.split('/').length - 2) || './';
  return PLACES.map(
    ([place, name, use]) => `        <li><a href="${root}${place}">${name}<span>${use}</span></a></li>`,
  ).join('\n');
}
