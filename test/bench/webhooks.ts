import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { startChild } from './child.ts';
import { type Environment, serviceOptions } from './environment.ts';
import { percentile, printTable } from './figures.ts';
import { type SeededReseller, seedReseller } from './seed.ts';
import type { Arrivals } from './servers/webhook-receivers.ts';

const RESELLERS = 10;
/** Of all resellers together. */
const EVENTS_PER_SECOND = 500;
/** Each connection commits an event so often, in milliseconds. */
const EVERY_MS = 20;
const WARM_UP_SECONDS = 5;
/** Longer than an attempt. */
const SETTLED_MS = 17_000;

interface Round {
  /** In milliseconds, from the instant of an event until its request arrives. */
  latencies: number[];
  cpuMillis: number;
  hung: number;
}

/** Measures how long after its commit an event is at a webhook, with all well, and with one that hangs. */
export async function measureWebhooks(
  environment: Environment,
  { seconds }: { seconds: number },
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const receivers = await startChild<{ url: string }>('webhook-receivers', {});
  opened.defer(() => receivers.stop());
  const service = await startChild<{ url: string }>('webhook-service', serviceOptions(environment));
  opened.defer(() => service.stop());
  const resellers: SeededReseller[] = [];
  while (resellers.length < RESELLERS) resellers.push(await seedReseller(environment, 1));
  for (const [place, { keys }] of resellers.entries())
    await createWebhook(service.ready.url, keys[0]?.apiKey ?? '', `${receivers.ready.url}/${place}`);
  const clients = await Promise.all(
    resellers.map(async () => {
      const client = new Client(environment.databaseUrl);
      await client.connect();
      opened.defer(() => client.end());
      return client;
    }),
  );

  const round = async (forSeconds: number): Promise<Round> => {
    await receivers.ask('arrived');
    const before = await service.cpuMillis();
    await commit(clients, resellers, forSeconds);
    await setTimeout(2_000);
    const { latencies, hung } = await receivers.ask<Arrivals>('arrived');
    return { latencies, cpuMillis: (await service.cpuMillis()) - before, hung };
  };
  /** Until nothing has come for some seconds: one that has hung gets what it has missed. */
  const settled = async () => {
    do await setTimeout(SETTLED_MS);
    while ((await receivers.ask<Arrivals>('arrived')).latencies.length > 0);
  };
  // Half of it before and half behind, since tables grow from the first to the last.
  await round(WARM_UP_SECONDS);
  const before = await round(seconds / 2);
  await receivers.ask('hang');
  await round(WARM_UP_SECONDS);
  const hanging = await round(seconds);
  await receivers.ask('answer');
  await settled();
  const behind = await round(seconds / 2);
  const well: Round = {
    latencies: [...before.latencies, ...behind.latencies],
    cpuMillis: before.cpuMillis + behind.cpuMillis,
    hung: before.hung + behind.hung,
  };
  const row = (name: string, { latencies, cpuMillis, hung }: Round) => [
    name,
    String(latencies.length),
    String(hung),
    ...[0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(0)),
    (cpuMillis / latencies.length).toFixed(3),
  ];
  printTable(
    `Events at webhooks, ${EVENTS_PER_SECOND} a second of ${RESELLERS} resellers, in ms after the instant of each`,
    [
      ['', 'arrived', 'hung', 'p50', 'p99', 'max', 'CPU for each'],
      row('all answer, before and behind', well),
      row('one of ten hangs: the others', hanging),
      [
        'p99 with one that hangs, to that without',
        '',
        '',
        '',
        (percentile(hanging.latencies, 0.99) / percentile(well.latencies, 0.99)).toFixed(2),
        '',
        '',
      ],
    ],
  );
}

/** Each connection commits events of one reseller, one after the other, by the clock. */
async function commit(clients: readonly Client[], resellers: readonly SeededReseller[], seconds: number) {
  const count = (seconds * EVENTS_PER_SECOND) / RESELLERS;
  await Promise.all(
    clients.map(async (client, place) => {
      const begun = performance.now() + (place * EVERY_MS) / clients.length;
      for (let done = 0; done < count; done++) {
        await setTimeout(Math.max(0, begun + done * EVERY_MS - performance.now()));
        await client.query({
          name: 'event',
          text: `select write_event($1, 'key.changed', 'api', $2, 0, null, '{"key":{"id":1,"name":null,"prefix":"prk_abcd"}}')`,
          values: [resellers[place]?.resellerId, new Date()],
        });
      }
    }),
  );
}

async function createWebhook(serviceUrl: string, apiKey: string, url: string): Promise<void> {
  const query =
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename ... on Error { message } } }';
  const response = await fetch(`${serviceUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { url } } }),
  });
  const text = await response.text();
  if (!text.includes('CreateWebhookSuccess')) throw new Error(text);
}
