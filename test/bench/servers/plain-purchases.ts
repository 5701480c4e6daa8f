import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { poolOptions } from '../peers/database.ts';
import { runWorkers } from '../peers/workers.ts';
import type { SentStatement } from '../recorder.ts';
import { type Named, templateOf } from '../template.ts';
import { serveParent } from './serve-parent.ts';

export interface Buyer {
  keyHash: Uint8Array;
  resellerId: number;
}

/** One purchase of the service: all that it sent to the database, and the values that it was made with. */
export interface RecordedPurchase extends Buyer {
  statements: readonly SentStatement[];
  /** In Unix milliseconds. */
  recordedAt: number;
  /** The database makes it, and one of the statements returns it. */
  orderId: number;
}

interface PlainPurchasesOptions {
  databaseUrl: string;
  purchase: RecordedPurchase;
}

/** Each worker has its own buyers, and makes one purchase after the other. */
export interface PlainRound {
  workers: readonly (readonly Buyer[])[];
  seconds: number;
}

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;

/**
 * The database's share of a purchase: the service's statements, in the service's transactions, without the
 * service.
 */
await serveParent<PlainPurchasesOptions, PlainRound>(async ({ databaseUrl, purchase: recorded }) => {
  const pool = new Pool(poolOptions(databaseUrl));
  const { keyHash, resellerId, orderId } = recorded;
  const madeIds = madeIdsOf(recorded.statements);
  const known: Named = { ...madeIds, keyHash, resellerId, orderId };
  const steps = recorded.statements.map((statement, i) => {
    const { hasFixedText, fill } = templateOf(statement, known, recorded.recordedAt);
    return {
      fill,
      // Prepared, as the service's statements are.
      name: statement.values.length > 0 && hasFixedText ? `step${i}` : undefined,
      shape: shapeOf(statement.rows),
      orderIdAt: statement.rows[0]?.findIndex((column) => String(column) === String(orderId)) ?? -1,
      transaction: statement.transaction,
    };
  });
  if (steps.every(({ orderIdAt }) => orderIdAt === -1))
    throw new Error('no statement of the purchase returned the id of the order');
  const units = [...Map.groupBy(steps, (step) => step.transaction ?? step).values()];

  async function purchase(buyer: Buyer): Promise<void> {
    const given: Named = { ...freshIds(madeIds), ...buyer, orderId };
    for (const unit of units) {
      const client = await pool.connect();
      try {
        for (const step of unit) await send(client, step, given);
      } finally {
        client.release();
      }
    }
  }

  async function send(client: PoolClient, step: (typeof steps)[number], given: Named): Promise<void> {
    const { text, values } = step.fill(given);
    const { rows } = await client.query<unknown[]>({
      text,
      values: [...values],
      rowMode: 'array',
      ...(step.name !== undefined && { name: step.name }),
    });
    if (shapeOf(rows) !== step.shape) throw new Error(`a purchase got stuck at: ${text}`);
    if (step.orderIdAt >= 0) given['orderId'] = Number(rows[0]?.[step.orderIdAt]);
  }

  return {
    ready: {},
    answer: ({ workers, seconds }) =>
      runWorkers(workers, seconds, async (buyers, piece) => {
        const buyer = buyers[piece % buyers.length];
        if (buyer) await purchase(buyer);
      }),
    close: () => pool.end(),
  };
});

/** The ids that the service has made for the purchase and its transactions. Each purchase has its own. */
function madeIdsOf(statements: readonly SentStatement[]): Record<string, string> {
  const texts = statements.flatMap(({ text, values }) => [text, ...values.flat().map(String)]);
  return Object.fromEntries(
    [...new Set(texts.flatMap((text) => text.match(UUID) ?? []))].map((id) => [id, id]),
  );
}

/** Another id of the same version for each: it decides where in an index a row is written. */
function freshIds(ids: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(ids).map((id) => [id, id[14] === '7' ? randomUUIDv7() : randomUUID()]),
  );
}

/**
 * How many rows there are, and which columns of the first one are null: other than recorded, this is a
 * refusal.
 */
function shapeOf(rows: readonly unknown[][]): string {
  return JSON.stringify([rows.length, rows[0]?.map((column) => column === null)]);
}
