import { STATUSES } from '../../src/rest/errors.ts';
import { assertDescribed } from '../support/described.ts';
import type { Hit } from './hit.ts';

/** In ms, the longest time of any answer. */
const LIMIT_MS = 1_000;
/** Texts that can only come from the inside of the service. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|file:\/\/|\.ts\b|syntax error at or near|violates|relation \\"|"stack"|kysely|mikro|postgres/i;

/** The kinds of answers that were already compared with the description. */
const compared = new Set<string>();

/**
 * What is wrong with an answer, whatever the request was: its status, form or duration, or internals that it
 * reveals.
 */
export function flawsOf(hit: Hit): string[] {
  const flaws: string[] = [];
  if (hit.status >= 500) flaws.push(`status ${hit.status}`);
  if (hit.status === 429) flaws.push('the test has used up its rate');
  if (hit.milliseconds > LIMIT_MS) flaws.push(`${Math.round(hit.milliseconds)} ms`);
  const given = INSIDE.exec(hit.text)?.[0];
  if (given !== undefined && !sentBy(hit).includes(given.toLowerCase())) flaws.push(`gives away ${given}`);
  flaws.push(...(hit.shot.path.startsWith('/v1') ? formOfRest(hit) : formOfGraphql(hit)));
  const { method, path, body } = hit.shot;
  return flaws.map(
    (flaw) =>
      `${flaw}: ${method} ${path} ${JSON.stringify(hit.shot.headers)} ${String(body && JSON.stringify(body)).slice(0, 500)} > ${hit.text.slice(0, 500)}`,
  );
}

/** The request's own text, which an answer may quote. */
function sentBy({ shot: { path, body } }: Hit): string {
  return `${safely(path)} ${typeof body === 'string' ? body : JSON.stringify(body)}`.toLowerCase();
}

function safely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Compares every kind of answer with the whole OpenAPI description once, and checks its status and error body
 * every time.
 */
function formOfRest(hit: Hit): string[] {
  const { method, path } = hit.shot;
  const flaws: string[] = [];
  const code = hit.status < 400 ? undefined : codeOf(hit.body);
  if (hit.status >= 400 && !(statusesOf(code) ?? []).includes(hit.status))
    flaws.push(`${hit.status} with the code ${code}`);
  const kind = `${method} ${templateOf(path)} ${hit.status} ${code} ${hit.headers['content-type']}`;
  // The description has no paths with an empty part.
  if (!compared.has(kind) && !/\/(\/|$|\?)/.test(path)) {
    compared.add(kind);
    try {
      assertDescribed(method, path, hit);
    } catch (error) {
      flaws.push(`is not as described: ${(error as Error).message}`);
    }
  }
  return flaws;
}

/** The code of an error body that has exactly the contract's form; otherwise undefined. */
function codeOf(body: unknown): string | undefined {
  const { error, ...rest } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const isError = Object.keys(rest).length === 0 && typeof error?.message === 'string';
  return isError && typeof error.code === 'string' ? error.code : undefined;
}

function statusesOf(code: string | undefined): number[] | undefined {
  if (code === 'invalid_request') return [400, 404, 405];
  return code !== undefined && code in STATUSES ? [STATUSES[code as keyof typeof STATUSES]] : undefined;
}

/** The path without ids and names. Two routes with the same result are not told apart. */
function templateOf(path: string): string {
  const [, version, noun, ...steps] = path.replace(/\?.*$/s, '').split('/');
  return [version, noun, steps.length, noun === 'orders' ? steps[1] : ''].join('/');
}

interface GraphqlBody {
  data?: unknown;
  errors?: { message?: unknown; extensions?: { code?: unknown } }[];
}

function formOfGraphql({ status, text, body }: Hit): string[] {
  // An event stream has its refusals in events.
  if (text.startsWith(':') || text.startsWith('event:'))
    return text.includes('internal_error') ? ['a bug'] : [];
  const { data, errors } = (body ?? {}) as GraphqlBody;
  if (data === undefined && errors === undefined) return [`${status} without data and errors`];
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  const unknown = codes.filter((code) => !(String(code) in STATUSES) || code === 'internal_error');
  return unknown.map((code) => `an error with the code ${code}`);
}
