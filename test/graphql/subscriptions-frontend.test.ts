import {
  type Client,
  createClient,
  type ExecutionResult,
  fetchExchange,
  subscriptionExchange,
} from '@urql/core';
import { createClient as createSocketClient, type Client as Socket } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketUrl } from '../support/sockets.ts';
import {
  BalanceUpdatedDocument,
  OrderUpdatedDocument,
  PurchaseDocument,
  RenewDocument,
} from './generated/graphql.ts';

let service: RunningService;
let socket: Socket;
let client: Client;

/** Set up like a frontend: requests over HTTP, subscriptions over a socket, types from the schema. */
beforeAll(async () => {
  service = await startService();
  const { apiKey } = await givenReseller(service.services);
  const authorization = `Bearer ${apiKey}`;
  socket = createSocketClient({
    url: socketUrl(service.url),
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
  });
  client = createClient({
    url: `${service.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe(
              { query, variables: { ...variables } },
              { ...sink, next: (result) => sink.next(result as ExecutionResult) },
            ),
          }),
        }),
      }),
    ],
  });
});

afterAll(async () => {
  await socket.dispose();
  await service.close();
});

test('a frontend buys, follows its order and its balance, and sees what it changes', async () => {
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  const bought = await client.mutation(PurchaseDocument, { input });
  if (bought.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(bought.data));
  const orderId = bought.data.purchase.order.id;

  const ends: (string | null | undefined)[] = [];
  const balances: (string | undefined)[] = [];
  const order = client.subscription(OrderUpdatedDocument, { orderId }).subscribe(({ data }) => {
    ends.push(data?.orderUpdated.expiresAt);
  });
  const balance = client.subscription(BalanceUpdatedDocument, {}).subscribe(({ data }) => {
    balances.push(data?.balanceUpdated.balanceUsd);
  });
  await expect.poll(() => [ends.length, balances.length]).toEqual([1, 1]);

  const renewed = await client.mutation(RenewDocument, { input: { orderId, period: '7d' } });
  if (renewed.data?.renew.__typename !== 'RenewSuccess') throw new Error(JSON.stringify(renewed.data));
  await expect.poll(() => ends.at(-1)).toBe(renewed.data.renew.order.expiresAt);
  await expect.poll(() => balances.length).toBe(2);
  order.unsubscribe();
  balance.unsubscribe();
  await expect.poll(() => service.live.subscribers).toBe(0);
});
