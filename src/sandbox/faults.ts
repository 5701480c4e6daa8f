import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Answer, Refused } from './answers.ts';

/** Over any limit that a careful client sets for an answer. */
const HUGE_BYTES = 2_200_000;
const HTML_FAULT = '<html><body><h1>500 Internal Server Error</h1></body></html>\n';

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

/** One call of an upstream, ready to be done. */
export interface UpstreamCall {
  /** Does the work; with `fewer`, only half of it. `fault` is what the answer then goes wrong by. */
  work(options: { fewer: boolean; fault: Fault | undefined }): Answer | Promise<Answer>;
  /** How the upstream refuses for that reason. */
  refusal(reason: 'refuse' | 'out_of_stock' | 'expired_token', fault: Fault): Refused;
}

/** The faults that are armed now, in memory only: a restart clears them. */
export class Faults {
  readonly #upstreams: Partial<Record<UpstreamName, UpstreamCalls>>;
  readonly #schema: z.ZodType<Fault[]>;
  readonly #closing: AbortSignal;
  #armed: Fault[] = [];

  constructor(upstreams: Partial<Record<UpstreamName, UpstreamCalls>>, closing: AbortSignal) {
    this.#closing = closing;
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

  /** Answers a call as the armed fault that fits it says. `delayMs` comes before everything. */
  async answer(
    upstream: UpstreamName,
    name: string,
    call: UpstreamCall,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const fault = this.take(upstream, name);
    // The delay continues when the client has gone: the work of a request that has arrived is done, whether
    // or not anybody gets the answer.
    if (fault?.delayMs && !(await waited(fault.delayMs, this.#closing))) return reply.hijack();
    const work = (fewer = false) => answerOf(() => call.work({ fewer, fault }));
    switch (fault?.mode) {
      case undefined:
      case 'slow':
        return sendJson(reply, await work());
      case 'refuse':
      case 'out_of_stock':
      case 'expired_token':
        return sendJson(reply, call.refusal(fault.mode, fault).answer);
      case 'reset_before':
        return reset(request, reply);
      case 'hang':
        return reply.hijack();
      case 'error_before':
        return sendError(reply);
      case 'redirect':
        // The path does not exist on this server, so following the redirect does no harm.
        return reply.redirect('/elsewhere', 302);
      case 'partial':
        return sendJson(reply, await work(true));
      case 'duplicate':
        await work();
        return sendJson(reply, await work());
      case 'reset_after':
        await work();
        return reset(request, reply);
      case 'error_after':
        await work();
        return sendError(reply);
      case 'malformed':
        return sendBroken(reply, await work());
      case 'huge':
        return sendHuge(reply, await work());
    }
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

async function answerOf(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/** Whether the time has passed without the sandbox being closed. */
async function waited(millis: number, closing: AbortSignal): Promise<boolean> {
  await delay(millis, undefined, { signal: closing }).catch(() => undefined);
  return !closing.aborted;
}

function sendJson(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body));
}

function sendBroken(reply: FastifyReply, { body }: Answer): FastifyReply {
  const text = JSON.stringify(body);
  return reply.type('application/json').send(text.slice(0, Math.ceil(text.length / 2)));
}

function sendHuge(reply: FastifyReply, { body }: Answer): FastifyReply {
  const text = JSON.stringify({ ...body, padding: 'x'.repeat(HUGE_BYTES) });
  return reply.type('application/json').send(text);
}

function sendError(reply: FastifyReply): FastifyReply {
  return reply.code(500).type('text/html').send(HTML_FAULT);
}

function reset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}
