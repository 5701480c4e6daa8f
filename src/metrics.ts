import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Live } from './live/live.ts';
import type { Services } from './purchases/services.ts';

/** In seconds: from what a list takes to the most that an upstream may. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];

/** What the pool of `pg` tells of itself. */
export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** What is measured of the service, for Prometheus. Labels name kinds of things, never a reseller or an order. */
export class Metrics {
  readonly #registry = new Registry();
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
    help: 'Requests that were refused because their key had made too many.',
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  answered(request: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = request;
    this.#requests.observe({ method, route, status: String(status) }, seconds);
    if (status === 429) this.#rateLimited.inc();
  }

  called(call: { upstream: string; call: string; outcome: string; seconds: number }): void {
    const { seconds, ...labels } = call;
    this.#calls.observe(labels, seconds);
  }

  /** Adds what is read when it is asked for. To be called once. */
  watch({ services, live, pool }: { services: Services; live: Live; pool: PoolFigures | undefined }): void {
    const gauge = (name: string, help: string, read: () => number) => {
      const made: Gauge = new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect: () => made.set(read()),
      });
    };
    gauge(
      'gateway_followers',
      'Subscriptions that follow an order, its traffic or a balance.',
      () => live.followers,
    );
    gauge('gateway_pool_connections', 'Database connections of this process.', () => pool?.totalCount ?? 0);
    gauge('gateway_pool_idle', 'Those of them that nobody uses.', () => pool?.idleCount ?? 0);
    gauge(
      'gateway_pool_waiting',
      'Requests that wait for a database connection.',
      () => pool?.waitingCount ?? 0,
    );
    gauge('gateway_term_upstream_up', 'Whether calls of the term upstream are let through.', () =>
      Number(services.term.isUp()),
    );
    gauge('gateway_traffic_upstream_up', 'Whether calls of the traffic upstream are let through.', () =>
      Number(services.traffic.isUp()),
    );
    const backlog: Gauge<'what'> = new Gauge({
      name: 'gateway_backlog',
      help: 'What waits in the database, of all processes: operations that run, changes in doubt, sweeps that are due, events to be told, notices to be sent.',
      labelNames: ['what'],
      registers: [this.#registry],
      collect: async () => {
        for (const { what, count } of await readBacklog(services)) backlog.set({ what }, count);
      },
    });
    const age: Gauge = new Gauge({
      name: 'gateway_oldest_operation_seconds',
      help: 'How long the oldest operation has been running; 0 when none runs.',
      registers: [this.#registry],
      collect: async () => age.set(await readOldestAge(services)),
    });
  }

  /** In Prometheus's text format. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

async function readBacklog({ database, clock }: Services): Promise<{ what: string; count: number }[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'operations' as what, count(*)::int from operations where state = 'running'
    union all select 'doubts', count(*)::int from luxury_settings where change_token is not null
    union all select 'sweeps', count(*)::int from sweeps where due_at <= ${clock.now()}
    union all select 'events', count(*)::int from outbox
    union all select 'notices', count(*)::int from notices where sent_at is null`.execute(database.sql);
  return rows;
}

async function readOldestAge({ database, clock }: Services): Promise<number> {
  const { rows } = await sql<{ created_at: string | null }>`
    select min(created_at) as created_at from operations where state = 'running'`.execute(database.sql);
  const [row] = rows;
  return row?.created_at ? (clock.now().getTime() - new Date(row.created_at).getTime()) / 1_000 : 0;
}
