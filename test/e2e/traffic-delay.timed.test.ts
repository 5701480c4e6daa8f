import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TrafficUpdatedDocument } from '../graphql/generated/graphql.ts';
import { openFrontend, until } from './frontend.ts';
import { POLL_SECONDS, type Program, startProgram } from './program.ts';
import { byConnect, byForwarding, bySocks5, openTarget } from './through-proxy.ts';

/** The contract's limit for subscribers, in ms: the program's poll interval and a second. */
const DELIVERED_WITHIN_MS = POLL_SECONDS * 1_000 + 1_000;
const MEGABYTES = 5_000_000;
const GB = 2 ** 30;

let program: Program;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

/** Makes the upstream count so many bytes for the order, as if they had gone through its proxy. */
async function use(orderId: string, bytes: number): Promise<void> {
  const database = new Client(program.databaseUrl);
  await database.connect();
  const { rows } = await database.query('select upstream_id from luxury_traffic where order_id = $1', [
    orderId,
  ]);
  await database.end();
  const usage = await fetch(`${program.sandboxUrl}/control/usage`, {
    method: 'PUT',
    body: JSON.stringify([{ subUserId: Number(rows[0]?.upstream_id), bytes }]),
  });
  expect(usage.ok).toBe(true);
}

test('what goes through a proxy in any way, and that nothing is left, is delivered over both transports within the poll and a second', async () => {
  const { rest, apiKey } = await program.givenCustomer();
  const frontend = openFrontend(program.url, apiKey);
  const target = await openTarget();
  const bought = await rest.post<{ id: number }>('/v1/orders', {
    tier: 'di',
    type: 'diresi',
    country: 'US',
    period: '1gb',
  });
  const orderId = String(bought.body.id);
  const line = async (format: string) => {
    const { body } = await rest.get<{ lines: string[] }>(`/v1/orders/${orderId}/lines?format=${format}`);
    return body.lines[0] ?? '';
  };
  const subscriptions = [
    frontend.overWebSocket(TrafficUpdatedDocument, { orderId }),
    frontend.overSse(TrafficUpdatedDocument, { orderId }),
  ];
  for (const events of subscriptions) await events.next();
  const areDelivered = (usedGb: number) =>
    Promise.all(
      subscriptions.map((events) =>
        until(events, (data) => data.trafficUpdated.usedGb >= usedGb, DELIVERED_WITHIN_MS),
      ),
    );

  const ways = [
    [byForwarding, await line('http')],
    [byConnect, await line('http')],
    [bySocks5, await line('socks')],
  ] as const;
  for (const [index, [fetch, by]] of ways.entries()) {
    await fetch(by, `${target}/${MEGABYTES}`);
    await areDelivered(((index + 1) * MEGABYTES) / GB);
  }
  await use(orderId, GB);
  await areDelivered(1);
});
