import { setImmediate } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

export interface Statements {
  /** For `openDatabase`. */
  onPoolCreated(pool: object): void;
  /** The texts of the statements that are sent while the work runs, BEGIN and COMMIT included. */
  during(work: () => Promise<void>): Promise<string[]>;
  /** Waits until such a statement has been answered; `now` returns how many connections are in use. */
  heldWhen(matches: (text: string) => boolean): { reached: Promise<void>; now(): number };
}

/** Records the statements that are sent over the connections of a pool. */
export function recordStatements(): Statements {
  let recorded: string[] | undefined;
  let onAnswered: ((text: string) => void) | undefined;
  let used: Pool | undefined;

  const listen = (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [query] = args;
        const text =
          typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');
        recorded?.push(text);
        const answer = send(...args);
        if (answer instanceof Promise) answer.then(() => onAnswered?.(text)).catch(() => {});
        return answer;
      },
    });
  };

  return {
    onPoolCreated(pool) {
      used = pool as Pool;
      used.on('connect', listen);
    },
    async during(work) {
      recorded = [];
      await work();
      const sent = recorded;
      recorded = undefined;
      return sent;
    },
    heldWhen(matches) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onAnswered = (text) => {
        if (!matches(text)) return;
        onAnswered = undefined;
        // The connection returns to the pool right after the answer.
        setImmediate().then(() => resolve());
      };
      return { reached: promise, now: () => (used ? used.totalCount - used.idleCount : Number.NaN) };
    },
  };
}
