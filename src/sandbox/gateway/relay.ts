import { addAbortListener } from 'node:events';
import type { ProxyConnection } from './authorization.ts';

/** Passes the bytes of one connection on: none after it is cut, and it is closed only once. */
export class Relay {
  readonly exitAddress: string;
  readonly #connection: ProxyConnection;
  readonly #end = new AbortController();
  #isCut = false;
  #isClosed = false;

  constructor(connection: ProxyConnection) {
    this.exitAddress = connection.exitAddress;
    this.#connection = connection;
    connection.onCut(() => this.cut());
  }

  /** Aborts when the connection is cut. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Destroys the stream when the connection is cut; at once if it is cut already. */
  destroyOnCut(stream: { destroy(): unknown }): void {
    addAbortListener(this.#end.signal, () => stream.destroy());
  }

  /** Counts bytes before they are passed on. False: they must not be, and both sides have been cut. */
  allows(bytes: number): boolean {
    if (this.#isCut) return false;
    if (this.#connection.count(bytes)) return true;
    this.cut();
    return false;
  }

  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#end.abort();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
  }
}
