import { setTimeout } from 'node:timers/promises';
import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { TransportMetrics } from './graphql/transports/transport-metrics.ts';
import type { Live } from './live/live.ts';
import {
  type MetricValue,
  readBacklog,
  readFailingJobs,
  readOldestAge,
  readRecentOperations,
} from './metrics-of-database.ts';
import type { Services } from './purchases/services.ts';
import type { Figures } from './workers/messages.ts';

/** In seconds: from the time that a list takes to the longest time that an upstream may take. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];
/**
 * How long a query for a metric is waited for. The other metrics are needed most when the database does not
 * answer.
 */
const READ_WITHIN_MS = 2_000;

/** What a pool of `pg` reports about itself. */
export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** The service's metrics, for Prometheus. Labels name kinds of things, never a reseller or an order. */
export class Metrics implements TransportMetrics {
  /** The figures of this process. */
  readonly #registry = new Registry();
  /** The figures that are read from the database, of all processes. */
  readonly #database = new Registry();
  readonly #all: () => Promise<string>;
  readonly #requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Requests by route and status, from their arrival to the end of their answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #calls = new Histogram({
    name: 'gateway_upstream_call_seconds',
    help: 'Calls of upstreams by their outcome: done, out_of_stock, gone, refused or unknown.',
    labelNames: ['upstream', 'call', 'outcome'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #rateLimited = new Counter({
    name: 'gateway_rate_limited_total',
    help: 'Requests, sockets and event streams that were refused because their key had too many.',
    registers: [this.#registry],
  });
  readonly #connections = new Gauge({
    name: 'gateway_connections',
    help: 'Clients that stay connected: WebSockets and event streams that are open.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  /** `all`: the figures of all processes that serve together; those of this one when left out. */
  constructor(all?: () => Promise<string>) {
    this.#all = all ?? (() => this.#registry.metrics());
    collectDefaultMetrics({ register: this.#registry });
    for (const kind of ['socket', 'stream']) this.#connections.set({ kind }, 0);
  }

  answered(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.observe({ method, route, status: String(status) }, seconds);
    if (status === 429) this.rateLimited();
  }

  rateLimited(): void {
    this.#rateLimited.inc();
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

  /** Adds the metrics whose values are read at each request for the metrics. To be called once. */
  watch({ services, live, pool }: { services: Services; live: Live; pool: PoolFigures | undefined }): void {
    const gauge = (name: string, help: string, read: () => number, aggregator: Aggregator = 'sum') => {
      const made: Gauge = new Gauge({
        name,
        help,
        aggregator,
        registers: [this.#registry],
        collect: () => made.set(read()),
      });
    };
    gauge(
      'gateway_followers',
      'Subscriptions to orders, their traffic and balances.',
      () => live.subscribers,
    );
    gauge('gateway_pool_connections', 'Database connections of this process.', () => pool?.totalCount ?? 0);
    gauge('gateway_pool_idle', 'Idle database connections of this process.', () => pool?.idleCount ?? 0);
    gauge(
      'gateway_pool_waiting',
      'Requests that wait for a database connection.',
      () => pool?.waitingCount ?? 0,
    );
    gauge(
      'gateway_term_upstream_up',
      'Whether calls of the term upstream are let through.',
      () => Number(services.term.isUp()),
      'min',
    );
    gauge(
      'gateway_traffic_upstream_up',
      'Whether calls of the traffic upstream are let through.',
      () => Number(services.traffic.isUp()),
      'min',
    );
    const events: Counter = new Counter({
      name: 'gateway_changes_told_total',
      help: 'Events that this process has received, from all processes, about orders, traffic and balances.',
      registers: [this.#registry],
      collect() {
        events.reset();
        events.inc(live.eventsReceived);
      },
    });
    this.#watchDatabase({
      name: 'gateway_backlog',
      help: 'Waiting work of all processes: running operations, changes in doubt, sweeps, events, notices.',
      labelNames: ['what'],
      read: () => readBacklog(services),
    });
    this.#watchDatabase({
      name: 'gateway_failing_jobs',
      help: 'Pieces of background work whose last attempt failed, of all processes: retrying; stuck, which is a recovery that failed often and is still tried; or given_up until the operator has them retried.',
      // Prometheus itself calls the target "job".
      labelNames: ['kind', 'state'],
      read: () => readFailingJobs(services),
    });
    this.#watchDatabase({
      name: 'gateway_recent_operations',
      help: 'Operations that began within the last 5 minutes, of all processes.',
      labelNames: ['kind', 'state'],
      read: () => readRecentOperations(services),
    });
    this.#watchDatabase({
      name: 'gateway_oldest_operation_seconds',
      help: 'How long the oldest operation has been running, of all processes; 0 when none runs.',
      labelNames: [],
      read: () => readOldestAge(services),
    });
  }

  /**
   * Adds a gauge that is read from the database. When the database does not answer, this gauge is left out
   * and the others are reported.
   */
  #watchDatabase(options: {
    name: string;
    help: string;
    labelNames: string[];
    read(): Promise<MetricValue[]>;
  }) {
    const { read, ...rest } = options;
    const gauge: Gauge = new Gauge({
      ...rest,
      registers: [this.#database],
      async collect() {
        const late = setTimeout(READ_WITHIN_MS, undefined, { ref: false });
        const readings = await Promise.race([read(), late]).catch(() => undefined);
        gauge.reset();
        if (!readings && rest.labelNames.length === 0) gauge.remove();
        for (const { labels, value } of readings ?? []) gauge.set(labels, value);
      },
    });
  }

  /** The content type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    const [ofProcesses, ofDatabase] = await Promise.all([this.#all(), this.#database.metrics()]);
    return `${ofProcesses}\n${ofDatabase}`;
  }

  /** The figures of this process alone, to be added to those of others. */
  figures(): Promise<Figures> {
    return this.#registry.getMetricsAsJSON();
  }
}
