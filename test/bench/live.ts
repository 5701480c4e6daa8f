import { setTimeout } from 'node:timers/promises';
import { type Child, type Memory, startChild } from './child.ts';
import { type Environment, serviceOptions } from './environment.ts';
import { type Delivery, type LiveRound, printLive, type Stage } from './live-figures.ts';
import { type LuxuryResellers, openLuxuryResellers, SOCKETS_OF_RESELLER } from './luxury-resellers.ts';
import type { TrafficEvent } from './requests.ts';
import { emptyRateWindows } from './seed.ts';
import type { BareOptions } from './servers/bare-subscriptions.ts';
import type { Round, Sent } from './servers/live-service.ts';
import type { Arrived, Following } from './servers/subscribers.ts';

/** Rounds that are not measured, in which compilers and the database's plans warm up. */
const WARM_UP_ROUNDS = 3;
/**
 * Longer than the service waits before it looks for new events, so that a round can begin at any point of
 * that interval.
 */
const ROUNDS_APART_MS = 100;

interface LiveScale {
  rounds: number;
  /** For how long statements and calls are counted while nothing happens. */
  silenceSeconds: number;
}

/** A server, and the process of its subscribers. */
interface Contender {
  server: Child<{ url: string }>;
  subscribers: Child<unknown>;
  /** The server's memory before it had subscribers. */
  alone: Memory;
}
interface Contenders {
  service: Contender;
  bare: Contender;
}

/**
 * Measures the time from the upstream's change to every subscriber's event, beside a bare server that gets
 * the same changes: with one subscriber for each order, with five, and then with the consoles of the same
 * resellers instead.
 */
export async function measureLive(
  environment: Environment,
  { resellers, ...scale }: LiveScale & { resellers: number },
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const server: Contender['server'] = await startChild('live-service', serviceOptions(environment));
  opened.defer(() => server.stop());
  const luxuryResellers = await openLuxuryResellers(environment, server.ready.url, resellers);
  await emptyRateWindows(environment);
  const service = await startSubscribers(server, opened);
  const events = await follow(service, socketsOf(luxuryResellers, 0, 1));

  const bareOptions: BareOptions = { events };
  const bareServer: Contender['server'] = await startChild('bare-subscriptions', bareOptions);
  opened.defer(() => bareServer.stop());
  const bare = await startSubscribers(bareServer, opened);
  await follow(bare, socketsOf(luxuryResellers, 0, 1));

  const one = await runStage(luxuryResellers, { service, bare }, scale);
  await emptyRateWindows(environment);
  const others = socketsOf(luxuryResellers, 1, SOCKETS_OF_RESELLER);
  await follow(service, others);
  await follow(bare, others);
  const all = await runStage(luxuryResellers, { service, bare }, scale);

  await service.subscribers.stop();
  await bare.subscribers.stop();
  const { consoles } = luxuryResellers;
  const browsers = await startSubscribers(server, opened);
  await follow(browsers, consoles);
  // The bare server has nothing but the traffic of orders, and knows no sessions.
  const bareBrowsers = await startSubscribers(bareServer, opened);
  await follow(
    bareBrowsers,
    consoles.map(({ client, orderIds }) => ({ client, orderIds })),
  );
  const open = await runStage(luxuryResellers, { service: browsers, bare: bareBrowsers }, scale);
  printLive({ one, all, open, consoles: consoles.length });
}

/** Some of the sockets of each reseller. */
function socketsOf({ sockets }: LuxuryResellers, from: number, to: number): Following[] {
  return sockets.flatMap((ofReseller) => ofReseller.slice(from, to));
}

/** Starts a process for a server's subscribers, before there are any. */
async function startSubscribers(
  server: Contender['server'],
  opened: AsyncDisposableStack,
): Promise<Contender> {
  const subscribers: Child<unknown> = await startChild('subscribers', server.ready);
  opened.defer(() => subscribers.stop());
  return { server, subscribers, alone: await server.memory() };
}

/** Opens sockets, and returns the first event of each order. */
async function follow({ subscribers }: Contender, open: readonly Following[]): Promise<TrafficEvent[]> {
  const { events } = await subscribers.ask<Arrived>({ open });
  return events;
}

async function runStage(
  luxuryResellers: LuxuryResellers,
  contenders: Contenders,
  { rounds, silenceSeconds }: LiveScale,
): Promise<Stage> {
  const { service, bare } = contenders;
  await luxuryResellers.untilWatched();
  const taken: LiveRound[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    const measured = await runRound(luxuryResellers, contenders);
    if (round >= WARM_UP_ROUNDS) taken.push(measured);
  }
  const before = await service.server.ask<Sent>('sent');
  await setTimeout(silenceSeconds * 1_000);
  return {
    subscribers: taken[0]?.service.times.length ?? 0,
    rounds: taken,
    silence: { sent: since(before, await service.server.ask<Sent>('sent')), seconds: silenceSeconds },
    memory: { service: await grownBy(service), bare: await grownBy(bare) },
  };
}

async function grownBy({ server, alone }: Contender): Promise<Memory> {
  const { used, resident } = await server.memory();
  return { used: used - alone.used, resident: resident - alone.resident };
}

/**
 * The upstream counts more traffic for every order, the service reads it, and the bare server gets the
 * result.
 */
async function runRound(luxuryResellers: LuxuryResellers, { service, bare }: Contenders): Promise<LiveRound> {
  await luxuryResellers.useTraffic();
  await setTimeout(Math.random() * ROUNDS_APART_MS);
  const sentBefore = await service.server.ask<Sent>('sent');
  let events: TrafficEvent[] = [];
  const ofService = await measure(service, async () => {
    const { readAt, changed } = await service.server.ask<Round>('round');
    if (changed !== luxuryResellers.orderCount)
      throw new Error(`${changed} orders have changed instead of ${luxuryResellers.orderCount}`);
    const arrived = await service.subscribers.ask<Arrived>('events');
    events = arrived.events;
    return { at: arrived.at, changedAt: readAt };
  });
  const sent = since(sentBefore, await service.server.ask<Sent>('sent'));
  luxuryResellers.check(events);
  const ofBare = await measure(bare, async () => {
    const knownAt = await bare.server.ask<number>(events);
    return { at: (await bare.subscribers.ask<Arrived>('events')).at, changedAt: knownAt };
  });
  return { service: ofService, bare: ofBare, sent };
}

async function measure(
  { server }: Contender,
  work: () => Promise<{ at: Float64Array; changedAt: number }>,
): Promise<Delivery> {
  const before = await server.cpuMillis();
  const { at, changedAt } = await work();
  const cpuMillis = (await server.cpuMillis()) - before;
  return { times: at.map((time) => time - changedAt), cpuMillis };
}

function since(before: Sent, after: Sent): Sent {
  return {
    statements: after.statements - before.statements,
    byTheClock: after.byTheClock - before.byTheClock,
    upstreamCalls: after.upstreamCalls - before.upstreamCalls,
  };
}
