import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { JsonFlaw, type JsonObject, parseJsonObject } from '../kit/text.ts';
import { RequestError } from './errors.ts';

/** The largest request body, in bytes: the largest useful one has a few hundred. */
const MAX_BODY_BYTES = 64 * 1024;
/**
 * How much of a body that is too large is read and discarded before the connection is closed: a client that
 * is still sending then may not see the answer.
 */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/** The parameters of a request as they were sent: in path, query, headers and body. */
export interface RawParameters {
  path: unknown;
  query: Record<string, string>;
  header: Record<string, string>;
  body: JsonObject | undefined;
}

/** Receives a body of any content type without parsing it. Throws RequestError when it is too large. */
export async function receiveBody(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream)) {
    length += chunk.length;
    if (length > MAX_DISCARDED_BYTES) break;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (length > MAX_BODY_BYTES) {
    throw new RequestError('invalid_json', `The request body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(stream: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } catch {
    throw new RequestError('invalid_json', 'The request body was cut off.');
  }
}

/** Reads the body of a request as a JSON object. Throws RequestError. */
export function readBody({ headers, body }: FastifyRequest): JsonObject {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new RequestError('invalid_json', 'The request body must not be compressed.');
  }
  try {
    return parseJsonObject(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof JsonFlaw)) throw error;
    throw new RequestError(error.kind === 'form' ? 'invalid_json' : 'invalid_request', error.message);
  }
}

/** Reads the named query parameters and ignores all others. Throws RequestError. */
export function readQuery(url: string, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  const start = url.indexOf('?');
  if (start < 0) return given;
  for (const pair of url.slice(start + 1).split('&')) {
    const [encodedName = '', ...rest] = pair.split('=');
    const name = decode(encodedName);
    if (name === undefined || !names.includes(name)) continue;
    if (name in given) throw new RequestError('invalid_request', `${name}: was sent more than once.`);
    const value = decode(rest.join('='));
    if (value === undefined)
      throw new RequestError('invalid_request', `${name}: is not valid percent-encoded UTF-8.`);
    given[name] = value;
  }
  return given;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the named headers. Throws RequestError. */
export function readHeaders(message: IncomingMessage, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const value = readHeader(message, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/**
 * Reads a header that may be sent once; its bytes, which Node shows as Latin-1, are UTF-8. Throws
 * RequestError.
 */
function readHeader(message: IncomingMessage, name: string): string | undefined {
  const values = message.headersDistinct[name.toLowerCase()] ?? [];
  if (values.length > 1) throw new RequestError('invalid_request', `${name}: was sent more than once.`);
  const [value] = values;
  if (value === undefined) return undefined;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    throw new RequestError('invalid_request', `${name}: is not valid UTF-8.`);
  }
}
