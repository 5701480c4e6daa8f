import { setTimeout } from 'node:timers/promises';
import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Config, SANDBOXED } from '../config/config.ts';
import type { TransportMetrics } from '../graphql/transports/connections.ts';
import { sharedRun } from '../kit/shared-run.ts';
import type { Live } from '../live/live.ts';
import { type Payment, PROVIDERS } from '../payments/payment.ts';
import { OPERATION_KINDS } from '../purchases/list-operations.ts';
import type { Ended, Services } from '../purchases/services.ts';
import type { Figures } from '../workers/messages.ts';
import {
  type MetricValue,
  OutboxAge,
  readApiDisabled,
  readBacklog,
  readBalances,
  readBooks,
  readConfiguredAccounts,
  readCorrections,
  readFailingJobs,
  readOldestAge,
  readOrders,
  readOutOfRefusals,
  readPayments,
  readRecentOperations,
  readStock,
  toLowBelow,
  toUpstreamBalances,
} from './metrics-of-database.ts';

/** In seconds: from the time that a list takes to the longest time that an upstream may take. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];
/**
 * How long a query for a metric is waited for. The other metrics are needed most when the database does not
 * answer.
 */
const READ_WITHIN_MS = 2_000;
/**
 * How old a reading of the database may be. Prometheus asks every 15 s or more seldom, so that several
 * servers of it, or people with a browser, cost the database no more than one.
 */
const READ_EVERY_MS = 10_000;
/**
 * Gauges of Node by type of resource have their sums besides, with names that Prometheus keeps for counters.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** What a pool of `pg` reports about itself. */
export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/**
 * The service's metrics, for Prometheus. Labels name kinds of things, never a reseller or an order.
 *
 * Each process counts what it has ended itself, after the commit, and an operation or a payment is ended once
 * in all processes: so the counters of all add up, and Prometheus knows that one begins at 0 again with its
 * process. What is counted between the last reading and the end of a process is lost: the books are exact.
 */
export class Metrics implements TransportMetrics {
  /** The figures of this process. */
  readonly #registry = new Registry();
  /** The figures that are read from the database, of all processes. */
  readonly #database = new Registry();
  readonly #all: () => Promise<string>;
  #clock: Services['clock'] | undefined;
  #read: { at: number; text: Promise<string> } | undefined;
  readonly #requests = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Requests by route and status, from their arrival to the end of their answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #calls = new Histogram({
    name: 'gateway_upstream_call_duration_seconds',
    help: 'Calls of upstreams by their outcome: done, out_of_stock, gone, refused or unknown.',
    labelNames: ['upstream', 'call', 'outcome'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #rateLimited = new Counter({
    name: 'gateway_rate_limited_total',
    help: 'Requests, sockets, event streams and subscriptions that were refused because their key or reseller had too many.',
    registers: [this.#registry],
  });
  readonly #displaced = new Counter({
    name: 'gateway_connections_displaced_total',
    help: 'Connections that were closed while idle, or refused, because there were too many, in all or of one network.',
    registers: [this.#registry],
  });
  readonly #delayed = new Counter({
    name: 'gateway_answers_delayed_total',
    help: 'Answers to requests without a valid credential that were late, because their network had too many of them.',
    registers: [this.#registry],
  });
  readonly #connections = new Gauge({
    name: 'gateway_connections',
    help: 'Clients that stay connected: WebSockets and event streams that are open.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  readonly #sales = new Counter({
    name: 'gateway_sales_total',
    help: 'Purchases, renewals and additions of traffic that were delivered. The source is where the order was bought.',
    labelNames: ['kind', 'tier', 'type', 'source'],
    registers: [this.#registry],
  });
  readonly #revenue = new Counter({
    name: 'gateway_sales_usd_total',
    help: 'What was charged for sales, in US dollars.',
    labelNames: ['kind', 'tier', 'type', 'source'],
    registers: [this.#registry],
  });
  readonly #costs = new Counter({
    name: 'gateway_sales_cost_usd_total',
    help: 'What the upstreams took for sales, in US dollars, as far as it was known when they were delivered.',
    labelNames: ['kind', 'tier', 'type', 'source'],
    registers: [this.#registry],
  });
  readonly #unknownCosts = new Counter({
    name: 'gateway_sales_cost_unknown_total',
    help: 'Sales whose cost was not known when they were delivered.',
    labelNames: ['kind', 'tier', 'type', 'source'],
    registers: [this.#registry],
  });
  readonly #refunds = new Counter({
    name: 'gateway_refunds_total',
    help: 'Operations that were not delivered and whose charge went back to the balance.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #refunded = new Counter({
    name: 'gateway_refunds_usd_total',
    help: 'What refunds gave back, in US dollars.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #credited = new Counter({
    name: 'gateway_payments_credited_total',
    help: 'Payments that came and were added to balances.',
    labelNames: ['provider'],
    registers: [this.#registry],
  });
  readonly #creditedUsd = new Counter({
    name: 'gateway_payments_credited_usd_total',
    help: 'What payments have added to balances, in US dollars.',
    labelNames: ['provider'],
    registers: [this.#registry],
  });
  readonly #jobFailures = new Counter({
    name: 'gateway_job_failures_total',
    help: 'Failed attempts of background work: of one piece, or of a whole round.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  /** `all`: the figures of all processes that serve together; those of this one when left out. */
  constructor(all?: () => Promise<string>) {
    this.#all = all ?? (() => this.#own());
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

  rateLimited(): void {
    this.#rateLimited.inc();
  }

  displaced(): void {
    this.#displaced.inc();
  }

  delayed(): void {
    this.#delayed.inc();
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

  /** Adds the metrics whose values are read at each request for the metrics. To be called once. */
  watch({
    services,
    live,
    pool,
    sandboxed = [],
  }: {
    services: Services;
    live: Live;
    pool: PoolFigures | undefined;
    sandboxed?: Config['sandboxed'];
  }): void {
    const gauge = (name: string, help: string, read: () => number, aggregator: Aggregator = 'sum') => {
      const made: Gauge = new Gauge({
        name,
        help,
        aggregator,
        registers: [this.#registry],
        collect: () => made.set(read()),
      });
    };
    this.#clock = services.clock;
    gauge(
      'gateway_subscriptions',
      'Subscriptions to orders, their traffic and balances.',
      () => live.subscribers,
    );
    gauge('gateway_events_waiting', 'Events behind others of their reseller.', () => live.waitingEvents);
    gauge(
      'gateway_database_connections',
      'Connections of the pools to the database, in use or idle.',
      () => pool?.totalCount ?? 0,
    );
    gauge('gateway_database_connections_idle', 'Those of them that are idle.', () => pool?.idleCount ?? 0);
    gauge(
      'gateway_database_waiting',
      'Work that waits for a connection of the pool, or for other work of its reseller.',
      () => pool?.waitingCount ?? 0,
    );
    gauge(
      'gateway_clock_ahead_seconds',
      'By how much the clock of this machine is ahead of the database’s; negative when it is behind.',
      () => (services.clock.aheadMs ?? 0) / 1_000,
      'max',
    );
    const up: Gauge = new Gauge({
      name: 'gateway_upstream_up',
      help: 'Whether an upstream answers: 1, or 0 from when any process has found it to be down until it has answered that process.',
      labelNames: ['upstream'],
      aggregator: 'min',
      registers: [this.#registry],
      collect() {
        const { term, traffic } = services;
        up.set({ upstream: 'px6' }, Number(!term.accounts.every((account) => term.isDown(account))));
        up.set({ upstream: 'dataimpulse' }, Number(!traffic.isDown()));
      },
    });
    const standIn = new Gauge({
      name: 'gateway_sandboxed',
      help: 'Whether the sandbox stands in, so that nothing bought or paid there is real: 1 or 0.',
      labelNames: ['provider'],
      aggregator: 'max',
      registers: [this.#registry],
    });
    for (const provider of SANDBOXED) standIn.set({ provider }, Number(sandboxed.includes(provider)));
    const events: Counter = new Counter({
      name: 'gateway_events_received_total',
      help: 'Events that this process has received, from all processes, about orders, traffic and balances.',
      registers: [this.#registry],
      collect() {
        events.reset();
        events.inc(live.eventsReceived);
      },
    });
    const refused: Counter = new Counter({
      name: 'gateway_upstream_reads_refused_total',
      help: 'Readings of orders at the traffic upstream that were refused because a reseller asked for too many at once.',
      registers: [this.#registry],
      collect() {
        refused.reset();
        refused.inc(services.reads.refused);
      },
    });
    this.#watchDatabase({
      name: 'gateway_backlog',
      help: 'Waiting work of all processes, counted up to 10,000: running operations, changes in doubt, sweeps, events, notices.',
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
    // Metrics are collected at the same time, so that those of the same rows read them once.
    const accounts = sharedRun(() => readConfiguredAccounts(services));
    this.#watchDatabase({
      name: 'gateway_upstream_balance',
      help: 'What is left on our accounts at the upstreams, as it was read last, in roubles, dollars or GB.',
      labelNames: ['upstream', 'account', 'unit'],
      read: async () => toUpstreamBalances(await accounts()),
    });
    this.#watchDatabase({
      name: 'gateway_upstream_balance_low_below',
      help: 'Below which a balance at an upstream lasts too few days, or is less than the fixed least, in its own unit.',
      labelNames: ['upstream', 'account', 'unit'],
      read: async () => toLowBelow(await accounts(), services.lowBalanceDays),
    });
    const corrections = sharedRun(() => readCorrections(services));
    this.#watchDatabase({
      name: 'gateway_corrections_total',
      help: 'Corrections of balances by the operator: adjustments, and refunds of operations that had settled.',
      labelNames: ['kind', 'direction'],
      read: async () => (await corrections()).map(({ labels, count: value }) => ({ labels, value })),
    });
    this.#watchDatabase({
      name: 'gateway_corrections_usd_total',
      help: 'What corrections have added to balances and taken from them, in US dollars.',
      labelNames: ['kind', 'direction'],
      read: async () => (await corrections()).map(({ labels, usd: value }) => ({ labels, value })),
    });
    this.#watchDatabase({
      name: 'gateway_api_disabled',
      help: 'Whether every request is refused with 503 because the operator or a restore has closed the API: 1 or 0.',
      read: () => readApiDisabled(services),
    });
    this.#watchDatabase({
      name: 'gateway_resellers_without_new_addresses',
      help: 'Resellers to whom so many allowed addresses were refused today that they get no new ones until tomorrow, UTC.',
      read: () => readOutOfRefusals(services),
    });
    this.#watchDatabase({
      name: 'gateway_oldest_operation_seconds',
      help: 'How long the oldest operation has been running, of all processes; 0 when none runs.',
      read: () => readOldestAge(services),
    });
    const outboxAge = new OutboxAge();
    this.#watchDatabase({
      name: 'gateway_outbox_age_seconds',
      help: 'How long the oldest event has waited since a reading first found it; 0 when none waits.',
      read: () => outboxAge.read(services),
    });
    this.#watchDatabase({
      name: 'gateway_balances_usd',
      help: 'What all resellers together can spend, in US dollars.',
      read: () => readBalances(services),
    });
    this.#watchDatabase({
      name: 'gateway_orders',
      help: 'Orders by the status that is filed, which follows their end within a minute.',
      labelNames: ['status'],
      read: () => readOrders(services),
    });
    this.#watchDatabase({
      name: 'gateway_stock',
      help: 'Proxies that the term upstream had free when it was last asked, in all countries together.',
      labelNames: ['upstream', 'product'],
      read: () => readStock(services),
    });
    const books = sharedRun(() => readBooks(services));
    this.#watchDatabase({
      name: 'gateway_ledger_verified_timestamp_seconds',
      help: 'When the ledger was verified last, by the service or the operator, since 1970; 0: never.',
      read: async () => (await books()).verifiedAt,
    });
    this.#watchDatabase({
      name: 'gateway_ledger_problems',
      help: 'What the last verifications of the ledger have found that does not add up.',
      read: async () => (await books()).problems,
    });
    this.#watchDatabase({
      name: 'gateway_reconcile_findings',
      help: 'What the upstreams had for us at the last reconciliation that differed from the books, and was left.',
      labelNames: ['kind'],
      read: async () => (await books()).findings,
    });
    this.#watchDatabase({
      name: 'gateway_payments',
      help: 'Payments that are not settled, up to 10,000 of each: open, uncredited, or refunding.',
      labelNames: ['provider', 'state'],
      read: () => readPayments(services),
    });
  }

  /**
   * Adds a gauge, or with a name of one a counter, that is read from the database. When the database does not
   * answer, it is left out and the others are reported.
   */
  #watchDatabase(options: {
    name: string;
    help: string;
    labelNames?: string[];
    read(): Promise<MetricValue[]>;
  }) {
    const { read, ...rest } = options;
    const described = {
      ...rest,
      registers: [this.#database],
      async collect() {
        const late = setTimeout(READ_WITHIN_MS, undefined, { ref: false });
        const readings = await Promise.race([read(), late]).catch(() => undefined);
        metric.reset();
        if (!readings && !rest.labelNames) metric.remove();
        for (const { labels, value } of readings ?? []) metric.inc(labels, value);
      },
    };
    const metric: Gauge | Counter = rest.name.endsWith('_total')
      ? new Counter(described)
      : new Gauge(described);
  }

  /** The content type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#all();
  }

  async #own(): Promise<string> {
    return (await Promise.all([this.#registry.metrics(), this.databaseFigures()])).join('\n');
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
}
