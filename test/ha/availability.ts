import type { Figures } from './measure.ts';

/**
 * What clients have met that is no part of any fault: lists it, a line for each kind. With `noneMayFail` that
 * is every request that was not answered with success.
 */
export function readAvailability(
  { failed, asked, withoutRetryAfter }: Pick<Figures, 'failed' | 'asked' | 'withoutRetryAfter'>,
  noneMayFail: boolean,
): string[] {
  const broken = Object.entries(failed)
    .filter(([kind]) => noneMayFail || kind.endsWith(' 500'))
    .map(([kind, times]) => `of ${asked} requests, ${times} ended as ${kind}`);
  if (withoutRetryAfter > 0) broken.push(`503 without Retry-After, ${withoutRetryAfter} times`);
  return broken;
}
