/**
 * How long each part may take to close, in milliseconds, when the time for requests is over: then the primary
 * waits two seconds for a worker with all its parts.
 */
export const CLOSE_MS = 500;

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

export interface Served {
  url: string;
  /**
   * Reports that it is about to stop and goes on serving for `noticeMs`. Then takes no more requests,
   * finishes those under way and stops everything else, until `graceMs`. Both times count from the call.
   */
  close(times: { noticeMs: number; graceMs: number }): Promise<void>;
}
