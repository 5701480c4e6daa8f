import { readTraffic } from '../../src/luxury/traffic.ts';
import type { OrderName } from '../../src/orders/order.ts';
import type { OpenedServices } from './services.ts';

/** A Luxury order's account as the sandbox's own API shows it to our login there. */
export async function subUser(
  { services, sandbox }: OpenedServices,
  order: OrderName,
): Promise<Record<string, unknown>> {
  const traffic = (await readTraffic(services.database.sql, [order])).get(order.orderId);
  const { token } = await json(`${sandbox.dataImpulseUrl}/user/token/get`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: sandbox.dataImpulseLogin, password: sandbox.dataImpulsePassword }),
  });
  return json(`${sandbox.dataImpulseUrl}/sub-user/get?subuser_id=${traffic?.upstreamId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

async function json(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  return (await (await fetch(url, init)).json()) as Record<string, unknown>;
}
