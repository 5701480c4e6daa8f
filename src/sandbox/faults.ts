import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Answer, Refused } from './answers.ts';

/** Over any limit that a careful client sets for an answer. */
const HUGE_BYTES = 2_200_000;
const HTML_FAULT = '<html><body><h1>500 Internal Server Error</h1></body></html>\n';

/** Longer than any client waits; a forgotten fault does not look like a service that never answers. */
const MAX_DELAY_MILLIS = 600_000;

const UPSTREAMS = ['px6', 'dataimpulse', 'telegram', 'cryptopay', 'hooks'] as const;
export type UpstreamName = (typeof UPSTREAMS)[number];

/** What goes wrong, before or after the work that the call is for: selling, extending, deleting. */
export const MODES = [
  'refuse', // before: a definite business refusal
  'reset_before', // the connection is reset
  'reset_after', // a reset instead of the answer
  'hang', // before: no answer until the client disconnects
  'slow', // after: only `delayMs`
  'error_before', // 500, HTML
  'error_after', // 500, HTML
  'malformed', // after: 200, broken JSON
  'partial', // half of the work, rounded down, and an answer about that half
  'duplicate', // the work is done twice, and the answer is about the second time
  'out_of_stock', // before
  'redirect', // before: 302
  'huge', // after: 200, over 2 MiB
  'expired_token', // before
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
  /** The header `Retry-After` of the answer: seconds or a date. */
  retryAfter: z.union([z.int().min(0), z.string().regex(/^[\w ,:+-]{1,40}$/)]).optional(),
  /** Where a redirect leads, if not to this server. */
  to: z.url({ protocol: /^https?$/ }).optional(),
});
export type Fault = z.infer<typeof fault>;

/** The names of an upstream's calls; `*` in a fault means any of them. */
export interface UpstreamCalls {
  /** None where whoever calls makes up the names. */
  calls: readonly string[];
  divisible: readonly string[];
  unsupported: readonly FaultMode[];
  /** The statuses that `refuse` can have; without them it has none to choose. */
  refusals?: readonly number[];
}

export interface UpstreamCall {
  /** Notes that the call has come, before everything, whatever it is answered by. */
  note?(fault: Fault | undefined): void;
  /** Does the work; with `fewer`, only half of it. `fault` is what the answer then goes wrong by. */
  work(options: { fewer: boolean; fault: Fault | undefined }): Answer | Promise<Answer>;
  refusal(reason: 'refuse' | 'out_of_stock' | 'expired_token', fault: Fault): Refused;
}

/** The faults that are armed now, in memory only: a restart clears them. */
export class Faults {
  readonly #upstreams: Readonly<Record<UpstreamName, UpstreamCalls>>;
  readonly #schema: z.ZodType<Fault[]>;
  readonly #closing: AbortSignal;
  #armed: Fault[] = [];

  constructor(upstreams: Readonly<Record<UpstreamName, UpstreamCalls>>, closing: AbortSignal) {
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
    const isDrawn = ({ percent = 100 }: Fault) => Math.random() * 100 < percent;
    const fits = (one: Fault) => one.upstream === upstream && this.#fits(one, call) && isDrawn(one);
    const taken = this.#armed.find(fits);
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
    call.note?.(fault);
    // Also when the client has gone: the work of a request that has arrived is done.
    if (fault?.delayMs) {
      await delay(fault.delayMs, undefined, { signal: this.#closing }).catch(() => undefined);
      if (this.#closing.aborted) return reply.hijack();
    }
    const work = async (fewer = false) => {
      try {
        return await call.work({ fewer, fault });
      } catch (error) {
        if (error instanceof Refused) return error.answer;
        throw error;
      }
    };
    if (fault?.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
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
        // The path does not exist on this server, so following that redirect does no harm.
        return reply.redirect(fault.to ?? '/elsewhere', 302);
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
      case 'malformed': {
        const json = JSON.stringify((await work()).body);
        return sendText(reply, json.slice(0, Math.ceil(json.length / 2)));
      }
      case 'huge': {
        const { body } = await work();
        return sendText(reply, JSON.stringify({ ...body, padding: 'x'.repeat(HUGE_BYTES) }));
      }
    }
  }

  #fits({ upstream, call, mode }: Fault, actual: string): boolean {
    if (call !== '*') return call === actual;
    return mode !== 'partial' || this.#upstreams[upstream].divisible.includes(actual);
  }

  #check({ upstream, call, mode, status, to }: Fault, context: z.RefinementCtx): void {
    const known = this.#upstreams[upstream];
    const complain = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (call !== '*' && known.calls.length > 0 && !known.calls.includes(call)) {
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
    if (to !== undefined && mode !== 'redirect') complain('to', 'goes with redirect only');
    if (status === undefined) return;
    const { refusals = [] } = known;
    if (mode !== 'refuse' || refusals.length === 0) {
      complain('status', `goes with refuse only, and with an upstream that has several statuses`);
    } else if (!refusals.includes(status)) {
      complain('status', `${upstream} refuses with one of ${refusals.join(', ')}`);
    }
  }
}

function sendJson(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return sendText(reply.code(status), JSON.stringify(body));
}

function sendText(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json').send(json);
}

function sendError(reply: FastifyReply): FastifyReply {
  return reply.code(500).type('text/html').send(HTML_FAULT);
}

function reset(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}
