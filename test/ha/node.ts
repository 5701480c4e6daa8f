import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Daemon } from './daemon.ts';

/** One machine of the cluster: a member of etcd, and Patroni with its PostgreSQL. */
export class Node {
  readonly name: string;
  readonly address: string;
  readonly directory: string;
  /** What its member of etcd remembers. */
  readonly etcdDirectory: string;
  readonly etcd: Daemon;
  readonly patroni: Daemon;

  constructor(about: Pick<Node, 'name' | 'address' | 'directory' | 'etcdDirectory' | 'etcd' | 'patroni'>) {
    this.name = about.name;
    this.address = about.address;
    this.directory = about.directory;
    this.etcdDirectory = about.etcdDirectory;
    this.etcd = about.etcd;
    this.patroni = about.patroni;
  }

  get dataDirectory(): string {
    return join(this.directory, 'data');
  }

  /** The server's first process; undefined when none runs. */
  async postmaster(): Promise<number | undefined> {
    const text = await readFile(join(this.dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    return pid > 0 && (await this.#isOurs(pid)) ? pid : undefined;
  }

  /** Starts what does not run of etcd and Patroni, which starts PostgreSQL. */
  start(): void {
    for (const daemon of [this.etcd, this.patroni]) if (daemon.pid === undefined) daemon.start();
  }

  /** Everything of this machine dies at once, as by a loss of power. */
  async lose(): Promise<void> {
    await this.#signal('SIGKILL', [this.etcd.pid]);
  }

  /** The same for its PostgreSQL and Patroni alone: its member of etcd goes on. */
  async loseDatabase(): Promise<void> {
    await this.#signal('SIGKILL', []);
  }

  /** Everything of this machine stands still until `thaw`, as a virtual machine that is paused. */
  async freeze(): Promise<void> {
    // Twice: a process may have been forked meanwhile.
    await this.#signal('SIGSTOP', [this.etcd.pid]);
    await this.#signal('SIGSTOP', [this.etcd.pid]);
  }

  async thaw(): Promise<void> {
    await this.#signal('SIGCONT', [this.etcd.pid]);
  }

  async stop(): Promise<void> {
    await this.thaw();
    // While etcd is there, Patroni ends without waiting for it.
    await this.stopDatabase();
    await this.etcd.stop();
  }

  /** Patroni stops its PostgreSQL. */
  async stopDatabase(): Promise<void> {
    await this.patroni.stop();
    const postmaster = await this.postmaster();
    if (postmaster) process.kill(postmaster, 'SIGQUIT');
    await rm(join(this.dataDirectory, 'postmaster.pid'), { force: true });
  }

  /** To Patroni, to PostgreSQL and to these. */
  async #signal(signal: NodeJS.Signals, others: readonly (number | undefined)[]): Promise<void> {
    const postmaster = await this.postmaster();
    const servers = postmaster === undefined ? [] : [postmaster, ...(await childrenOf(postmaster))];
    const patroni = this.patroni.pid;
    const helpers = patroni === undefined ? [] : [patroni, ...(await childrenOf(patroni))];
    for (const pid of [...others, ...helpers, ...servers]) {
      if (pid === undefined) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** A process that died leaves its number, which another program may have by now. */
  async #isOurs(pid: number): Promise<boolean> {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(this.dataDirectory);
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name in parentheses may contain spaces.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? pid : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}
