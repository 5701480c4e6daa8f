/** What has to be closed, in the reverse order of opening, also when opening the next thing fails. */
export class Opened {
  readonly #closers: ((graceMs: number) => Promise<unknown>)[] = [];

  onClose(close: (graceMs: number) => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** Closes everything, even when closing one thing fails, and then throws the first failure. */
  async close(graceMs = 0): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0)) {
      await close(graceMs).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
