import { openSandbox, type TestSandbox } from '../support/sandbox.ts';

/** What `GET /control/hooks/NAME` says of a delivery. */
interface Delivery {
  name: string;
  at: string;
  attempt: number;
  fault: string | null;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookSender extends TestSandbox {
  /** Sends a webhook to `/hooks/demo`, or to another name, as the service does. */
  send(sequence: number, request?: { name?: string; body?: string; signal?: AbortSignal }): Promise<Response>;
  /** What came to a name, oldest first. */
  deliveries(name?: string): Promise<Delivery[]>;
}

export async function openReceiver(stateDir?: string): Promise<WebhookSender> {
  const opened = await openSandbox(stateDir === undefined ? {} : { stateDir });
  return {
    ...opened,
    send: (sequence, { name = 'demo', body = bodyOf(sequence), ...request } = {}) =>
      fetch(`${opened.sandbox.url}/hooks/${name}`, {
        method: 'POST',
        body,
        headers: headersOf(sequence),
        redirect: 'manual',
        ...request,
      }),
    deliveries: async (name = 'demo') => (await (await opened.control(`hooks/${name}`)).json()).deliveries,
  };
}

export function headersOf(sequence: number) {
  return {
    'content-type': 'application/json',
    'user-agent': 'proxies-webhooks',
    'webhook-id': `evt_019aa0c5-${String(sequence).padStart(4, '0')}-7000-8000-000000000000`,
    'webhook-timestamp': '1763640000',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  };
}

export function bodyOf(sequence: number): string {
  return JSON.stringify({
    type: 'order.created',
    timestamp: '2026-11-20T12:00:00.000Z',
    sequence,
    data: { cause: 'api', amount_usd: '-1.20', balance_usd: '48.80', order: { id: 7, country: 'us' } },
  });
}
