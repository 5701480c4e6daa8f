import { subscribe } from 'node:diagnostics_channel';
import { Client } from 'pg';
import { UsageReader } from '../../../src/luxury/usage-reader.ts';
import { instant } from '../instant.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import { serveParent } from './serve-parent.ts';

/** The service's own; rounds come when they are asked for, and none may find the lease lapsed. */
const POLL_SECONDS = 5;

/** `round`: reads the upstream once, as the service does every few seconds. `sent`: what the process has sent so far. */
export type LiveQuestion = 'round' | 'sent';

export interface Round {
  /** When the upstream's answer had been read, before it was understood; by `instant`. */
  readAt: number;
  /** Orders that have used more than was known. */
  changed: number;
}

export interface Sent {
  /** SQL statements, but for those by the clock. */
  statements: number;
  /** SQL statements that are sent every so often, whatever happens. */
  byTheClock: number;
  /** HTTP requests: the process sends them to upstreams only. */
  upstreamCalls: number;
}

/** Changes are taken to be told, keys are judged again, and it is said what is watched. */
const BY_THE_CLOCK = /delete from "?outbox|with ordinality|(insert into|delete from) "?watchers/;

/** The service together with the job that reads what orders have used, which goes by the bench's word instead of the clock. */
await serveParent<ServiceOptions, LiveQuestion>(async (options) => {
  const sent: Sent = { statements: 0, byTheClock: 0, upstreamCalls: 0 };
  let readAt = Number.NaN;
  countStatements((text) => {
    sent[BY_THE_CLOCK.test(text) ? 'byTheClock' : 'statements'] += 1;
  });
  subscribe('undici:request:create', () => {
    sent.upstreamCalls += 1;
  });
  subscribe('undici:request:trailers', () => {
    // Of the page with the orders; the next one is read only to see that nothing is on it.
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

/** Tells every statement of this process, over whatever connection. */
function countStatements(onStatement: (text: string) => void): void {
  const prototype = Client.prototype as { query(...args: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [asked] = args;
    onStatement(typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''));
    return Reflect.apply(query, this, args);
  };
}
