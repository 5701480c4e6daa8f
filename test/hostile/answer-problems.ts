import { STATUSES } from '../../src/kit/errors.ts';
import { assertDescribed } from '../support/described.ts';
import type { ProbeResult } from './probe.ts';

/** Texts that can only come from the inside of the service. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|file:\/\/|\.ts\b|syntax error at or near|violates|relation \\"|"stack"|kysely|mikro|postgres/i;

/** The kinds of answers that were already compared with the description. */
const compared = new Set<string>();

/**
 * What is wrong with an answer, whatever the request was: its status or form, or internals that it reveals.
 */
export function problemsOf(result: ProbeResult): string[] {
  const problems: string[] = [];
  if (result.status >= 500) problems.push(`status ${result.status}`);
  if (result.status === 429) problems.push('the test has used up its rate');
  const given = INSIDE.exec(result.text)?.[0];
  if (given !== undefined && !sentBy(result).includes(given.toLowerCase()))
    problems.push(`gives away ${given}`);
  problems.push(...(result.probe.path.startsWith('/v1') ? formOfRest(result) : formOfGraphql(result)));
  return problems.map((problem) => describe(problem, result));
}

/** A problem together with the request and its answer. */
export function describe(problem: string, { probe, text }: ProbeResult): string {
  const { method, path, headers, body } = probe;
  const sent = String(body && JSON.stringify(body)).slice(0, 500);
  return `${problem}: ${method} ${path} ${JSON.stringify(headers)} ${sent} > ${text.slice(0, 500)}`;
}

/** The request's own text, which an answer may quote. */
function sentBy({ probe: { path, body } }: ProbeResult): string {
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
function formOfRest(result: ProbeResult): string[] {
  const { method, path } = result.probe;
  const problems: string[] = [];
  const code = result.status < 400 ? undefined : codeOf(result.body);
  if (result.status >= 400 && !(statusesOf(code) ?? []).includes(result.status))
    problems.push(`${result.status} with the code ${code}`);
  const kind = `${method} ${templateOf(path)} ${result.status} ${code} ${result.headers['content-type']}`;
  // The description has no paths with an empty part.
  if (!compared.has(kind) && !/\/(\/|$|\?)/.test(path)) {
    compared.add(kind);
    try {
      assertDescribed(method, path, result);
    } catch (error) {
      problems.push(`is not as described: ${(error as Error).message}`);
    }
  }
  return problems;
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

/** The path without ids and names. Two routes with the same result count as one. */
function templateOf(path: string): string {
  const [, version, noun, ...steps] = path.replace(/\?.*$/s, '').split('/');
  return [version, noun, steps.length, noun === 'orders' ? steps[1] : ''].join('/');
}

interface GraphqlBody {
  data?: unknown;
  errors?: { message?: unknown; extensions?: { code?: unknown } }[];
}

function formOfGraphql({ status, text, body }: ProbeResult): string[] {
  // An event stream has its refusals in events.
  if (text.startsWith(':') || text.startsWith('event:'))
    return text.includes('INTERNAL_ERROR') ? ['a bug'] : [];
  const { data, errors } = (body ?? {}) as GraphqlBody;
  if (data === undefined && errors === undefined) return [`${status} without data and errors`];
  const codes = errors?.map(({ extensions }) => String(extensions?.code).toLowerCase()) ?? [];
  const unknown = codes.filter((code) => !(code in STATUSES) || code === 'internal_error');
  return unknown.map((code) => `an error with the code ${code}`);
}
