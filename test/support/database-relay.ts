import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What PostgreSQL's protocol sends for `commit`: a simple query. */
const COMMIT = Buffer.from('commit\0');
/** The messages that ask the server to do something: a simple query, or the execution of a prepared one. */
const STATEMENTS: readonly (string | undefined)[] = ['Q', 'E'];
/** How the connection that listens for changes introduces itself; the others are a pool's. */
const LISTENER = Buffer.from(' changes\0');

/**
 * What happens to a statement: whether the server hears of it before the connection is cut, and answers it to nobody; or, with
 * `silent`, the same over a connection that stays open and says nothing any more.
 */
export type Cut = 'before' | 'while_committing' | 'after' | 'silent_before' | 'silent_after';

/** A way to the database that is cut where a test wants it. */
export interface DatabaseRelay {
  url: string;
  /** Cuts the connection of the next commit, or of a later one, once. */
  cutCommit(cut: Cut, number?: number): void;
  /** Cuts the connection of a later statement with that text in it, once: the server does it, and nobody hears of it. */
  cutAnswer(text: string, number: number): void;
  /** Cuts the connection of the pool's so-manieth statement from now on, once. */
  cutStatement(cut: Cut, number: number): void;
  /** How many connections were cut, or fell silent at a statement. */
  cuts(): number;
  /** How many statements the pool sends while the work runs. */
  statementsDuring(work: () => Promise<unknown>): Promise<number>;
  /** Swallows from now on what comes over the connections that are open, in both directions. Returns how many they are. */
  fallSilent(): number;
  /** The same for those that are opened from now on, until it is called again with `false`. */
  swallowNew(swallows: boolean): void;
  /** Done when the server has sent a text so many times from now on. */
  sent(text: string, times: number): Promise<void>;
  /** How many connections are open. */
  open(): number;
  close(): Promise<void>;
}

interface Link {
  /** Whether what comes is swallowed. */
  silent: boolean;
  isPool: boolean;
}

interface Armed {
  matches(chunk: Buffer, link: Link): boolean;
  cut: Cut;
  number: number;
}

/** Puts a relay in front of the PostgreSQL at `url`; it passes bytes on, in both directions. */
export async function startDatabaseRelay(url: string): Promise<DatabaseRelay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  const awaited = new Set<{ text: Buffer; left: number; resolve: () => void }>();
  let armed: Armed[] = [];
  let cuts = 0;
  let statements = 0;
  let swallowsNew = false;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const link: Link = { silent: swallowsNew, isPool: true };
    links.add(link);
    let deaf = false;
    let introduced = false;
    const end = () => {
      links.delete(link);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (!introduced) link.isPool = !chunk.includes(LISTENER);
      introduced = true;
      if (link.silent) return;
      if (isStatement(chunk, link)) statements += 1;
      const met = armed.find(({ matches }) => matches(chunk, link));
      if (met) met.number -= 1;
      if (!met || met.number > 0) return void upstream.write(chunk);
      armed = armed.filter((one) => one !== met);
      cuts += 1;
      const { cut } = met;
      if (cut === 'before') return end();
      if (cut === 'silent_before') {
        link.silent = true;
        return;
      }
      if (cut === 'silent_after') link.silent = true;
      else deaf = true;
      upstream.write(chunk);
      if (cut === 'while_committing') client.destroy();
    });
    upstream.on('data', (chunk: Buffer) => {
      for (const one of awaited) {
        if (!chunk.includes(one.text)) continue;
        one.left -= 1;
        if (one.left === 0) one.resolve();
      }
      if (link.silent) return;
      if (deaf) end();
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.port = String((server.address() as AddressInfo).port);
  const armText = (text: Buffer, cut: Cut, number: number) =>
    armed.push({ matches: (chunk) => chunk.includes(text), cut, number });
  return {
    url: relayed.href,
    cutCommit: (cut, number = 1) => void armText(COMMIT, cut, number),
    cutAnswer: (text, number) => void armText(Buffer.from(text), 'after', number),
    cutStatement: (cut, number) => void armed.push({ matches: isStatement, cut, number }),
    cuts: () => cuts,
    async statementsDuring(work) {
      const before = statements;
      await work();
      return statements - before;
    },
    fallSilent() {
      for (const link of links) link.silent = true;
      return links.size;
    },
    swallowNew: (swallows) => {
      swallowsNew = swallows;
    },
    sent(text, times) {
      const { promise, resolve } = Promise.withResolvers<void>();
      awaited.add({ text: Buffer.from(text), left: times, resolve });
      return promise;
    },
    open: () => links.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whether a client's chunk has a statement of the pool in it. The client writes the messages of a statement at once. */
function isStatement(chunk: Buffer, { isPool }: Link): boolean {
  if (!isPool) return false;
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    if (STATEMENTS.includes(String.fromCharCode(chunk[at] ?? 0))) return true;
    if (chunk.readInt32BE(at + 1) < 4) return false;
  }
  return false;
}
