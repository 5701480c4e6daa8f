import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { instant } from '../instant.ts';
import type { TrafficEvent } from '../requests.ts';
import { serveParent } from './serve-parent.ts';

export interface BareOptions {
  /** The first event of each order. */
  events: readonly TrafficEvent[];
}

const SCHEMA = new URL('../../../schema.graphql', import.meta.url);

/**
 * Subscriptions as graphql-ws serves them with nothing but a schema and an iterator: no keys, no limits, no
 * database and no upstream. Changes are sent to this process, and each subscriber's event is executed with
 * graphql-js.
 */
await serveParent<BareOptions, readonly TrafficEvent[]>(async ({ events }) => {
  const latest = new Map(events.map((event) => [event.orderId, event]));
  const followers = new Map<string, Set<(event: TrafficEvent) => void>>();

  async function* follow(orderId: string) {
    const queue = [latest.get(orderId)];
    let wake = () => {};
    const deliver = (event: TrafficEvent) => {
      queue.push(event);
      wake();
    };
    const ofOrder = followers.get(orderId) ?? new Set();
    followers.set(orderId, ofOrder.add(deliver));
    try {
      for (;;) {
        for (const event of queue.splice(0)) yield { trafficUpdated: event };
        if (queue.length > 0) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      ofOrder.delete(deliver);
    }
  }

  const schema = buildSchema(await readFile(SCHEMA, 'utf8'));
  const field = schema.getSubscriptionType()?.getFields()['trafficUpdated'];
  if (!field) throw new Error('the schema has no trafficUpdated');
  field.subscribe = (_root, { orderId }: { orderId: string }) => follow(orderId);
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/graphql' });
  const server = useServer({ schema }, sockets);
  await once(sockets, 'listening');
  return {
    ready: { url: `http://127.0.0.1:${(sockets.address() as AddressInfo).port}` },
    /** Publishes the changes, and returns when they were known. */
    async answer(changed): Promise<number> {
      const knownAt = instant();
      for (const event of changed) {
        latest.set(event.orderId, event);
        for (const deliver of followers.get(event.orderId) ?? []) deliver(event);
      }
      return knownAt;
    },
    close: async () => server.dispose(),
  };
});
