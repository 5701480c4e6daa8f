import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { flawsOf } from '../graphql/schema/values.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { noteAbout, noteAdmitted } from '../kit/request.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { admitToList } from '../proxy-lists/admission.ts';
import { FORMATS, type Format, writerOf } from '../proxy-lists/formats.ts';
import { readLines } from '../proxy-lists/lines.ts';
import { rateHeaders } from '../resellers/rate-limit.ts';
import { RequestError, readQuery } from './route.ts';
import { type RestOptions, refuse } from './routes.ts';

const QUERY = z.object({
  format: z.enum(Object.keys(FORMATS) as Format[]).default('txt'),
  protocol: z.enum(['http', 'socks5']).optional(),
  template: z.string().optional(),
});
const NAMES = Object.keys(QUERY.shape);

/** How many active orders did not fit into a list; left out when all did. */
const LEFT_OUT = 'list-orders-left-out';

/**
 * `/lists/{token}`: what a reseller's programs load its proxies by. The token is in the path, so that neither
 * logs nor figures have paths. Its refusals are those of `/v1`.
 */
export function proxyListRoute({ cells, onBug }: Pick<RestOptions, 'cells' | 'onBug'>) {
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params as { token: string };
    const tokenHash = hashOfSecret(token);
    const { services } = await cells.of(tokenHash);
    const { database, clock } = services;
    const now = clock.now();
    const { list, window } = await admitToList(database.sql, { tokenHash, ip: request.ip }, now);
    noteAdmitted();
    noteAbout({ resellerId: list.resellerId });
    reply.headers(rateHeaders(window));
    const { format, protocol, template } = queryOf(request);
    const write = writerOf(format, template);
    const { lines, leftOut } = await readLines(services, list, protocol, now);
    const text = write(lines);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'content-type': FORMATS[format].type });
    if (leftOut > 0) reply.header(LEFT_OUT, String(leftOut));
    return isKnown(request.headers['if-none-match'], etag) ? reply.status(304).send() : reply.send(text);
  }

  return async function lists(app: FastifyInstance): Promise<void> {
    app.setErrorHandler((error, request, reply) => refuse(error, request, reply, onBug));
    app.all('/lists/:token', {
      // Before a body is looked at.
      onRequest: async ({ method }, reply) => {
        if (method === 'GET' || method === 'HEAD') return;
        reply.header('allow', 'GET, HEAD');
        throw new RequestError('invalid_request', 'This path takes GET, HEAD.', 405);
      },
      handler: serve,
    });
  };
}

/** Unknown parameters are ignored, as in `/v1`. Throws RequestError and InvalidRequestError. */
function queryOf({ raw }: FastifyRequest): z.output<typeof QUERY> {
  const given = QUERY.safeParse(readQuery(raw.url ?? '', NAMES));
  if (!given.success) throw new InvalidRequestError(flawsOf(given.error));
  return given.data;
}

/** Whether a client has it already. As RFC 9110 says, a weak tag is as good here. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.trim() === '*' ? [etag] : ifNoneMatch?.match(/"[^"]*"/g);
  return tags?.includes(etag) ?? false;
}
