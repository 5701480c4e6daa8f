import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './faults.ts';

/** Over any limit that a careful client sets for an answer. */
const HUGE_BYTES = 2_200_000;
const HTML_FAULT = '<html><body><h1>500 Internal Server Error</h1></body></html>\n';

/** An answer of an upstream: a status and a JSON body. */
export interface Answer {
  status: number;
  body: object;
}

/** One call of an upstream, ready to be done. */
export interface UpstreamCall {
  /** Does the work; with `fewer`, only half of it. */
  work(options: { fewer: boolean }): Answer | Promise<Answer>;
  /** The answer of an upstream that refuses for that reason and does nothing. */
  refusal(reason: 'refuse' | 'out_of_stock' | 'expired_token'): Answer;
}

/** Answers a call as the armed fault says. `delayMs` comes before everything, the work included. */
export async function answer(
  call: UpstreamCall,
  fault: Fault | undefined,
  closing: AbortSignal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The delay continues when the client has gone: the work of a request that has arrived is done, whether or
  // not anybody gets the answer.
  if (fault?.delayMs && !(await waited(fault.delayMs, closing))) return reply.hijack();
  switch (fault?.mode) {
    case undefined:
    case 'slow':
      return sendJson(reply, await call.work({ fewer: false }));
    case 'refuse':
    case 'out_of_stock':
    case 'expired_token':
      return sendJson(reply, call.refusal(fault.mode));
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
      return sendJson(reply, await call.work({ fewer: true }));
    case 'duplicate':
      await call.work({ fewer: false });
      return sendJson(reply, await call.work({ fewer: false }));
    case 'reset_after':
      await call.work({ fewer: false });
      return reset(request, reply);
    case 'error_after':
      await call.work({ fewer: false });
      return sendError(reply);
    case 'malformed':
      return sendBroken(reply, await call.work({ fewer: false }));
    case 'huge':
      return sendHuge(reply, await call.work({ fewer: false }));
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
