import type { z } from 'zod';
import { jsonOrUndefined } from '../../kit/text.ts';
import { badRequest } from './failure.ts';

export interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * What a call was given, wherever it stood: as Telegram does, numbers and JSON are read from texts, so that a
 * query, a form and JSON mean the same.
 */
export class Parameters {
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, GivenFile>();

  has(name: string): boolean {
    return this.text(name) !== '';
  }

  /** Empty when it is not given. */
  text(name: string): string {
    return this.texts.get(name) ?? '';
  }

  required(name: string): string {
    const text = this.text(name);
    if (text === '') throw badRequest(`parameter "${name}" is required`);
    return text;
  }

  /** As Telegram reads numbers: what is none is 0, and what is out of bounds is the next one within. */
  integer(
    name: string,
    { otherwise = 0, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {},
  ): number {
    const given = this.text(name);
    if (given === '') return otherwise;
    const number = Number.parseInt(given, 10);
    return Math.min(max, Math.max(min, Number.isSafeInteger(number) ? number : 0));
  }

  boolean(name: string): boolean {
    return ['true', 'yes', '1'].includes(this.text(name).toLowerCase());
  }

  /** `called` is what Telegram calls it in the error when it is not that. Undefined when it is not given. */
  read<Value>(name: string, schema: z.ZodType<Value>, called: string): Value | undefined {
    const given = this.json(name, called);
    const read = schema.optional().safeParse(given);
    if (!read.success) throw badRequest(`can't parse ${called}`);
    return read.data;
  }

  json(name: string, called: string): unknown {
    const text = this.text(name);
    if (text === '') return undefined;
    const given = jsonOrUndefined(text);
    if (given === undefined) throw badRequest(`can't parse ${called} JSON object`);
    return given;
  }

  /** A file that was sent along, itself or by `attach://NAME`. */
  file(name: string): GivenFile | undefined {
    const attached = this.text(name).match(/^attach:\/\/(.+)$/)?.[1];
    return this.files.get(attached ?? name);
  }
}

export async function readParameters(
  query: URLSearchParams,
  contentType: string | undefined,
  body: unknown,
): Promise<Parameters> {
  const parameters = new Parameters();
  for (const [name, value] of query) parameters.texts.set(name, value);
  if (!contentType || !Buffer.isBuffer(body) || body.length === 0) return parameters;
  if (/^application\/json\b/i.test(contentType)) readJson(parameters, body.toString('utf8'));
  if (FORM.test(contentType)) await readForm(parameters, contentType, body);
  return parameters;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function readJson(parameters: Parameters, text: string): void {
  const given = jsonOrUndefined(text);
  if (given === undefined) throw badRequest("can't parse JSON object");
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badRequest('object expected');
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    parameters.texts.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

async function readForm(parameters: Parameters, contentType: string, body: Buffer): Promise<void> {
  const fields = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw badRequest("can't parse the form");
    });
  for (const [name, value] of fields) {
    if (typeof value === 'string') parameters.texts.set(name, value);
    else {
      const bytes = Buffer.from(await value.arrayBuffer());
      parameters.files.set(name, { name: value.name, type: value.type, bytes });
    }
  }
}
