import { signEverybodyOut } from '../access/sign-out.ts';
import { lastOrderNumber, skipOrderNumbers } from '../orders/delivery.ts';
import { creditForgotten, type ForgottenPayment } from '../payments/forgotten.ts';
import type { Payments } from '../payments/payments.ts';
import { noteRestore } from '../purchases/lost-purchases.ts';
import type { Services } from '../purchases/services.ts';
import { closeApiFor, openApiAfter } from '../resellers/api-switch.ts';
import { skipNumbers } from '../resellers/skip-numbers.ts';
import { compareUpstreams } from './compare-upstreams.ts';
import { type ReconcileOptions, type Reconciliation, settleFindings } from './reconcile.ts';
import { refuseWhileServed } from './refuse-while-served.ts';

/**
 * How many numbers are left out, because orders, resellers and keys that the books have lost may have them:
 * those of eleven days at one a second. Numbers have fifteen digits.
 */
const NUMBERS_LEFT_OUT = 1_000_000;
/** What callers are told while the API is closed for it. */
export const CLOSED_FOR_RESTORE = 'The service is being restored; try again later.';

export interface Resumed extends Reconciliation {
  /** New orders get higher numbers. */
  ordersPast: number;
  payments: ForgottenPayment[];
  /** False when there was more than is listed, which nobody has looked at. */
  isApiOpened: boolean;
}

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
): Promise<Resumed> {
  const { database, clock } = services;
  await refuseWhileServed(database.sql);
  await closeApiFor(database.sql, CLOSED_FOR_RESTORE);
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
