import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { instant } from '../instant.ts';
import { headersOf, TRAFFIC_DOCUMENT, type TrafficEvent } from '../requests.ts';
import { serveParent } from './serve-parent.ts';

/** One socket, which follows the traffic of some orders. */
export interface Following {
  client: { apiKey: string } | BrowserHeaders;
  orderIds: readonly string[];
  /** Further subscriptions, which get their first event and no other. */
  further?: readonly string[];
}

/** What a browser sends with a request of a page of the console. */
export interface BrowserHeaders {
  cookie: string;
  origin: string;
}

/**
 * Opens sockets and waits for the first event of each subscription, or waits for the next event of all open
 * ones.
 */
type SubscribersQuestion = { open: readonly Following[] } | 'events';

export interface Arrived {
  /** When each subscriber's event arrived, by `instant`. */
  at: Float64Array;
  /** The events, one for each order. */
  events: TrafficEvent[];
}

/** How many sockets are opened at once: a server limits the unauthenticated ones. */
const OPENED_AT_ONCE = 10;
/** In ms, far more than any round takes. */
const EVENTS_WITHIN_MS = 30_000;

interface Message {
  id: string;
  type: string;
  payload: { data?: { trafficUpdated: TrafficEvent }; errors?: unknown };
}

/** A message as it came. */
interface Received {
  socket: number;
  at: number;
  text: Buffer;
}

/**
 * Subscribers that note when a message arrived and parse all messages afterwards, so that they take little
 * processor time.
 */
await serveParent<{ url: string }, SubscribersQuestion>(async ({ url }) => {
  const sockets: WebSocket[] = [];
  let messages: Received[] = [];
  let subscriptions = 0;
  let onMessage = () => {};

  async function open({ client, orderIds, further = [] }: Following): Promise<void> {
    const [headers, payload] = 'apiKey' in client ? [{}, headersOf(client.apiKey)] : [{ ...client }, {}];
    const options = { headers, perMessageDeflate: false, skipUTF8Validation: true };
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', options);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    await once(socket, 'message');
    const number = sockets.push(socket) - 1;
    socket.on('message', (text: Buffer) => {
      messages.push({ socket: number, at: instant(), text });
      onMessage();
    });
    socket.on('close', (code, reason) => {
      if (!closing) throw new Error(`a socket was closed: ${code} ${reason}`);
    });
    for (const orderId of orderIds) {
      const payload = { query: TRAFFIC_DOCUMENT, variables: { orderId } };
      socket.send(JSON.stringify({ id: orderId, type: 'subscribe', payload }));
    }
    for (const query of further)
      socket.send(JSON.stringify({ id: query, type: 'subscribe', payload: { query } }));
    subscriptions += orderIds.length;
  }

  async function openAll(all: readonly Following[]): Promise<Arrived> {
    const before = subscriptions;
    for (let i = 0; i < all.length; i += OPENED_AT_ONCE)
      await Promise.all(all.slice(i, i + OPENED_AT_ONCE).map(open));
    const further = all.flatMap((each) => each.further ?? []);
    const first = await takeMessages(subscriptions - before + further.length);
    return arrived(first.filter(({ text }) => text.includes('"trafficUpdated"')));
  }

  async function takeMessages(count: number): Promise<Received[]> {
    const all = new Promise<void>((resolve) => {
      onMessage = () => {
        if (messages.length >= count) resolve();
      };
      onMessage();
    });
    const late = setTimeout(EVENTS_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([all, late])) === 'late')
      throw new Error(`${messages.length} events have come for ${count} subscribers`);
    const taken = messages;
    messages = [];
    return taken;
  }

  let closing = false;
  return {
    ready: {},
    answer: async (question) =>
      question === 'events' ? arrived(await takeMessages(subscriptions)) : openAll(question.open),
    async close() {
      closing = true;
      for (const socket of sockets) socket.close();
    },
  };
});

function arrived(messages: readonly Received[]): Arrived {
  return { at: Float64Array.from(messages, ({ at }) => at), events: eventsIn(messages) };
}

/**
 * Returns the events. Throws unless every subscription got one, and all subscriptions to the same order got
 * the same.
 */
function eventsIn(messages: readonly Received[]): TrafficEvent[] {
  const subscriptions = new Set<string>();
  const events = new Map<string, { text: string; event: TrafficEvent }>();
  for (const { socket, text } of messages) {
    const { id, type, payload } = JSON.parse(String(text)) as Message;
    if (type !== 'next' || payload.errors || !payload.data) throw new Error(`not an event: ${text}`);
    const known = events.get(id) ?? { text: String(text), event: payload.data.trafficUpdated };
    if (known.text !== String(text))
      throw new Error(`two subscribers got different texts: ${known.text} ${text}`);
    events.set(id, known);
    subscriptions.add(`${socket}:${id}`);
  }
  if (subscriptions.size < messages.length) throw new Error('a subscriber got it twice');
  return [...events.values()].map(({ event }) => event);
}
