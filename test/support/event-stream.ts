import { request } from 'node:http';

interface ServerSentEvent {
  id?: string;
  event?: string;
  data?: string;
}

export interface EventStreamClient {
  status: number;
  headers: Record<string, unknown>;
  /** The next event, or undefined when the stream has ended; comments are passed over. */
  next(): Promise<ServerSentEvent | undefined>;
  /** Cuts the connection. */
  cut(): void;
}

/** Opens a stream of server-sent events over a connection of its own. */
export async function openEventStream(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<EventStreamClient> {
  const opened = Promise.withResolvers<EventStreamClient>();
  const method = body === undefined ? 'GET' : 'POST';
  const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
    incoming.setEncoding('utf8');
    const frames = framesOf(incoming);
    opened.resolve({
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      async next() {
        const { value } = await frames.next();
        return value ?? undefined;
      },
      cut: () => incoming.destroy(),
    });
  });
  outgoing.on('error', opened.reject);
  outgoing.end(body);
  return opened.promise;
}

async function* framesOf(texts: AsyncIterable<string>): AsyncGenerator<ServerSentEvent, undefined> {
  let rest = '';
  try {
    for await (const text of texts) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) if (!frame.startsWith(':')) yield toEvent(frame);
    }
  } catch {
    // The connection was cut.
  }
  return undefined;
}

function toEvent(frame: string): ServerSentEvent {
  return Object.fromEntries(
    frame.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
}
