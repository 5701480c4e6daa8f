import type { Asked, Told } from './messages.ts';

/** How a process and another one reach each other: the two ends of Node's channel to a child process. */
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

  /** What is done when the other side tells this. */
  on<Name extends keyof Told>(name: Name, handle: (value: Told[Name]) => void): void {
    this.#handlers.set(name, handle);
  }

  tell<Name extends keyof Told>(name: Name, value: Told[Name]): void {
    this.#send({ tell: name, value });
  }

  /** How a question of the other side is answered. */
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
    this.#send({ ask: name, id, question });
    return asked.promise as Promise<Asked[Name]['answer']>;
  }

  #send(message: Message): void {
    this.#channel.send(message);
  }

  #receive(message: Message): void {
    if ('tell' in message) this.#handlers.get(message.tell)?.(message.value as never);
    else if ('ask' in message) this.#answer(message.ask, message.id, message.question);
    else if ('answered' in message) this.#take(message.answered)?.resolve(message.answer);
    else this.#take(message.failed)?.reject(new Error(message.reason));
  }

  async #answer(name: string, id: number, question: unknown): Promise<void> {
    try {
      this.#send({ answered: id, answer: await this.#handlers.get(name)?.(question as never) });
    } catch (error) {
      this.#send({ failed: id, reason: String(error) });
    }
  }

  #take(id: number): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}
