import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);
/** Its folder alone: the package's own entry would load the whole bundle. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OWN = fileURLToPath(new URL('page', import.meta.url));

/** The page runs its own scripts, talks to its own service and loads nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** `/docs`: a page to read the description of `/v1` and to try it. Every file of it is served from here. */
export async function docsPage(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: [OWN, SWAGGER_UI], serve: false });
  const files = {
    '/docs': 'index.html',
    '/docs/start.js': 'start.js',
    '/docs/swagger-ui.css': 'swagger-ui.css',
    '/docs/swagger-ui-bundle.js': 'swagger-ui-bundle.js',
    '/docs/favicon-32x32.png': 'favicon-32x32.png',
  };
  app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
  for (const [url, file] of Object.entries(files)) {
    app.get(url, (_request, reply) => reply.headers(HEADERS).sendFile(file));
  }
}
