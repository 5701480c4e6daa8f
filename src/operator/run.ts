import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';

/** Prints how far a long command has come. */
type OnProgress = (progress: object) => void;

/**
 * Runs the work of a command with the services and prints its result. A result with `ok: false` makes the
 * command fail.
 */
export type Run = (
  work: (services: Services, payments: Payments, onProgress: OnProgress) => Promise<object>,
) => Promise<void>;

export interface Output {
  write(text: string): unknown;
}
