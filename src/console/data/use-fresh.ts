import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnyVariables, type UseQueryArgs, useQuery } from 'urql';
import { failureText } from './refusals.ts';

/**
 * Shows what the cache has and asks the service besides, since much is changed elsewhere. `again` asks only
 * the service, as when `basis` changes; `failure` says why the last answer is missing. The one before it is
 * shown on: without it, a dialog would go with the card that has opened it.
 */
export function useFresh<Data, Variables extends AnyVariables>(
  asked: UseQueryArgs<Variables, Data>,
  basis?: string | number,
) {
  const [{ data: answered, error, fetching, operation }, ask] = useQuery<Data, Variables>({
    ...asked,
    requestPolicy: 'cache-and-network',
  });
  const last = useRef<{ key?: number | undefined; data?: Data }>({});
  if (answered) last.current = { key: operation?.key, data: answered };
  const data = answered ?? (error && last.current.key === operation?.key ? last.current.data : undefined);
  const again = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  useEffect(() => {
    if (basis !== undefined) again();
  }, [again, basis]);
  return { data, failure: error && failureText(error), fetching, again };
}

/** In ms: programs may buy many times a second, and a page is read by a person. */
const LEAST_PAUSE_MS = 4_000;

/**
 * Calls `refresh` when a value that was known has changed, with a pause after each call; what changes in the
 * pause is seen to at its end. For lists whose members the events do not carry.
 */
export function useRefresh(values: readonly unknown[], refresh: () => void): void {
  const seen = useRef<readonly unknown[]>([]);
  const latest = useRef(refresh);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);

  useEffect(() => {
    latest.current = refresh;
    const isNews = seen.current.some((before, index) => before !== undefined && before !== values[index]);
    seen.current = values;
    if (!isNews) return;
    isDue.current = true;
    if (timer.current === undefined) run();

    function run(): void {
      timer.current = undefined;
      if (!isDue.current) return;
      isDue.current = false;
      timer.current = setTimeout(run, LEAST_PAUSE_MS);
      latest.current();
    }
  });

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

/** Calls `refresh` again and again while the page is in sight, for what no event tells of. */
export function useEvery(milliseconds: number, refresh: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refresh(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, refresh]);
}

/** Characters of a text that is searched for: the service finds nothing by a longer one. */
export const MOST_SEARCHED = 200;
/** In ms: who types on within it is not searched for yet. */
const PAUSE_MS = 200;

/** A value, such as what was typed, once it stands for a moment. */
export function useSettled<Value>(value: Value, pauseMs = PAUSE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
