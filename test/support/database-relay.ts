import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What PostgreSQL's protocol sends for `commit`: a simple query. */
const COMMIT = Buffer.from('commit\0');

/** Whether the server hears of the commit before the connection is cut, and answers it to nobody. */
export type Cut = 'before' | 'while_committing' | 'after';

/** A way to the database that is cut at a commit. */
export interface DatabaseRelay {
  url: string;
  /** Cuts the connection of the next commit, or of a later one, once. */
  cutCommit(cut: Cut, number?: number): void;
  /** Cuts the connection of a later statement with that text in it, once: the server does it, and nobody hears of it. */
  cutAnswer(text: string, number: number): void;
  /** How many connections were cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** Puts a relay in front of the PostgreSQL at `url`; it passes bytes on, in both directions. */
export async function startDatabaseRelay(url: string): Promise<DatabaseRelay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let armed: { text: Buffer; cut: Cut; number: number }[] = [];
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let deaf = false;
    const end = () => {
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
      const met = armed.find(({ text }) => chunk.includes(text));
      if (met) met.number -= 1;
      if (!met || met.number > 0) return void upstream.write(chunk);
      const { cut } = met;
      armed = armed.filter((one) => one !== met);
      cuts += 1;
      if (cut === 'before') return end();
      deaf = true;
      upstream.write(chunk);
      if (cut === 'while_committing') client.destroy();
    });
    upstream.on('data', (chunk) => {
      if (deaf) end();
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    cutCommit: (cut, number = 1) => {
      armed.push({ text: COMMIT, cut, number });
    },
    cutAnswer: (text, number) => {
      armed.push({ text: Buffer.from(text), cut: 'after', number });
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
