import { InsufficientBalanceError } from '../../billing/accounts.ts';
import { DatabaseUnavailableError } from '../../kit/connection-errors.ts';
import { DomainError } from '../../kit/errors.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import type { Answered } from '../../purchases/carry-out.ts';
import { PriceChangedError, UndecidedError } from '../../purchases/errors.ts';
import type { OrderSale, Sale } from '../../purchases/sale.ts';
import type { builder } from './builder.ts';
import { forgetReadings, type RequestContext } from './context.ts';
import { idempotencyKey } from './inputs.ts';
import { type OrderNode, toNode } from './orders.ts';

/** The errors that every charged mutation can return. */
export const CHARGE_ERRORS = [InsufficientBalanceError, PriceChangedError, RequestInProgressError];

export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The input fields that every charged mutation has. */
export function chargeFields(t: InputFields) {
  return {
    maxPriceUsd: t.field({
      type: 'USD',
      description:
        'The most to pay in total; above it the answer is PriceChangedError and nothing is charged.',
    }),
    idempotencyKey: t.string({
      description:
        'A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing.',
      validate: { schema: idempotencyKey },
    }),
  };
}

export const CHARGED_USD = 'What was taken from the balance.';

/**
 * The field that shows clients of transports without headers that the answer is that of an earlier request,
 * and may be out of date.
 */
export const REPLAYED = {
  description:
    'Whether this repeats the answer of an earlier request with the same idempotency key: then the order’s own facts are those of that time, so ask for it again.',
  resolve: (_sale: unknown, _args: object, { replayed }: RequestContext) => replayed,
};

/** The order of a sale as it was at the time of the sale, also in a repeated answer. */
export function orderOf({ order, proxies, totalBytes }: OrderSale): OrderNode {
  return { ...toNode(order), proxies, ...(totalBytes !== undefined && { totalBytes }) };
}

/**
 * Records in the context whether the answer is that of an earlier request, for the header of HTTP, and
 * whether the request has charged, on which the messages of errors depend.
 */
export async function answer<Delivered extends Sale>(
  context: RequestContext,
  work: Promise<Answered<Delivered>>,
): Promise<Delivered> {
  try {
    const { sale, replayed } = await work;
    context.replayed = replayed;
    context.charge = 'done';
    return sale;
  } catch (error) {
    context.replayed = error instanceof Error && 'replayed' in error;
    // The message of a DomainError states what is charged, and DatabaseUnavailableError is thrown only before
    // the charge.
    if (!(error instanceof DomainError || error instanceof DatabaseUnavailableError))
      context.charge = isRepeatable(error, context) ? 'undecided' : 'possible';
    throw error;
  } finally {
    forgetReadings(context);
  }
}

/** A document may have charged before, for another field, which would be charged again. */
function isRepeatable(error: unknown, { charge }: RequestContext): boolean {
  return error instanceof UndecidedError && (charge === undefined || charge === 'undecided');
}

type WithoutNulls<T> = { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] };

/** Leaves out the fields that are null: both mean the same. */
export function withoutNulls<T extends object>(input: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}
