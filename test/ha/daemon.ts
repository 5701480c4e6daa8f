import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import type { Account } from '../../src/kit/embedded-postgres/cluster-files.ts';

const STOP_MS = 20_000;

interface Command {
  file: string;
  args: string[];
  log: string;
  /** What it gets beside a PATH and a locale. */
  env?: Record<string, string>;
}

/** A program that runs in the foreground, is killed and is started again. Its output goes to a file. */
export class Daemon {
  readonly #command: Command;
  readonly #account: Account | undefined;
  #child: ChildProcess | undefined;

  constructor(command: Command, account: Account | undefined) {
    this.#command = command;
    this.#account = account;
  }

  get pid(): number | undefined {
    return this.#isRunning() ? this.#child?.pid : undefined;
  }

  /** `more` are variables of this start only. */
  start(more: Record<string, string> = {}): void {
    const { file, args, log, env } = this.#command;
    const output = openSync(log, 'a');
    this.#child = spawn(file, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env, ...more },
      stdio: ['ignore', output, output],
      ...this.#account,
    });
    this.#child.on('error', () => {});
  }

  /** Asks it to end, and kills it when it does not. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  }

  /** It stands still until `thaw`: its connections stay open, and nothing comes over them. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  #isRunning(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }
}
