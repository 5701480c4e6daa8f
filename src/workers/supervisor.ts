import type { Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Link, Told } from './link.ts';

/** How long a worker may take to close its connections after its time to finish requests is over. */
const CLOSE_WITHIN_MS = 2_000;
/**
 * A worker that hangs gets no new connections, so nobody else would notice. Questions are counted, not
 * seconds: when all processes were suspended, the seconds have passed before a worker could answer.
 */
const ASK_EVERY_MS = 10_000;
const MOST_UNANSWERED = 3;

/** The message is one line, or a stack where a bug was the cause. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export interface WorkerProcess {
  readonly id: number;
  readonly pid: number | undefined;
  readonly link: Link;
  /** With how it did. */
  readonly ended: Promise<string>;
  kill(): void;
}

interface SupervisorOptions {
  workers: number;
  fork(): WorkerProcess;
  timer: Timer;
  log: Log;
}

/** Starts the workers, replaces those that end or hang, and stops them. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #restarts: Restarts;
  /** All that run, and those of them that serve. */
  readonly #running = new Set<WorkerProcess>();
  readonly #serving = new Set<WorkerProcess>();
  readonly #started = Promise.withResolvers<string>();
  #state: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#restarts = new Restarts(options.workers);
  }

  /**
   * Resolves with their address when all workers serve. Throws WorkerError when one of them ends before that.
   */
  async start(): Promise<string> {
    for (let started = 0; started < this.#options.workers; started++) this.#startOne();
    return this.#started.promise;
  }

  /** Has the workers stop. Kills those that have not ended in time, and those that do not serve yet. */
  async stop(times: Told['stop']): Promise<void> {
    this.#state = 'stopping';
    const running = [...this.#running];
    for (const worker of running) {
      if (this.#serving.has(worker)) worker.link.tell('stop', times);
      else worker.kill();
    }
    const disarm = this.#options.timer.after(times.graceMs + CLOSE_WITHIN_MS, () => {
      for (const worker of this.#running) worker.kill();
    });
    await Promise.all(running.map(({ ended }) => ended));
    disarm();
  }

  #startOne(): void {
    const { fork, log, workers } = this.#options;
    const worker = fork();
    const { id, pid, link } = worker;
    let reason: string | undefined;
    const killFor = (why: string) => {
      reason = why;
      worker.kill();
    };
    this.#running.add(worker);
    link.on('failed', killFor);
    link.on('serving', (url) => {
      this.#serving.add(worker);
      log.info({ worker: id, pid }, 'a worker serves');
      this.#keepAsking(worker, killFor);
      if (this.#state !== 'starting' || this.#serving.size < workers) return;
      this.#state = 'serving';
      this.#started.resolve(url);
    });
    worker.ended.then((how) => this.#ended(worker, new WorkerError(reason ?? `A worker ended ${how}.`)));
  }

  #keepAsking(worker: WorkerProcess, killFor: (why: string) => void): void {
    let unanswered = 0;
    const ask = () => {
      if (this.#state === 'stopping' || !this.#running.has(worker)) return;
      if (unanswered === MOST_UNANSWERED) {
        killFor('A worker did not answer any more.');
        return;
      }
      unanswered += 1;
      worker.link.ask('alive').then(() => {
        unanswered = 0;
      });
      this.#options.timer.after(ASK_EVERY_MS, ask);
    };
    ask();
  }

  #ended(worker: WorkerProcess, failure: WorkerError): void {
    this.#running.delete(worker);
    this.#serving.delete(worker);
    if (this.#state === 'starting') this.#started.reject(failure);
    if (this.#state !== 'serving') return;
    const { id, pid } = worker;
    this.#options.log.error({ worker: id, pid, err: failure }, 'a worker has ended');
    this.#replaceLater();
  }

  #replaceLater(): void {
    const { log, timer } = this.#options;
    timer.after(this.#restarts.pauseAfterEnd(timer.now()), () => {
      if (this.#state !== 'serving') return;
      try {
        this.#startOne();
      } catch (error) {
        // The system has no further process to give.
        log.error({ err: error }, 'a worker cannot be started');
        this.#replaceLater();
      }
    });
  }
}

const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;

/**
 * When a worker that has ended is replaced. As many ends as there are workers have no pause, since one cause
 * may end them all. Further ones within a minute wait 1, 2, 4 and then always 8 seconds, so that workers that
 * cannot live do not take the processors from those that can.
 */
export class Restarts {
  readonly #workers: number;
  #ends: number[] = [];

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** To be called at each end of a worker. After how many milliseconds it is to be replaced. */
  pauseAfterEnd(now: number): number {
    this.#ends = [...this.#ends.filter((end) => end > now - WINDOW_MS), now];
    const surplus = this.#ends.length - this.#workers;
    return surplus <= 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (surplus - 1), LONGEST_PAUSE_MS);
  }
}
