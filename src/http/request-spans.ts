import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSpan, isRecording, type Span } from '../kit/spans.ts';

/** Whoever asks for these asks every few seconds. */
const UNRECORDED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Runs what a request does as a span, if spans are recorded. It ends when the answer has been sent, or its
 * client has gone.
 */
export function inRequestSpan(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
  const span = beginSpanOf(request);
  if (!span) work();
  else {
    endWith(reply, span);
    span.run(work);
  }
}

function beginSpanOf(request: FastifyRequest) {
  const { id, method, protocol } = request;
  const { url: route } = request.routeOptions;
  if (!isRecording() || (route !== undefined && UNRECORDED.has(route))) return undefined;
  return beginSpan({
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'url.scheme': protocol,
      'gateway.request.id': id,
      ...(route !== undefined && { 'http.route': route }),
    },
    traceparent: traceparentOf(request),
  });
}

function endWith({ raw }: FastifyReply, span: Span): void {
  raw.once('close', () => {
    // Clients leave event streams, whose answers have no end.
    if (raw.headersSent) span.set({ 'http.response.status_code': raw.statusCode });
    else span.fail('client_gone');
    if (raw.statusCode >= 500) span.fail(String(raw.statusCode));
    span.end();
  });
}

/**
 * Null unless a trusted proxy has sent the request, which can take away what strangers send: they could have
 * every request recorded, whatever the share is, and add spans to the traces of others.
 */
function traceparentOf({ ips = [], headers: { traceparent } }: FastifyRequest): string | null {
  // The nearest one is the connection's own, and each proxy that is trusted adds one.
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : null;
}
