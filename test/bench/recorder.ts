import { pino } from 'pino';
import { openServices } from '../../src/app/domain.ts';
import { ENTITIES } from '../../src/app/entities.ts';
import { createHttpHost } from '../../src/http/host.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { openLive } from '../../src/live/live.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import type { Environment } from './environment.ts';
import type { Statement } from './template.ts';

/** A statement that the service has sent. BEGIN and COMMIT are statements of their transaction, too. */
export interface SentStatement extends Statement {
  /** Which transaction it was sent in; undefined when it was a statement by itself. */
  transaction: number | undefined;
  /** The rows of its answer, as lists of their columns. */
  rows: unknown[][];
}

/** The service in this process, with its statements recorded. */
export interface RecordedService {
  url: string;
  /** Does the work and returns the statements that were sent meanwhile, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]>;
  close(): Promise<void>;
}

interface PgResult {
  fields: { name: string }[];
  rows: (Record<string, unknown> | unknown[])[];
}
interface PgClient {
  query(...args: unknown[]): unknown;
}
interface PgPool {
  on(event: 'connect', listener: (client: PgClient) => void): void;
}

export async function startRecordedService(environment: Environment): Promise<RecordedService> {
  let statements: SentStatement[] = [];
  let transactions = 0;
  const listen = (client: PgClient) => {
    const query = client.query.bind(client);
    let transaction: number | undefined;
    client.query = (...args) => {
      const statement = statementIn(args);
      if (BEGINS.test(statement.text)) transaction = ++transactions;
      const sent: SentStatement = { ...statement, transaction, rows: [] };
      if (ENDS.test(statement.text)) transaction = undefined;
      statements.push(sent);
      const answer = query(...args);
      if (answer instanceof Promise) {
        answer.then(
          (result: PgResult) => {
            sent.rows = rowsOf(result);
          },
          () => {},
        );
      }
      return answer;
    };
  };
  const log = pino({ level: 'warn' }, pino.destination(2));
  const metrics = new Metrics();
  const opened = await openServices(
    { ...environment, credentialsKeys: [environment.credentialsKey], publicUrl: 'http://127.0.0.1' },
    log,
    metrics,
  );
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
      const sent = statements;
      statements = []; // What is sent from now on was not sent by this work.
      return sent;
    },
    async close() {
      await host.close();
      await closeLive();
      await database.close();
      await opened.close();
    },
  };
}

const BEGINS = /^(?:begin|start transaction)\b/i;
const ENDS = /^(?:commit|rollback)\b(?! to)/i;

/** The statement in the arguments of pg's `query`, which takes it in two forms. */
function statementIn([first, second]: unknown[]): Statement {
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
  return { text, values: Array.isArray(values) ? values : [] };
}

function rowsOf({ fields, rows }: PgResult): unknown[][] {
  return rows.map((row) => (Array.isArray(row) ? row : fields.map(({ name }) => row[name])));
}
