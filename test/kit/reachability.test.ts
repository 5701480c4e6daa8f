import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailableError, silentError } from '../../src/kit/database-errors.ts';
import { Reachability } from '../../src/kit/reachability.ts';
import { asOneRequest, limited, WAIT_MS } from '../../src/kit/request.ts';

const SILENT_MS = 6_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A statement on a connection over which nothing comes. */
async function fallSilent(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, SILENT_MS));
  throw silentError(SILENT_MS);
}

/** What becomes of the work, and when, in milliseconds from now. */
function outcomeOf(work: () => Promise<unknown>) {
  const beganAt = performance.now();
  const outcome = { error: undefined as unknown, afterMs: undefined as number | undefined };
  asOneRequest(work)
    .catch((error: unknown) => {
      outcome.error = error;
    })
    .finally(() => {
      outcome.afterMs = performance.now() - beganAt;
    });
  return outcome;
}

test('a request whose database stays away is refused when its ten seconds are over, without another attempt', async () => {
  const work = vi.fn(fallSilent);
  const outcome = outcomeOf(() => new Reachability(fallSilent).repeatUntilBack(work));
  await pass(3 * WAIT_MS);
  expect(outcome.error).toBeInstanceOf(DatabaseUnavailableError);
  expect(outcome.afterMs).toBeLessThan(WAIT_MS + 100);
  expect(work).toHaveBeenCalledTimes(1);
});

test('what one statement of a request has waited on a silent connection is taken from the time of the next', async () => {
  const reachability = new Reachability(async () => {});
  const silentOnce = vi.fn(async () => {}).mockImplementationOnce(fallSilent);
  const second = vi.fn(fallSilent);
  const outcome = outcomeOf(async () => {
    await reachability.repeatUntilBack(silentOnce);
    await reachability.repeatUntilBack(second);
  });
  await pass(5 * WAIT_MS);
  expect(silentOnce).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(1);
  expect(outcome.error).toBeInstanceOf(DatabaseUnavailableError);
  expect(outcome.afterMs).toBeLessThan(15_000);
});

test('an attempt that gets its connection late is cut short, so that all waits of a request end within 15 seconds', async () => {
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS - 100));
    await new Promise((resolve) => setTimeout(resolve, limited(SILENT_MS)));
    throw silentError(SILENT_MS);
  };
  const outcome = outcomeOf(() => new Reachability(fallSilent).repeatUntilBack(work));
  await pass(3 * WAIT_MS);
  expect(outcome.error).toBeInstanceOf(DatabaseUnavailableError);
  expect(outcome.afterMs).toBeLessThan(15_000);
});
