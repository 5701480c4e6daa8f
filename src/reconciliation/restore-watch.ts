import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { compareRemembered, type Remembered } from '../purchases/remembered-operation.ts';
import type { Services } from '../purchases/services.ts';
import { closeApiFor } from '../resellers/api-switch.ts';
import { CLOSED_FOR_RESTORE } from './resume-after-restore.ts';

const advice = () =>
  `stop every process of the service, and execute "${operatorCommand('restored')}", before it goes on`;

/** The start has found a database that has forgotten what this machine has seen in it. */
class ForgottenError extends Error {
  override name = 'ForgottenError';
}

/**
 * Notices that the database was restored to an earlier state: an operation that this machine has seen there
 * is gone. It is remembered in the data directory, which outlives the database.
 */
export class RestoreWatch {
  readonly #services: Pick<Services, 'database'>;
  readonly #path: string;
  readonly #log: Log;
  #saysSo = true;

  constructor(services: Pick<Services, 'database'>, dataDir: string, log: Log) {
    this.#services = services;
    this.#path = join(dataDir, 'newest-operation.json');
    this.#log = log;
  }

  /** Before anything is served. Throws ForgottenError. */
  async start(): Promise<void> {
    const forgotten = await this.#compare();
    if (forgotten === undefined) return;
    throw new ForgottenError(
      `The database was restored to an earlier state: it has forgotten operation ${forgotten}, which ${this.#path} names; ${advice()}.`,
    );
  }

  /** While the service runs: closes the API, with which customers would go on in the forgotten time. */
  async round(): Promise<void> {
    const operationId = await this.#compare();
    if (operationId !== undefined) await closeApiFor(this.#services.database.sql, CLOSED_FOR_RESTORE);
    if (operationId !== undefined && this.#saysSo)
      this.#log.error(
        { operationId },
        `the database was restored and has forgotten an operation; ${advice()}`,
      );
    this.#saysSo = operationId === undefined;
  }

  /** The id of the operation that is gone; remembers the newest one when none is. */
  async #compare(): Promise<string | undefined> {
    const earlier = await this.#read();
    const { now, isForgotten } = await compareRemembered(this.#services.database.sql, earlier);
    if (isForgotten) return earlier?.operationId;
    if (now && JSON.stringify(now) !== JSON.stringify(earlier)) await this.#write(now);
    return undefined;
  }

  async #read(): Promise<Remembered | undefined> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as Remembered;
    } catch {
      this.#log.error(
        `${this.#path} cannot be read, and is written anew: whether the database was restored before this is not known`,
      );
      return undefined;
    }
  }

  /** The workers of a machine share the file: each finds a whole one, also after the machine lost power. */
  async #write(remembered: Remembered): Promise<void> {
    const part = `${this.#path}.${process.pid}`;
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(remembered));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, this.#path);
  }
}
