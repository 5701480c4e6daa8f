import type { z } from 'zod';
import { readTraffic } from '../../src/luxury/traffic.ts';
import type { settings } from '../../src/rest/luxury-settings.ts';
import type { RestAnswer } from '../support/rest-answer.ts';
import { type ChargedOrderBody, useRestService } from './rest-service.ts';

type SettingsBody = z.output<typeof settings>;

/** A purchase for tests that are not about the product: 1 GB for 1 USD, addresses in one country. */
export const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };

/** In ms: after this a reading of the traffic is too old for a new request. */
const STALE_MS = 2_000;

/** The whole service for the tests of one file, and callers with a Luxury order. */
export function useLuxuryService() {
  const service = useRestService();

  /** A new reseller with a Luxury order; options that a test does not give do not matter to it. */
  async function givenLuxury({ balanceUsd = '100', ...input }: GivenLuxury = {}) {
    const caller = await service.givenCaller({ balanceUsd });
    const bought = await caller.rest.post<ChargedOrderBody>('/v1/orders', { ...LUXURY, ...input });
    if (bought.status !== 201) throw new Error(bought.text);
    const order = bought.body;
    const path = `/v1/orders/${order.id}`;
    return {
      ...caller,
      order,
      path,
      change: (body: unknown): Promise<RestAnswer<SettingsBody>> =>
        caller.rest.send({ method: 'PATCH', path: `${path}/settings`, body }),
      resetPassword: <Body>(body?: unknown): Promise<RestAnswer<Body>> =>
        caller.rest.send({ method: 'POST', path: `${path}/reset-password`, body }),
      /**
       * Counts usage as if so much had gone through the gateway, and lets the service's own reading grow old.
       */
      async use(bytes: number): Promise<void> {
        const { services, sandbox, clock } = service.running;
        const name = { resellerId: caller.resellerId, orderId: order.id };
        const traffic = (await readTraffic(services.database.sql, [name])).get(order.id);
        const { ok } = await fetch(`${sandbox.url}/control/usage`, {
          method: 'PUT',
          body: JSON.stringify([{ subUserId: Number(traffic?.upstreamId), bytes }]),
        });
        if (!ok) throw new Error('The sandbox has booked nothing');
        clock.advance(STALE_MS);
      },
    };
  }

  return { service, givenLuxury };
}

interface GivenLuxury {
  balanceUsd?: string;
  country?: string;
  type?: string;
  period?: string;
  options?: object;
}
