import { z } from 'zod';
import type { UpstreamOutcome } from '../failure.ts';
import { whole } from './answers.ts';

/**
 * Whether DataImpulse accepted a call. `over_limit` and `stale_token`: it did nothing, and the call may be
 * repeated. `refused`: `status` is that of the body, or the HTTP status if the body has none. `open`: the
 * content decides.
 */
export type Verdict =
  | { kind: 'over_limit' | 'stale_token' | 'open' }
  | { kind: 'refused'; status: number; message: string };

/** `{"message": "...", "status_code": 400}` or `{"success": false}`; either may come with HTTP 200. */
const verdictAnswer = z.object({
  message: z.string().catch(''),
  status_code: whole.catch(0),
  success: z.unknown().optional(),
});

export function verdictOf(httpStatus: number, content: unknown): Verdict {
  const parsed = verdictAnswer.safeParse(content);
  const { message, status_code, success } = parsed.data ?? { message: '', status_code: 0, success: true };
  const status = [status_code, httpStatus, success === false ? 400 : 0].find((number) => number >= 400) ?? 0;
  if (status === 429 || /^too many attempts/i.test(message)) return { kind: 'over_limit' };
  if (status === 401 || /token has expired/i.test(message)) return { kind: 'stale_token' };
  // An error page without a message can come from any proxy on the way, after the work as well as before it.
  const said = status_code >= 400 || success === false || message !== '';
  return status > 0 && said ? { kind: 'refused', status, message } : { kind: 'open' };
}

const ADDITION = 'sub-user/balance/add';
/** Allows one more address. */
export const ADDRESS_ADDITION = 'sub-user/allowed-ips/add';

/** What a refusal means for the money in the call. `namesAccount`: the call was about one account. */
export function outcomeOf(
  path: string,
  namesAccount: boolean,
  refusal: { status: number; message: string },
): UpstreamOutcome {
  if (refusal.status >= 500) return 'unknown';
  if (refusal.status === 404 && namesAccount) return 'gone';
  // Additions are taken from our own traffic at DataImpulse, so "not enough" means our own traffic.
  return path === ADDITION && /not enough/i.test(refusal.message) ? 'out_of_stock' : 'refused';
}

/** DataImpulse lets an address belong to one account only. */
export function isAddressTaken(message: string): boolean {
  return /already exists? for other/i.test(message);
}
