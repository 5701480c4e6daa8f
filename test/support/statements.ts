import type { Pool, PoolClient } from 'pg';

export interface Statements {
  /** For `openDatabase`. */
  onPoolCreated(pool: object): void;
  /** The texts of the statements that are sent while the work runs, BEGIN and COMMIT included. */
  during(work: () => Promise<void>): Promise<string[]>;
  /** How often the work writes to the sockets of the connections: each time is a way to the server. */
  writesDuring(work: () => Promise<void>): Promise<number>;
  /** The largest number of such statements that wait for their answers at one time while the work runs. */
  mostAtOnce(matches: (text: string) => boolean, work: () => Promise<void>): Promise<number>;
  /** How many connections are in use. */
  held(): number;
}

/** Records the statements that are sent over the connections of a pool. */
export function recordStatements(): Statements {
  let onSent: ((text: string, answer: unknown) => void) | undefined;
  let used: Pool | undefined;
  let writes = 0;

  const listen = (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [query] = args;
        const answer = send(...args);
        onSent?.(
          typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? ''),
          answer,
        );
        return answer;
      },
    });
    const { stream } = (client as unknown as { connection: { stream: object } }).connection;
    for (const name of ['_write', '_writev'] as const) {
      const write = (Reflect.get(stream, name) as (...args: unknown[]) => void).bind(stream);
      Reflect.set(stream, name, (...args: unknown[]) => {
        writes += 1;
        write(...args);
      });
    }
  };

  return {
    onPoolCreated(pool) {
      used = pool as Pool;
      used.on('connect', listen);
    },
    async during(work) {
      const sent: string[] = [];
      onSent = (text) => void sent.push(text);
      await work();
      onSent = undefined;
      return sent;
    },
    async writesDuring(work) {
      const before = writes;
      await work();
      return writes - before;
    },
    async mostAtOnce(matches, work) {
      let waiting = 0;
      let most = 0;
      onSent = async (text, answer) => {
        if (!matches(text)) return;
        waiting += 1;
        most = Math.max(most, waiting);
        await Promise.allSettled([answer]);
        waiting -= 1;
      };
      await work();
      onSent = undefined;
      return most;
    },
    held: () => (used ? used.totalCount - used.idleCount : Number.NaN),
  };
}
