import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { z } from 'zod';
import type { chargedOrder, orderPage } from '../../src/rest/orders.ts';
import { givenReseller } from '../support/given.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';
import { type RunningService, startService } from '../support/service.ts';

export type ChargedOrderBody = z.output<typeof chargedOrder>;
export type OrderPageBody = z.output<typeof orderPage>;

/** A purchase for tests that are not about the product: one proxy for 1.10 USD. */
export const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

interface GivenCaller {
  rest: RestClient;
  resellerId: number;
  keyId: number;
  apiKey: string;
}

interface RestService {
  readonly running: RunningService;
  /** A new reseller with an unused rate window, and 100 USD by default. */
  givenCaller(options?: { balanceUsd?: string }): Promise<GivenCaller>;
  /** How many requests of a key have been admitted. */
  admitted(keyId: number): Promise<number>;
  /** Runs a statement on the service's database. */
  change(statement: ReturnType<typeof sql>): Promise<unknown>;
}

/** The whole service for the tests of one file. Multiples of its prices are inexact in floating point. */
export function useRestService(): RestService {
  let running: RunningService;
  const change = (statement: ReturnType<typeof sql>) => statement.execute(running.services.database.sql);
  beforeAll(async () => {
    running = await startService();
    await change(sql`update prices set price = 1100000
      where price_list = 'standard' and (tier, type, period) = ('prem', 'ipv4', '30d')`);
    await change(sql`update prices set price = 100000
      where price_list = 'standard' and (tier, type, period) = ('prem', 'ipv4', '7d')`);
    return () => running.close();
  });
  return {
    get running() {
      return running;
    },
    async givenCaller({ balanceUsd = '100' } = {}) {
      const given = await givenReseller(running.services, { balanceUsd });
      return { ...given, rest: restClient(running.url, given.apiKey) };
    },
    async admitted(keyId) {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from rate_windows, unnest(admitted) at
        where key_id = ${keyId} and at > '-infinity'`.execute(running.services.database.sql);
      return rows[0]?.count ?? 0;
    },
    change,
  };
}
