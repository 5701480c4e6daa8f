import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { expect } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { formatUsd } from '../../src/kit/money.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import {
  BalanceUpdatedDocument,
  type BalanceUpdatedSubscription,
  OrdersDocument,
  PurchaseDocument,
} from '../graphql/generated/graphql.ts';
import { givenReseller } from './given.ts';
import { restClient } from './rest-client.ts';
import type { RunningService } from './service.ts';
import type { OpenedServices } from './services.ts';
import { collect, type Events, socketClient } from './sockets.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const RESELLERS = 10;

/**
 * A customer who buys and reads through both doors and subscribes to the balance over both kinds of
 * subscription.
 */
interface Member {
  resellerId: number;
  apiKey: string;
  watched: Events<BalanceUpdatedSubscription>[];
  leave(): void | Promise<void>;
}

/** Customers of a service. Their orders and balances are checked over a database connection of its own. */
export interface Crowd {
  /**
   * Each member buys twice and reads twice, all at once. Returns how many requests were not answered as they
   * should be, with their answers.
   */
  ask(): Promise<string[]>;
  /**
   * Each member has one more order for every purchase so far, was charged once for each, and its
   * subscriptions show the present balance.
   */
  expectAddedUp(): Promise<void>;
  leave(): Promise<void>;
}

/** `direct` reaches the service's database by a way that the test does not disturb. */
export async function openCrowd(service: RunningService, direct: OpenedServices): Promise<Crowd> {
  const members = await Promise.all(Array.from({ length: RESELLERS }, () => join(service, direct)));
  let asked = 0;
  return {
    async ask() {
      asked += 1;
      const failures = await Promise.all(members.map((member) => askAll(service, member, asked)));
      return failures.flat();
    },
    async expectAddedUp() {
      const { database } = direct.services;
      expect((await verifyLedger(database)).problems).toEqual([]);
      for (const { apiKey, resellerId, watched } of members) {
        const { body } = await service.graphql(apiKey, OrdersDocument, { first: 50 });
        expect(body.data?.orders.edges).toHaveLength(2 * asked);
        const balance = formatUsd(await readBalance(database.sql, resellerId));
        for (const events of watched) await untilTold(events, balance);
      }
    },
    async leave() {
      await Promise.all(members.map((member) => member.leave()));
    },
  };
}

async function join(service: RunningService, { services }: OpenedServices): Promise<Member> {
  const { resellerId, apiKey } = await givenReseller(services, { balanceUsd: '1000' });
  const socket = socketClient(service.url, apiKey);
  const headers = { authorization: `Bearer ${apiKey}` };
  const streams = createClient({ url: `${service.url}/graphql`, headers, retryAttempts: 0 });
  const streamed = collect<BalanceUpdatedSubscription>((sink) =>
    streams.subscribe<BalanceUpdatedSubscription>({ query: print(BalanceUpdatedDocument) }, sink as never),
  );
  const watched = [socket.follow(BalanceUpdatedDocument), streamed];
  for (const events of watched) await untilTold(events, '1000.00');
  return {
    resellerId,
    apiKey,
    watched,
    leave() {
      streamed.stop();
      return socket.close();
    },
  };
}

async function askAll(service: RunningService, { apiKey }: Member, round: number): Promise<string[]> {
  const rest = restClient(service.url, apiKey);
  const input = { ...ORDER, idempotencyKey: `graphql ${round}` };
  const answers = await Promise.all([
    rest.post('/v1/orders', ORDER, { 'idempotency-key': `rest ${round}` }),
    service.graphql(apiKey, PurchaseDocument, { input }),
    rest.get('/v1/balance'),
    service.graphql(apiKey, OrdersDocument, { first: 1 }),
  ]);
  const good = [/"proxies":\[/, /"__typename":"PurchaseSuccess"/, /"balance_usd":/, /"edges":\[/];
  return answers
    .map(({ status, text }, i) => (good[i]?.test(text) ? '' : `${status} ${text}`))
    .filter((failure) => failure !== '');
}

async function untilTold(events: Events<BalanceUpdatedSubscription>, balance: string): Promise<void> {
  for (;;) {
    const { data, errors } = await events.next();
    expect(errors).toBeUndefined();
    if (data?.balanceUpdated.balanceUsd === balance) return;
  }
}
