import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { Bell } from '../../src/events/bell.ts';
import { openEvents } from '../../src/events/events.ts';
import { systemTimer } from '../../src/kit/clock.ts';
import { WebhookAddresses } from '../../src/webhooks/address.ts';
import { readDeliveries } from '../../src/webhooks/deliveries.ts';
import { Dialler } from '../../src/webhooks/dialler.ts';
import { Dispatcher } from '../../src/webhooks/dispatch.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import type { OpenedServices } from '../support/services.ts';

/** What a receiver got, as far as tests look at it. */
interface Arrival {
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; sequence: number | null; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, arrival: Arrival) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();
/** No answer, until the receiver is closed. */
export const hang: Answer = () => {};

/** A receiver on this machine, which answers as the test says. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  answer: Answer = status(204);
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { headers } = request;
    const arrival = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) };
    this.arrivals.push(arrival);
    this.answer(response, arrival);
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => receiver.close());
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get types(): string[] {
    return this.arrivals.map(({ body }) => body.type);
  }

  get sequences(): (number | null)[] {
    return this.arrivals.map(({ body }) => body.sequence);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** A process that sends, until the test ends, when it is woken. `stop` ends it before. */
export function dispatching({ services }: OpenedServices) {
  const addresses = new WebhookAddresses({ isSandboxed: true, allowedNetworks: [] });
  const dialler = new Dialler({ addresses, timer: systemTimer });
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const dispatcher = new Dispatcher({ services, dialler, log });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= dispatcher.close();
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
    expect(lines).toEqual([]);
  });
  return { wake: () => dispatcher.onGap(), stop, dispatcher, log };
}

/** A dispatcher that is woken by what it hears. */
export async function followingDispatcher(opened: OpenedServices): Promise<void> {
  const { dispatcher, log } = dispatching(opened);
  const events = await openEvents({ databaseUrl: opened.databaseUrl, bell: new Bell(), log });
  events.listen(dispatcher);
  onTestFinished(() => events.close());
}

type Named = Pick<GivenReseller, 'resellerId'>;

export async function givenWebhook(
  { services }: OpenedServices,
  url: string,
  { reseller, types = [] }: { reseller?: Named; types?: string[] } = {},
) {
  const { resellerId } = reseller ?? (await givenReseller(services));
  const at = services.clock.now();
  const made = await createWebhook(services, { resellerId, url, types, description: null, at });
  return { resellerId, ...made };
}

/** Writes an event as the work that it tells of does; it counts for nothing else. Returns its sequence. */
export async function happened(
  { services: { database, clock } }: OpenedServices,
  { resellerId }: { resellerId: number },
  { type = 'order.paused', orderId = null }: { type?: string; orderId?: number | null } = {},
): Promise<number> {
  await sql`select write_event(${resellerId}, ${type}, 'api', ${clock.now()}, 0, ${orderId}, null)`.execute(
    database.sql,
  );
  const { rows } = await sql<{ last: number }>`
    select max(sequence) as last from events where reseller_id = ${resellerId}`.execute(database.sql);
  return rows[0]?.last ?? 0;
}

/** A webhook where nobody listens, and an event that could not be sent there. */
export async function failedDelivery(opened: OpenedServices, reseller: Named): Promise<void> {
  const webhook = await givenWebhook(opened, 'http://localhost:9/hooks', { reseller });
  await happened(opened, reseller);
  dispatching(opened).wake();
  const { sql: db } = opened.services.database;
  const tried = async () =>
    (await readDeliveries(db, { ...webhook, limit: 1, before: null })).deliveries.length;
  await expect.poll(tried).toBe(1);
}
