import type { oas31 } from 'zod-openapi';
import { REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';

// Headers of many answers, described once as components to which each answer refers.

const seconds = (example: number): oas31.SchemaObject => ({
  type: 'integer',
  minimum: 1,
  examples: [example],
});

const DESCRIBED = {
  'RateLimit-Limit': {
    description: 'How many requests of this API key are admitted within any 60 seconds, at both doors.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [REQUESTS_PER_WINDOW] },
  },
  'RateLimit-Remaining': {
    description: 'How many more of them are admitted now.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [REQUESTS_PER_WINDOW - 1] },
  },
  'RateLimit-Reset': {
    description: 'Whole seconds until the oldest of those that count stops to count.',
    required: true,
    schema: seconds(60),
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next request.',
    required: true,
    schema: seconds(7),
  },
  'Idempotent-Replayed': {
    description: 'Sent when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'The scheme to use.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
} satisfies Record<string, oas31.HeaderObject>;

type Name = keyof typeof DESCRIBED;

/** The components. Their names have no hyphens, which some client generators cannot use. */
export const HEADERS: Record<string, oas31.HeaderObject> = Object.fromEntries(
  Object.entries(DESCRIBED).map(([name, header]) => [componentOf(name), header]),
);

const RATE: readonly Name[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
/** The statuses whose refusals are kept for retries. */
const KEPT_STATUSES: readonly number[] = [402, 404, 409, 502];

/** The headers of a success. `retriable`: whether a retry may get the same answer again. */
export function headersOfSuccess({ retriable }: { retriable: boolean }) {
  return references([...RATE, ...replayed(retriable)]);
}

/**
 * The headers that a refusal always has. An internal error has fewer: it may come before the request is
 * counted.
 */
export function headersOfRefusal(status: number, { retriable }: { retriable: boolean }) {
  if (status === 401) return references(['WWW-Authenticate']);
  if (status === 403 || status === 500 || status === 503) return references([]);
  if (status === 429) return references(['Retry-After', ...RATE]);
  return references([...RATE, ...replayed(retriable && KEPT_STATUSES.includes(status))]);
}

function replayed(mayBe: boolean): Name[] {
  return mayBe ? ['Idempotent-Replayed'] : [];
}

function references(names: readonly Name[]): { headers?: Record<string, oas31.ReferenceObject> } {
  if (names.length === 0) return {};
  const all = names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]);
  return { headers: Object.fromEntries(all) };
}

function componentOf(name: string): string {
  return name.replaceAll('-', '');
}
