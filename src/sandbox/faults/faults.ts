import { z } from 'zod';

/**
 * Longer than any client waits, and short enough that a forgotten fault does not look like a service that
 * never answers.
 */
const MAX_DELAY_MILLIS = 600_000;

const UPSTREAMS = ['px6', 'dataimpulse', 'telegram', 'cryptopay'] as const;
export type UpstreamName = (typeof UPSTREAMS)[number];

/**
 * What goes wrong. "Work" is what the call is for: selling, extending, deleting.
 *
 * - without the work: `refuse` (a definite business refusal), `out_of_stock`, `expired_token`, `reset_before`
 *   (the connection is reset), `hang` (no answer until the client disconnects), `error_before` (500, HTML),
 *   `redirect` (302)
 * - with the work: `slow` (only `delayMs`), `reset_after` (a reset instead of the answer), `error_after`
 *   (500, HTML), `malformed` (200, broken JSON), `huge` (200, over 2 MiB), `partial` (half of the work,
 *   rounded down, and an answer about that half), `duplicate` (the work is done twice, and the answer is
 *   about the second time)
 */
export const MODES = [
  'refuse',
  'reset_before',
  'reset_after',
  'hang',
  'slow',
  'error_before',
  'error_after',
  'malformed',
  'partial',
  'duplicate',
  'out_of_stock',
  'redirect',
  'huge',
  'expired_token',
] as const;
export type FaultMode = (typeof MODES)[number];

const fault = z.strictObject({
  upstream: z.enum(UPSTREAMS),
  call: z.string().min(1),
  mode: z.enum(MODES),
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).max(MAX_DELAY_MILLIS).optional(),
  /** How many of a hundred fitting calls it hits, by chance; all of them when left out. */
  percent: z.number().min(0).max(100).optional(),
  /** The status of a refusal, where the upstream has several. */
  status: z.int().optional(),
});
export type Fault = z.infer<typeof fault>;

/** The names of an upstream's calls; `*` in a fault means any of them. */
export interface UpstreamCalls {
  calls: readonly string[];
  /** Calls that can do a part of their work. */
  divisible: readonly string[];
  /** Modes that this upstream cannot show. */
  unsupported: readonly FaultMode[];
  /** The statuses that `refuse` can have; without them it has none to choose. */
  refusals?: readonly number[];
}

/** The faults that are armed now, in memory only: a restart clears them. */
export class Faults {
  readonly #upstreams: Partial<Record<UpstreamName, UpstreamCalls>>;
  readonly #schema: z.ZodType<Fault[]>;
  #armed: Fault[] = [];

  constructor(upstreams: Partial<Record<UpstreamName, UpstreamCalls>>) {
    this.#upstreams = upstreams;
    this.#schema = z.array(fault.superRefine((one, context) => this.#check(one, context)));
  }

  get armed(): readonly Fault[] {
    return this.#armed;
  }

  /** Replaces what is armed; throws a `ZodError` that names what is wrong, and then nothing has changed. */
  arm(faults: unknown): void {
    this.#armed = this.#schema.parse(faults);
  }

  /** Returns the first armed fault that fits the call, and counts it as used once. */
  take(upstream: UpstreamName, call: string): Fault | undefined {
    const taken = this.#armed.find(
      (one) => one.upstream === upstream && this.#fits(one, call) && isDrawn(one),
    );
    if (taken?.times === undefined) return taken;
    const left = taken.times - 1;
    this.#armed = this.#armed.flatMap((one) => {
      if (one !== taken) return [one];
      return left > 0 ? [{ ...one, times: left }] : [];
    });
    return taken;
  }

  #fits({ upstream, call, mode }: Fault, actual: string): boolean {
    if (call !== '*') return call === actual;
    return mode !== 'partial' || (this.#upstreams[upstream]?.divisible.includes(actual) ?? true);
  }

  #check({ upstream, call, mode, status }: Fault, context: z.RefinementCtx): void {
    const known = this.#upstreams[upstream];
    if (!known) return;
    const complain = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (call !== '*' && !known.calls.includes(call)) {
      complain(
        'call',
        `${upstream} has no call ${JSON.stringify(call)}: take * or one of ${known.calls.join(', ')}`,
      );
    }
    if (known.unsupported.includes(mode)) {
      complain('mode', `${mode} does not exist for ${upstream}`);
    } else if (mode === 'partial' && known.calls.includes(call) && !known.divisible.includes(call)) {
      complain('mode', `partial fits only ${known.divisible.join(', ')}`);
    }
    if (status === undefined) return;
    const { refusals = [] } = known;
    if (mode !== 'refuse' || refusals.length === 0) {
      complain('status', `goes with refuse only, and with an upstream that has several statuses`);
    } else if (!refusals.includes(status)) {
      complain('status', `${upstream} refuses with one of ${refusals.join(', ')}`);
    }
  }
}

function isDrawn({ percent = 100 }: Fault): boolean {
  return Math.random() * 100 < percent;
}
