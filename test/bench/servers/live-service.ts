import { subscribe } from 'node:diagnostics_channel';
import { Client } from 'pg';
import { CONNECTION_NAME } from '../../../src/events/events.ts';
import { UsageReader } from '../../../src/luxury/usage-reader.ts';
import { instant } from '../instant.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import { serveParent } from './serve-parent.ts';

/** The service's own interval. Rounds come on request instead, and none may find the lease lapsed. */
const POLL_SECONDS = 5;

/**
 * `round`: reads the upstream once, as the service does every few seconds. `sent`: asks what the process has
 * sent so far.
 */
type LiveQuestion = 'round' | 'sent';

export interface Round {
  /** When the upstream's answer had been read and not yet parsed; by `instant`. */
  readAt: number;
  /** The number of orders whose usage has grown. */
  changed: number;
}

export interface Sent {
  /** SQL statements, without those of timers. */
  statements: number;
  /** SQL statements of timers, sent whatever happens. */
  byTheClock: number;
  /** HTTP requests: the process sends them to upstreams only. */
  upstreamCalls: number;
}

/** The statements of timers over the pool: they check the keys of open sockets, and write what is watched. */
const BY_THE_CLOCK = /with ordinality|(insert into|delete from) "?watchers/;

/**
 * The service with the job that reads usage, whose rounds run at the benchmark's request instead of by the
 * clock.
 */
await serveParent<ServiceOptions, LiveQuestion>(async (options) => {
  const sent: Sent = { statements: 0, byTheClock: 0, upstreamCalls: 0 };
  let readAt = Number.NaN;
  countStatements((text, connection) => {
    // Over this connection a timer looks for events.
    sent[BY_THE_CLOCK.test(text) || connection === CONNECTION_NAME ? 'byTheClock' : 'statements'] += 1;
  });
  subscribe('undici:request:create', () => {
    sent.upstreamCalls += 1;
  });
  subscribe('undici:request:trailers', () => {
    // The time is that of the page with the orders; the next page is read only to see that it is empty.
    if (Number.isNaN(readAt)) readAt = instant();
  });
  const { url, services, close } = await openService(options);
  const usage = new UsageReader(services, POLL_SECONDS);
  return {
    ready: { url },
    async answer(question): Promise<Round | Sent> {
      if (question === 'sent') return sent;
      readAt = Number.NaN;
      const { changed } = await usage.round();
      return { readAt, changed };
    },
    async close() {
      await usage.close();
      await close();
    },
  };
});

interface Connection {
  connectionParameters: { application_name: string };
  query(...args: unknown[]): unknown;
}

/** Calls back for every statement of this process, with the name of its connection. */
function countStatements(onStatement: (text: string, connection: string) => void): void {
  const prototype = Client.prototype as unknown as Connection;
  const { query } = prototype;
  prototype.query = function (this: Connection, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '');
    onStatement(text, this.connectionParameters.application_name);
    return Reflect.apply(query, this, args);
  };
}
