import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferences } from './content-negotiation.ts';

/**
 * Measured with 5 MB of script: 0.4 s of one core in the background, once; 9 takes three times as long for 3
 * % less.
 */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
/** As long as `Cache-Control` can say. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Enough of a hash to tell the versions of one file apart. */
const VERSION_DIGITS = 16;

/**
 * What comes with every asset. A worker's script takes its policy from here: it may load nothing and ask
 * nobody.
 */
const HEADERS = {
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};
const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A file that pages load, read and compressed at its first use. */
export interface Asset {
  /** The path of its URL, such as `/docs/start.js`. */
  path: string;
  /** Names its content: an URL that has it as `v` may be kept for good. */
  version(): Promise<string>;
  bytes(): Promise<Buffer>;
  compressed: Record<keyof typeof COMPRESSORS, () => Promise<Buffer>>;
}

export function defineAsset(path: string, load: () => Promise<Buffer>): Asset {
  const bytes = once(load);
  return {
    path,
    bytes,
    version: once(async () =>
      createHash('sha256')
        .update(await bytes())
        .digest('hex')
        .slice(0, VERSION_DIGITS),
    ),
    compressed: {
      br: once(async () => COMPRESSORS.br(await bytes(), BROTLI_OPTIONS)),
      gzip: once(async () => COMPRESSORS.gzip(await bytes())),
    },
  };
}

/**
 * Its URL with the version, relative to a page at the top level, so that it holds behind a reverse proxy's
 * prefix, too.
 */
export async function urlOf(asset: Asset): Promise<string> {
  return `${asset.path.slice(1)}?v=${await asset.version()}`;
}

export function serveAsset(app: FastifyInstance, asset: Asset): void {
  const type = TYPES[asset.path.slice(asset.path.lastIndexOf('.') + 1) as keyof typeof TYPES];
  app.get<{ Querystring: { v?: string } }>(asset.path, async (request, reply) => {
    const version = await asset.version();
    const etag = `W/"${version}"`;
    const lasting = request.query.v === version;
    reply.headers(HEADERS).header('etag', etag);
    reply.header('cache-control', lasting ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    if (request.headers['if-none-match']?.includes(version)) return reply.status(304).send();
    return reply.type(type).send(await bodyOf(asset, request, reply));
  });
}

/** In the best form that the client takes. */
function bodyOf(asset: Asset, { headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const taken = preferences(headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => taken.includes(name));
  if (encoding === undefined) return asset.bytes();
  reply.header('content-encoding', encoding);
  return asset.compressed[encoding]();
}

/** Does something at its first use and keeps the result, but not a failure. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
