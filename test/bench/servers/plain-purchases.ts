import { randomUUIDv7 } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { type Statement, templateOf } from '../template.ts';
import { serveParent } from './serve-parent.ts';

/** The values of a purchase that differ from one to the next. */
interface PurchaseValues {
  keyHash: Uint8Array;
  resellerId: number;
  operationId: string;
  orderId: number;
}

export interface PlainPurchasesOptions {
  databaseUrl: string;
  /** The statements of one purchase of the service, in order, and the values that it was made with. */
  statements: readonly Statement[];
  recorded: PurchaseValues;
}

export type Buyer = Pick<PurchaseValues, 'keyHash' | 'resellerId'>;

/** Each worker has its own buyers, and makes one purchase after the other. */
export interface PlainRound {
  workers: readonly (readonly Buyer[])[];
  seconds: number;
}

export interface PlainResult {
  purchases: number;
  seconds: number;
}

const POOL_SIZE = 20;

/**
 * The database's share of a purchase: the service's statements, in the service's transactions, without the
 * service.
 */
await serveParent<PlainPurchasesOptions, PlainRound>(async ({ databaseUrl, statements, recorded }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const steps = statements.map((statement, index) => ({
    ends: statement.text === 'commit',
    // Prepared, as the service's statements are.
    name: statement.values.length > 0 && isFixed(statement, recorded) ? `step${index}` : undefined,
    marks: statement.text.startsWith('insert into "commits"'),
    send: templateOf(statement, recorded),
  }));

  async function purchase(buyer: Buyer): Promise<void> {
    const values = { ...buyer, operationId: randomUUIDv7(), orderId: 0 };
    let held: PoolClient | undefined;
    for (const { ends, name, marks, send } of steps) {
      const { text, values: sentValues } = send(values);
      // Each transaction has a commit mark of its own, whose id occurs in no other statement.
      const parameters = marks ? [randomUUIDv7(), ...sentValues.slice(1)] : [...sentValues];
      if (text === 'begin') held = await pool.connect();
      const { rows, rowCount } = await (held ?? pool).query({ name, text, values: parameters });
      if (rowCount === 0 || rows[0]?.remaining === null) throw new Error(`a purchase got stuck at: ${text}`);
      if (typeof rows[0]?.order_id === 'string') values.orderId = Number(rows[0].order_id);
      if (!ends) continue;
      held?.release();
      held = undefined;
    }
  }

  async function work(buyers: readonly Buyer[], until: number): Promise<number> {
    let done = 0;
    while (performance.now() < until) {
      const buyer = buyers[done % buyers.length];
      if (!buyer) break;
      await purchase(buyer);
      done += 1;
    }
    return done;
  }

  return {
    ready: {},
    async answer({ workers, seconds }): Promise<PlainResult> {
      const start = performance.now();
      const done = await Promise.all(workers.map((buyers) => work(buyers, start + seconds * 1_000)));
      return {
        purchases: done.reduce((a, b) => a + b, 0),
        seconds: (performance.now() - start) / 1_000,
      };
    },
    close: () => pool.end(),
  };
});

/** Whether the text is the same for every purchase. */
function isFixed({ text }: Statement, recorded: PurchaseValues): boolean {
  return Object.values(recorded).every(
    (value) => value instanceof Uint8Array || !text.includes(String(value)),
  );
}
