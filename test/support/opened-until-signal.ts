/**
 * What a program that is run by hand has opened, closed at its end and at a signal. What runs fails while a
 * signal closes it, and then waits for the rest.
 */
export class OpenedUntilSignal extends AsyncDisposableStack {
  #closed: Promise<void> | undefined;

  constructor() {
    super();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void this.disposeAsync().finally(() => process.exit(1)));
  }

  override disposeAsync(): Promise<void> {
    this.#closed ??= super.disposeAsync();
    return this.#closed;
  }

  override [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}
