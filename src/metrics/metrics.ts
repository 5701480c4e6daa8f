import { setTimeout } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Config, SANDBOXED } from '../config/config.ts';
import type { Events } from '../events/events.ts';
import type { TransportMetrics } from '../graphql/transports/connections.ts';
import type { ReadFrom } from '../kit/copies.ts';
import type { Live } from '../live/live.ts';
import { type Payment, PROVIDERS } from '../payments/payment.ts';
import { OPERATION_KINDS } from '../purchases/list-operations.ts';
import type { Ended, Services } from '../purchases/services.ts';
import type { Figures } from '../workers/link.ts';
import { alone, databaseMetrics, type ReadMetrics } from './metrics-of-database.ts';

/** In seconds: from the time that a list takes to the longest time that an upstream may take. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];
/** How long a query is waited for: without the database the other metrics are needed most. */
const READ_WITHIN_MS = 2_000;
/** So that several servers of Prometheus, or people, cost the database no more than one. */
const READ_EVERY_MS = 10_000;
/** Gauges of Node that are sums of others and have names which Prometheus keeps for counters. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
const LABELS_OF_SALES = ['kind', 'tier', 'type', 'source'];

export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface Watched {
  services: Services;
  live: Live;
  events: Pick<Events, 'lagSeconds'>;
  /** Undefined where there is none. */
  bot?: { readonly lagSeconds: number } | undefined;
  pool: PoolFigures | undefined;
}

/**
 * The service's metrics, for Prometheus. Labels name kinds of things, never a reseller or an order.
 *
 * Each process counts what it has ended itself, after the commit, and an operation or a payment is ended once
 * in all processes: so the counters of all add up, and Prometheus knows that one begins at 0 again with its
 * process. What is counted between the last reading and the end of a process is lost: the books are exact.
 */
export class Metrics implements TransportMetrics {
  readonly #registry = new Registry();
  /** The figures that are read from the database, of all processes. */
  readonly #database = new Registry();
  /** The figures of all processes that serve together. */
  readonly text: () => Promise<string>;
  #clock: Services['clock'] | undefined;
  #read: { at: number; text: Promise<string> } | undefined;
  readonly #requests = this.#histogram(
    'gateway_request_duration_seconds',
    'Requests by route and status, from their arrival to the end of their answer.',
    ['method', 'route', 'status'],
  );
  readonly #calls = this.#histogram(
    'gateway_upstream_call_duration_seconds',
    'Calls of upstreams by their outcome: done, out_of_stock, gone, refused or unknown.',
    ['upstream', 'call', 'outcome'],
  );
  readonly rateLimited = this.#counting(
    'gateway_rate_limited_total',
    'Requests, sockets, event streams and subscriptions that were refused because their key or reseller had too many.',
  );
  readonly displaced = this.#counting(
    'gateway_connections_displaced_total',
    'Connections that were closed while idle, or refused, because there were too many, in all or of one network.',
  );
  readonly delayed = this.#counting(
    'gateway_answers_delayed_total',
    'Answers to requests without a valid credential that were late, because their network had too many of them.',
  );
  readonly #reads = this.#counter(
    'gateway_copy_reads_total',
    'Reads for copies of the database, by where they were answered: by a copy, or by the primary because a copy was behind or none was there.',
    ['from'],
  );
  readonly #connections = new Gauge({
    name: 'gateway_connections',
    help: 'Clients that stay connected: WebSockets and event streams that are open.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #sales = this.#counter(
    'gateway_sales_total',
    'Purchases, renewals and additions of traffic that were delivered. The source is where the order was bought.',
    LABELS_OF_SALES,
  );
  readonly #revenue = this.#counter(
    'gateway_sales_usd_total',
    'What was charged for sales, in US dollars.',
    LABELS_OF_SALES,
  );
  readonly #costs = this.#counter(
    'gateway_sales_cost_usd_total',
    'What the upstreams took for sales, in US dollars, as far as it was known when they were delivered.',
    LABELS_OF_SALES,
  );
  readonly #unknownCosts = this.#counter(
    'gateway_sales_cost_unknown_total',
    'Sales whose cost was not known when they were delivered.',
    LABELS_OF_SALES,
  );
  readonly #refunds = this.#counter(
    'gateway_refunds_total',
    'Operations that were not delivered and whose charge went back to the balance.',
    ['kind'],
  );
  readonly #refunded = this.#counter('gateway_refunds_usd_total', 'What refunds gave back, in US dollars.', [
    'kind',
  ]);
  readonly #credited = this.#counter(
    'gateway_payments_credited_total',
    'Payments that came and were added to balances.',
    ['provider'],
  );
  readonly #creditedUsd = this.#counter(
    'gateway_payments_credited_usd_total',
    'What payments have added to balances, in US dollars.',
    ['provider'],
  );
  readonly #jobFailures = this.#counter(
    'gateway_job_failures_total',
    'Failed attempts of background work: of one piece, or of a whole round.',
    ['kind'],
  );

  /** `text` reads the figures of all processes; those of this one when left out. */
  constructor(text?: () => Promise<string>) {
    const own = async () =>
      (await Promise.all([this.#registry.metrics(), this.databaseFigures()])).join('\n');
    this.text = text ?? own;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    for (const kind of ['socket', 'stream']) this.#connections.set({ kind }, 0);
    // Otherwise the first payment, or refund of a kind, would not be an increase.
    for (const provider of PROVIDERS) {
      this.#credited.inc({ provider }, 0);
      this.#creditedUsd.inc({ provider }, 0);
    }
    for (const kind of OPERATION_KINDS) {
      this.#refunds.inc({ kind }, 0);
      this.#refunded.inc({ kind }, 0);
    }
  }

  answered(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.observe({ method, route, status: String(status) }, seconds);
    if (status === 429) this.rateLimited();
  }

  readFrom(from: ReadFrom): void {
    this.#reads.inc({ from });
  }

  opened(kind: 'socket' | 'stream'): void {
    this.#connections.inc({ kind });
  }

  closed(kind: 'socket' | 'stream'): void {
    this.#connections.dec({ kind });
  }

  called(call: { upstream: string; call: string; outcome: string; seconds: number }): void {
    const { seconds, ...labels } = call;
    this.#calls.observe(labels, seconds);
  }

  ended({ kind, amount, sold }: Ended): void {
    const usd = Number(amount) / 1_000_000;
    if (sold) {
      const { order, cost } = sold;
      const labels = { kind, tier: order.tier, type: order.type, source: order.source };
      this.#sales.inc(labels);
      this.#revenue.inc(labels, usd);
      // Every product that was sold has both, so that the first unknown cost is an increase.
      this.#costs.inc(labels, Number(cost ?? 0n) / 1_000_000);
      this.#unknownCosts.inc(labels, cost === undefined ? 1 : 0);
    } else {
      this.#refunds.inc({ kind });
      this.#refunded.inc({ kind }, usd);
    }
  }

  credited({ provider, amount }: Pick<Payment, 'provider' | 'amount'>): void {
    this.#credited.inc({ provider });
    this.#creditedUsd.inc({ provider }, Number(amount) / 1_000_000);
  }

  /** Has the failures of these jobs counted from 0, so that the first of each is an increase. */
  expectJobs(kinds: readonly string[]): void {
    for (const kind of kinds) this.#jobFailures.inc({ kind }, 0);
  }

  jobFailed(kind: string): void {
    this.#jobFailures.inc({ kind });
  }

  /**
   * Adds the metrics whose values are read at each request for the metrics. To be called once, with what is
   * of no reseller and then the cells by their numbers.
   */
  watch(parts: readonly [Watched, ...Watched[]], sandboxed: Config['sandboxed'] = []): void {
    this.#clock = parts[0].services.clock;
    addRead(processMetrics(parts, sandboxed), this.#registry);
    addRead(inCells(parts.map(({ services }) => databaseMetrics(services))), this.#database);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** What this process reads from the database, not more often than it is worth reading. */
  databaseFigures(): Promise<string> {
    const now = this.#clock?.now().getTime() ?? 0;
    if (!this.#read || now - this.#read.at >= READ_EVERY_MS)
      this.#read = { at: now, text: this.#database.metrics() };
    return this.#read.text;
  }

  /** The figures of this process alone, to be added to those of others. */
  figures(): Promise<Figures> {
    return this.#registry.getMetricsAsJSON();
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #counting(name: string, help: string): () => void {
    const counter = this.#counter(name, help);
    return () => counter.inc();
  }

  #histogram(name: string, help: string, labelNames: string[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.#registry] });
  }
}

/** What a process reads of itself. Those of several processes are added up, unless a row says otherwise. */
function processMetrics(
  parts: readonly [Watched, ...Watched[]],
  sandboxed: Config['sandboxed'],
): ReadMetrics {
  const { term, traffic, clock, reads } = parts[0].services;
  const sum = (read: (part: Watched) => number) => alone(parts.reduce((all, part) => all + read(part), 0));
  const longest = (read: (part: Watched) => number) => alone(Math.max(...parts.map(read)));
  return {
    gateway_subscriptions: {
      help: 'Subscriptions to orders, their traffic and balances.',
      read: () => sum(({ live }) => live.subscribers),
    },
    gateway_events_waiting: {
      help: 'Events behind others of their reseller.',
      read: () => sum(({ live }) => live.waitingEvents),
    },
    gateway_event_lag_seconds: {
      help: 'How long ago a process last looked for events to push; the longest of all.',
      aggregator: 'max',
      read: () => longest(({ events }) => events.lagSeconds),
    },
    gateway_chat_lag_seconds: {
      help: 'How long the oldest event that the chat has to tell has been waiting; the longest of all processes.',
      aggregator: 'max',
      read: () => longest(({ bot }) => bot?.lagSeconds ?? 0),
    },
    gateway_database_connections: {
      help: 'Connections of the pools to the database, in use or idle.',
      read: () => sum(({ pool }) => pool?.totalCount ?? 0),
    },
    gateway_database_connections_idle: {
      help: 'Those of them that are idle.',
      read: () => sum(({ pool }) => pool?.idleCount ?? 0),
    },
    gateway_database_waiting: {
      help: 'Work that waits for a connection of the pool, or for other work of its reseller.',
      read: () => sum(({ pool }) => pool?.waitingCount ?? 0),
    },
    gateway_clock_ahead_seconds: {
      help: 'By how much the clock of this machine is ahead of the database’s; negative when it is behind.',
      aggregator: 'max',
      read: () => alone((clock.aheadMs ?? 0) / 1_000),
    },
    gateway_upstream_up: {
      help: 'Whether an upstream answers: 1, or 0 from when any process has found it to be down until it has answered that process.',
      labelNames: ['upstream'],
      aggregator: 'min',
      read() {
        const isTermDown = term.accounts.every((account) => term.isDown(account));
        return [
          { labels: { upstream: 'px6' }, value: Number(!isTermDown) },
          { labels: { upstream: 'dataimpulse' }, value: Number(!traffic.isDown()) },
        ];
      },
    },
    gateway_sandboxed: {
      help: 'Whether the sandbox stands in, so that nothing bought or paid there is real: 1 or 0.',
      labelNames: ['provider'],
      aggregator: 'max',
      read: () =>
        SANDBOXED.map((provider) => ({ labels: { provider }, value: Number(sandboxed.includes(provider)) })),
    },
    gateway_events_received_total: {
      help: 'Events that this process has received, from all processes, about orders, traffic and balances.',
      read: () => sum(({ live }) => live.eventsReceived),
    },
    gateway_upstream_reads_refused_total: {
      help: 'Readings of orders at the traffic upstream that were refused because a reseller asked for too many at once.',
      read: () => alone(reads.refused),
    },
  };
}

/** What each cell has, by its number; 0 is what is of no reseller. A cell that is away is left out. */
function inCells([home = {}, ...cells]: readonly ReadMetrics[]): ReadMetrics {
  if (cells.length === 0) return home;
  const names = Object.entries(home);
  return Object.fromEntries(
    names.map(([name, { labelNames = [], ...described }]) => {
      const read = async () => {
        const readings = [home, ...cells].map(async (metrics, cell) => {
          const own = await metrics[name]?.read();
          return (
            own?.map(({ labels, value }) => ({ labels: { ...labels, cell: String(cell) }, value })) ?? []
          );
        });
        const settled = await Promise.allSettled(readings);
        return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      };
      return [name, { ...described, labelNames: [...labelNames, 'cell'], read }];
    }),
  );
}

/** Gauges, or counters by their names. What cannot be read in time is left out. */
function addRead(metrics: ReadMetrics, registry: Registry): void {
  for (const [name, { read, ...described }] of Object.entries(metrics)) {
    const options = {
      ...described,
      name,
      registers: [registry],
      async collect() {
        const late = setTimeout(READ_WITHIN_MS, undefined, { ref: false });
        const readings = await Promise.race([read(), late]).catch(() => undefined);
        metric.reset();
        if (!readings && !described.labelNames) metric.remove();
        for (const { labels, value } of readings ?? []) metric.inc(labels, value);
      },
    };
    const metric: Gauge | Counter = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
  }
}
