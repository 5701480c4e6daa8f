import type { Claim } from '../graphql/transports/connection-limits.ts';

/** An end of Node's channel to a child process. */
interface Channel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

type Message =
  | { tell: string; value: unknown }
  | { ask: string; id: number; question: unknown }
  | { answered: number; answer: unknown }
  | { failed: number; reason: string };

/**
 * One end of the connection between a primary and a worker. Messages arrive in the order in which they were
 * sent. When the other process has died, what it is told is lost and what it is asked is never answered.
 */
export class Link {
  readonly #channel: Channel;
  readonly #handlers = new Map<string, (value: never) => unknown>();
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message as Message));
  }

  on<Name extends keyof Told>(name: Name, handle: (value: Told[Name]) => void): void {
    this.#handlers.set(name, handle);
  }

  tell<Name extends keyof Told>(name: Name, value: Told[Name]): void {
    this.#channel.send({ tell: name, value } satisfies Message);
  }

  answer<Name extends keyof Asked>(
    name: Name,
    handle: (question: Asked[Name]['question']) => Asked[Name]['answer'] | Promise<Asked[Name]['answer']>,
  ): void {
    this.#handlers.set(name, handle);
  }

  /** Throws when the other side has failed to answer. */
  ask<Name extends keyof Asked>(
    name: Name,
    ...[question]: Asked[Name]['question'] extends undefined ? [] : [Asked[Name]['question']]
  ): Promise<Asked[Name]['answer']> {
    const id = ++this.#lastId;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    this.#channel.send({ ask: name, id, question } satisfies Message);
    return asked.promise as Promise<Asked[Name]['answer']>;
  }

  #receive(message: Message): void {
    if ('tell' in message) this.#handlers.get(message.tell)?.(message.value as never);
    else if ('ask' in message) this.#answer(message.ask, message.id, message.question);
    else if ('answered' in message) this.#take(message.answered)?.resolve(message.answer);
    else this.#take(message.failed)?.reject(new Error(message.reason));
  }

  async #answer(name: string, id: number, question: unknown): Promise<void> {
    try {
      const answer = await this.#handlers.get(name)?.(question as never);
      this.#channel.send({ answered: id, answer } satisfies Message);
    } catch (error) {
      this.#channel.send({ failed: id, reason: String(error) } satisfies Message);
    }
  }

  #take(id: number): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}

/** The figures of one process, as prom-client has them as JSON. */
export type Figures = { name: string; type: unknown }[];

/** What one tells the other without waiting for an answer. */
export interface Told {
  // By a worker.
  /** The worker takes requests at this address. */
  serving: string;
  /** The worker cannot start, for this reason, and waits to be killed. */
  failed: string;
  /** What took the slot with this number has ended. */
  'give slot back': number;
  /** A socket was opened; the number is the worker's. */
  unauthenticated: { id: number; address: string };
  /** That socket has sent its key, or is closed. */
  'not unauthenticated': number;
  // By the primary.
  /** Close the unauthenticated socket with this number: it is the oldest of too many. */
  terminate: number;
  /** Stop: announce it for `noticeMs`, finish requests until `graceMs`, and end. Both count from now. */
  stop: { noticeMs: number; graceMs: number };
}

/** What one asks the other, and the answer. */
interface Asked {
  // By a worker.
  /** Asked first: what to serve, and with what. The answer is that of `domain.ts`. */
  configuration: { question: undefined; answer: unknown };
  /** To be given back by `id`. The answer is null, or the place of the first claim that is too much. */
  'take slot': { question: { id: number; claims: readonly Claim[] }; answer: number | null };
  'all figures': { question: undefined; answer: string };
  // By the primary.
  figures: { question: undefined; answer: Figures };
  /** What one worker reads from the database for all, as Prometheus reads it. */
  'database figures': { question: undefined; answer: string };
  /** Whether the worker does anything: one that hangs does not answer. */
  alive: { question: undefined; answer: undefined };
}
