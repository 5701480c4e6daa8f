import { ENTITIES } from '../../src/app/entities.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';

/** Verifies everything, as `ledger verify --full` does: how much that is, and how long it takes. */
export async function verifyWhole(url: string): Promise<Record<string, number>> {
  const database = await openDatabase({ url, entities: ENTITIES, slowStatements: true });
  const startedAt = performance.now();
  let checkedAt = startedAt;
  let longest = 0;
  const { problems, transfers } = await verifyLedger(database, () => {
    const now = performance.now();
    longest = Math.max(longest, now - checkedAt);
    checkedAt = now;
  });
  await database.close();
  const [first] = problems;
  if (first) throw new Error(`the books do not agree: ${first.problem}`);
  return {
    transfers,
    'ledger verify --full, s': Math.round((performance.now() - startedAt) / 1_000),
    'its longest check, s': Math.round(longest / 1_000),
  };
}
