import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferences } from './page.ts';

/** 5 MB of script take 0.4 s of one core, once. Quality 9 takes three times as long and saves 3 %. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
/** How long browsers may keep an asset: the longest time that `Cache-Control` can say. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FOR_GOOD = `public, max-age=${YEAR_SECONDS}, immutable`;
/** How many digits of the hash are enough to tell the versions of one file apart. */
const VERSION_DIGITS = 16;

/** The headers of every asset. By the policy the script of a worker loads and sends nothing. */
const HEADERS = {
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
};
const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A file that pages load. It is read and compressed at its first use. */
export interface Asset {
  path: string;
  /** Changes with the content: a browser may keep the content of a URL with this version as `v` forever. */
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

/** The asset's URL with its version, relative to a page at the top level, also behind a path prefix. */
export async function urlOf(asset: Asset): Promise<string> {
  return `${asset.path.slice(1)}?v=${await asset.version()}`;
}

export function serveAsset(app: FastifyInstance, asset: Asset): void {
  const type = typeOf(asset);
  app.get<{ Querystring: { v?: string } }>(asset.path, async (request, reply) => {
    const version = await asset.version();
    const etag = `W/"${version}"`;
    const lasting = request.query.v === version;
    reply.headers(HEADERS).header('etag', etag);
    reply.header('cache-control', lasting ? FOR_GOOD : 'no-cache');
    if (request.headers['if-none-match']?.includes(version)) return reply.status(304).send();
    return reply.type(type).send(await bodyOf(asset, request, reply));
  });
}

/** Answers with an asset whose path changes with its content. */
export async function sendLasting(
  asset: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(HEADERS).header('cache-control', FOR_GOOD).type(typeOf(asset));
  return reply.send(await bodyOf(asset, request, reply));
}

function typeOf({ path }: Asset): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1) as keyof typeof TYPES];
}

function bodyOf(asset: Asset, { headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const taken = preferences(headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => taken.includes(name));
  if (encoding === undefined) return asset.bytes();
  reply.header('content-encoding', encoding);
  return asset.compressed[encoding]();
}

/** Runs `work` at the first call and keeps the result. After a failure the next call runs it again. */
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
