import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { signEverybodyOut } from '../access/sign-out.ts';
import { countListeners } from '../events/events.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { lastOrderNumber, skipOrderNumbers } from '../orders/proxies.ts';
import { creditForgotten } from '../payments/forgotten.ts';
import type { Payments } from '../payments/payments.ts';
import { noteRestore } from '../purchases/after-restore/lost-purchases.ts';
import type { Services } from '../purchases/services.ts';
import { closeApiFor, openApiAfter } from '../resellers/admission.ts';
import { skipNumbers } from '../resellers/resellers.ts';
import { compareUpstreams } from './compare-upstreams.ts';
import { type ReconcileOptions, settleFindings } from './reconcile.ts';

/**
 * How many numbers are left out, because orders, resellers and keys that the books have lost may have them:
 * those of eleven days at one a second. Numbers have fifteen digits.
 */
const NUMBERS_LEFT_OUT = 1_000_000;
/** What callers are told while the API is closed for it. */
const CLOSED_FOR_RESTORE = 'The service is being restored; try again later.';

/**
 * To be called after the database was restored to an earlier state, before the service is started. Closes
 * the API, signs everybody out, leaves out the numbers that lost orders, resellers and keys may have,
 * compares with the upstreams, credits what the providers say was paid, which may have paid for what was
 * found, settles that, and opens the API again. When something fails on the way, or more is found than is
 * listed, the API stays closed, and this is to be called again.
 *
 * Throws InvalidRequestError while processes of the service are connected, and UpstreamError.
 */
export async function resumeAfterRestore(
  services: Services,
  payments: Payments,
  { ordersPast, ...options }: ReconcileOptions & { ordersPast?: number | undefined },
) {
  const { database, clock } = services;
  await refuseWhileServed(database.sql);
  await closeApiFor(database, CLOSED_FOR_RESTORE);
  await signEverybodyOut(database);
  await noteRestore(database.sql, clock.now());
  await skipNumbers(database.sql, NUMBERS_LEFT_OUT);
  const past = ordersPast ?? (await lastOrderNumber(database.sql)) + NUMBERS_LEFT_OUT;
  const last = await skipOrderNumbers(database.sql, past);
  const comparison = await compareUpstreams(services, options.onProgress, { notesRenewals: true });
  const forgotten = await creditForgotten(payments);
  const reconciliation = await settleFindings(services, comparison, options);
  const isApiOpened = reconciliation.leftOut === 0;
  if (isApiOpened) await openApiAfter(database.sql, CLOSED_FOR_RESTORE);
  return { ...reconciliation, ordersPast: last, payments: forgotten, isApiOpened };
}

/** Throws InvalidRequestError while processes of the service are connected. */
export async function refuseWhileServed(db: Sql): Promise<void> {
  const listeners = await countListeners(db);
  if (listeners === 0) return;
  throw new InvalidRequestError(
    `The service is running: ${listeners} of its processes are connected to this database. Stop them first.`,
  );
}

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
    if (operationId !== undefined) await closeApiFor(this.#services.database, CLOSED_FOR_RESTORE);
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

/** What is to be remembered of a database, outside it. */
interface Remembered {
  /** When its first migration was executed: the same in every copy of it. */
  bornAt: string;
  /** An operation that it has. */
  operationId: string;
  /** When it was last restored to an earlier state, as far as it knows. */
  restoredAt: string | null;
}

/**
 * What is to be remembered now, undefined when there are no operations; and whether the database has
 * forgotten what was remembered earlier, and the operator has not said since that it was restored.
 */
async function compareRemembered(
  db: Sql,
  earlier: Remembered | undefined,
): Promise<{ now: Remembered | undefined; isForgotten: boolean }> {
  const id = earlier?.operationId ?? null;
  const { rows } = await sql<{ born: Date; newest: string | null; restored: Date | null; is_there: boolean }>`
    select (select min(executed_at) from mikro_orm_migrations) as born,
      (select id from operations order by id desc limit 1) as newest,
      (select max(restored_at) from restores) as restored,
      exists (select 1 from operations where id = ${id})
        or exists (select 1 from charged_work where operation_id = ${id}) as is_there`.execute(db);
  const [{ born, newest, restored, is_there: isThere }] = rows as [(typeof rows)[number]];
  const bornAt = born.toISOString();
  const restoredAt = restored?.toISOString() ?? null;
  const now = newest === null ? undefined : { bornAt, operationId: newest, restoredAt };
  // Another database has never known it.
  const isForgotten = earlier !== undefined && earlier.bornAt === bornAt && !isThere;
  return { now, isForgotten: isForgotten && (restoredAt ?? '') <= (earlier?.restoredAt ?? '') };
}
