import { pino } from 'pino';
import { ENTITIES } from '../../src/entities.ts';
import { createHttpHost } from '../../src/http-host.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { openLive } from '../../src/live/live.ts';
import { Metrics } from '../../src/metrics.ts';
import { openServices } from '../../src/services.ts';
import type { Environment } from './environment.ts';
import type { Statement } from './template.ts';

/** The service in this process, with its statements recorded. */
export interface RecordedService {
  url: string;
  /** Does the work and returns the statements that were sent meanwhile, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
  close(): Promise<void>;
}

interface PgClient {
  query(...args: unknown[]): unknown;
}
interface PgPool {
  on(event: 'connect', listener: (client: PgClient) => void): void;
}

export async function startRecordedService(environment: Environment): Promise<RecordedService> {
  let statements: Statement[] = [];
  const listen = (client: PgClient) => {
    const query = client.query.bind(client);
    client.query = (...args) => {
      const [text, values] = args;
      if (typeof text === 'string') statements.push({ text, values: Array.isArray(values) ? values : [] });
      return query(...args);
    };
  };
  const log = pino({ level: 'warn' }, pino.destination(2));
  const metrics = new Metrics();
  const opened = await openServices(environment, log, metrics);
  const database = await openDatabase({
    url: environment.databaseUrl,
    entities: ENTITIES,
    onPoolCreated: (pool) => (pool as PgPool).on('connect', listen),
  });
  const services = { ...opened.services, database };
  const { live, close: closeLive } = await openLive({ databaseUrl: environment.databaseUrl, services, log });
  const host = createHttpHost(services, live, { trustedProxyHops: 0 }, log, metrics);
  const url = await host.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async statementsOf(work) {
      statements = [];
      await work();
      return statements;
    },
    async close() {
      await host.close();
      await closeLive();
      await database.close();
      await opened.close();
    },
  };
}
