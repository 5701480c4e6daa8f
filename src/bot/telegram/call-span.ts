import { currentSpan, inSpan } from '../../kit/spans.ts';

/**
 * Sends a call of the Bot API as a span with its method and what became of it. The address is not told: the
 * token is in it. A question for updates has a span only when it has failed: most answers are empty.
 */
export function inCallSpan<Answer extends { ok?: boolean; error_code?: number }>(
  method: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = { 'gateway.upstream': 'telegram', 'gateway.upstream.call': method };
  const name = `POST telegram ${method}`;
  return inSpan({ name, kind: 'client', attributes, isQuiet: method === 'getUpdates' }, async () => {
    const span = currentSpan();
    const answer = await send().catch((error: unknown) => {
      span?.set({ 'gateway.upstream.outcome': 'unknown' });
      throw error;
    });
    if (!answer.ok) {
      span?.set({ 'gateway.upstream.outcome': 'refused' });
      span?.fail(String(answer.error_code));
    }
    return answer;
  });
}
