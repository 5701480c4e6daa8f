import { setTimeout } from 'node:timers/promises';
import { ProviderError } from '../catalog/errors.ts';
import { DomainError } from '../kit/errors.ts';
import { inSpan } from '../kit/spans.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { refundOperation, settleOperation } from './decide-operation.ts';
import type { KeptKey } from './idempotency.ts';
import { type Operation, whileLeased } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import { spanAttributesOf } from './operation-span.ts';
import type { Sale } from './sale.ts';
import type { Services } from './services.ts';

/** The pause between two look-ups after an unknown outcome: the upstream may be about to finish the work. */
const LOOK_UP_EVERY_MS = 1_000;
/** The shortest limit of a look-up, also after the deadline: as long as a call may wait for its turn. */
const LAST_LOOK_UP_MS = 20_000;

/**
 * Has the upstream do the charged work, and ends the operation. Throws as `conclude` does, and LeaseLostError
 * when another worker has taken it over.
 */
export function perform<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
): Promise<Delivered> {
  return whileLeased(services, operation, () =>
    conclude(services, operation, kept, handler, () => obtain(services, operation, handler)),
  );
}

/** Ends an operation whose worker died: settles it if the work was done, refunds it if not. */
export async function recover<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result>,
): Promise<void> {
  const find = async () =>
    (await lookUpUntilDecided(services, operation, handler)) ?? fail('not found at the upstream');
  const span = { name: 'recover', attributes: spanAttributesOf(operation) };
  const end = () => conclude(services, operation, kept, handler, find);
  await inSpan(span, () => whileLeased(services, operation, end)).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/**
 * Ends a charged operation: whatever the upstream did, the customer gets either the goods or the money back.
 * Throws the DomainError that the operation was refunded for. After any other error the operation keeps
 * running in the database, and recovery takes it over.
 */
async function conclude<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
  obtainResult: () => Promise<Result>,
): Promise<Delivered> {
  const { kind, amount } = operation;
  const ended = { kind, amount };
  let result: Result;
  try {
    result = await obtainResult();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await refundOperation(services, operation, kept, error);
    services.onEnded?.({ ...ended, sold: undefined });
    throw error;
  }
  const { sale, cost, write } = await handler
    .deliver(services, operation, result, services.clock.now())
    .catch(failToDeliver);
  await settleOperation(
    services,
    { ...operation, ...(cost !== undefined && { cost }) },
    kept,
    { sale },
    write,
  );
  services.onEnded?.({ ...ended, sold: { order: sale.order, cost } });
  return sale;
}

/** A DomainError would tell the client that nothing was charged, which is no longer true here. */
function failToDeliver(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new Error(`What was bought cannot be delivered: ${error.message}`, { cause: error });
}

/**
 * The result of the work. Throws a DomainError when the work was not done, or when its outcome is still
 * unknown at the deadline of the operation.
 */
async function obtain<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
): Promise<Result> {
  // What could not be looked up may be there all the same, and would be given back after a refund.
  let isUnread = operation.isResumed === true;
  try {
    const resumed = isUnread ? await handler.resume?.(services, operation) : undefined;
    isUnread = false;
    return resumed ?? (await handler.perform(services, operation));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome !== 'unknown' && !isUnread) throw new ProviderError({ cause: error });
    return (await lookUpUntilDecided(services, operation, handler)) ?? fail(error);
  }
}

async function lookUpUntilDecided<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
): Promise<Result | undefined> {
  for (;;) {
    try {
      const result = await beforeDeadline(handler.lookUp(services, operation), services, operation);
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error; // The outcome is still unknown: look again.
    }
    if (services.clock.now() >= operation.decideBy) return undefined;
    await services.delay(LOOK_UP_EVERY_MS);
  }
}

/**
 * Limits a look-up to the deadline, so that one that hangs does not delay the decision. It gets at least
 * LAST_LOOK_UP_MS.
 */
async function beforeDeadline<Result>(
  lookUp: Promise<Result | undefined>,
  { clock }: Services,
  { decideBy }: Operation,
): Promise<Result | undefined> {
  const left = Math.max(decideBy.getTime() - clock.now().getTime(), LAST_LOOK_UP_MS);
  const timeout = new AbortController();
  try {
    return await Promise.race([lookUp, setTimeout(left, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
    lookUp.catch(() => {});
  }
}

function fail(cause: unknown): never {
  throw new ProviderError({ cause });
}
