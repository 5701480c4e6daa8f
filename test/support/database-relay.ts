import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A `commit` in PostgreSQL's protocol, as a simple query. */
const COMMIT = Buffer.from('commit\0');
/** The messages that ask the server to do something: a simple query, or the execution of a prepared one. */
const STATEMENTS: readonly (string | undefined)[] = ['Q', 'E'];
const LEADS = Buffer.from('in_hot_standby\0off\0');
/** The end of the application name of the connection that listens for events; all others belong to a pool. */
const LISTENER = Buffer.from(' changes\0');

/**
 * Where a statement is cut: before the server gets it, or after, so that nobody gets the answer. With
 * `silent` the connection stays open and nothing comes over it any more.
 */
export type Cut = 'before' | 'while_committing' | 'after' | 'silent_before' | 'silent_after';

/** A relay to the database that a test can cut. */
export interface DatabaseRelay {
  url: string;
  /** Cuts the connection of the next commit, or of a later one, once. */
  cutCommit(cut: Cut, number?: number): void;
  /**
   * Cuts, once, the connection of the `number`-th later statement that contains the text. A connection sends
   * the text of a prepared statement once.
   */
  cutText(cut: Cut, text: string, number?: number): void;
  /** Cuts, once, the connection of the pool's `number`-th statement from now on. */
  cutStatement(cut: Cut, number: number): void;
  /** Takes back every cut that has not happened. */
  disarm(): void;
  /** How many connections were cut, or fell silent at a statement. */
  cuts(): number;
  /** How many statements the pool sends while the work runs. */
  statementsDuring(work: () => Promise<unknown>): Promise<number>;
  /**
   * From now on discards everything on the connections that are open, in both directions. Returns how many
   * there are.
   */
  fallSilent(): number;
  /** The same for connections that are opened from now on, until it is called with `false`. */
  swallowNew(swallows: boolean): void;
  /** From now on the server says of itself, when a connection is opened, that it is a standby, or not. */
  standBy(stands: boolean): void;
  /** From now on new connections go to another server; those that are open stay where they are. */
  leadTo(host: string, port: number): void;
  /** Done when the server has sent a text so many times from now on. */
  sent(text: string, times: number): Promise<void>;
  /** How many connections are open. */
  open(): number;
  /** Cuts those that are open. */
  cutOpen(): void;
  close(): Promise<void>;
}

interface Link {
  /** Whether everything on the connection is discarded. */
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
  const { hostname, port } = new URL(url);
  let target = { host: hostname, port: Number(port) };
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  const awaited = new Set<{ text: Buffer; left: number; resolve: () => void }>();
  let armed: Armed[] = [];
  let cuts = 0;
  let statements = 0;
  let swallowsNew = false;
  let standsBy = false;

  const server = createServer((client) => {
    const upstream = connect(target);
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
      else client.write(standsBy ? asStandby(chunk) : chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  const armText = (text: Buffer, cut: Cut, number: number) =>
    armed.push({ matches: (chunk) => chunk.includes(text), cut, number });
  return {
    url: relayed.href,
    cutCommit: (cut, number = 1) => void armText(COMMIT, cut, number),
    cutText: (cut, text, number = 1) => void armText(Buffer.from(text), cut, number),
    cutStatement: (cut, number) => void armed.push({ matches: isStatement, cut, number }),
    disarm: () => {
      armed = [];
    },
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
    standBy: (stands) => {
      standsBy = stands;
    },
    leadTo: (host, port) => {
      target = { host, port };
    },
    sent(text, times) {
      const { promise, resolve } = Promise.withResolvers<void>();
      awaited.add({ text: Buffer.from(text), left: times, resolve });
      return promise;
    },
    open: () => links.size,
    cutOpen() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The parameter in a server's chunk that says whether it is a standby, with "on" for "off". */
function asStandby(chunk: Buffer): Buffer {
  const at = chunk.indexOf(LEADS);
  if (at < 0) return chunk;
  const changed = Buffer.concat([
    chunk.subarray(0, at),
    Buffer.from('in_hot_standby\0on\0'),
    chunk.subarray(at + LEADS.length),
  ]);
  // The length of the message is before it.
  changed.writeInt32BE(chunk.readInt32BE(at - 4) - 1, at - 4);
  return changed;
}

/**
 * Whether a client's chunk has a statement of the pool in it. The client writes all messages of a statement
 * in one chunk.
 */
function isStatement(chunk: Buffer, { isPool }: Link): boolean {
  if (!isPool) return false;
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    if (STATEMENTS.includes(String.fromCharCode(chunk[at] ?? 0))) return true;
    if (chunk.readInt32BE(at + 1) < 4) return false;
  }
  return false;
}
