import { noteAlert } from '../bot/alerts.ts';
import type { Services } from '../purchases/services.ts';
import { knownProblems, LEFT, noteCheck, readBookChecks } from '../reconciliation/book-checks.ts';
import { type ReconcileOptions, type Reconciliation, reconcile } from '../reconciliation/reconcile.ts';
import { type LedgerReport, verifyLedger, verifySinceCheckpoint } from '../reconciliation/verify-ledger.ts';

/** Verifies the ledger, and has metrics and the operator's chat know what was found. */
export async function checkLedger(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  isFull: boolean,
  onChecked: Parameters<typeof verifyLedger>[1],
): Promise<LedgerReport> {
  const at = clock.now();
  const report = await (isFull ? verifyLedger : verifySinceCheckpoint)(database, onChecked);
  const found = { problems: report.problemCount };
  await noteCheck(database.sql, 'ledger_new', at, found);
  if (report.since === null) await noteCheck(database.sql, 'ledger_all', at, found);
  const isGood = knownProblems(await readBookChecks(database.sql)) === 0;
  await noteAlert(database.sql, { subject: 'ledger', isGood, detail: null }, clock.now());
  return report;
}

/** Reconciles with the upstreams, and has the same know what is left. */
export async function checkUpstreams(services: Services, options: ReconcileOptions): Promise<Reconciliation> {
  const { database, clock } = services;
  const at = clock.now();
  const reconciliation = await reconcile(services, options);
  const left = reconciliation.findings.filter(({ done }) => done === 'left');
  const counts = LEFT.map((kind) => [kind, left.filter((one) => one.kind === kind).length] as const);
  const found = { ...Object.fromEntries(counts), left_out: reconciliation.leftOut + reconciliation.notAsked };
  await noteCheck(database.sql, 'upstreams', at, found);
  const some = Object.entries(found).filter(([, count]) => count > 0);
  const detail = some.map(([kind, count]) => `${count} ${kind}`).join(', ') || null;
  await noteAlert(database.sql, { subject: 'upstreams', isGood: detail === null, detail }, clock.now());
  return reconciliation;
}
