import { useCallback, useEffect } from 'react';
import { type AnyVariables, type UseQueryArgs, useQuery } from 'urql';
import { failureText } from './refusals.ts';

/**
 * Shows what the cache has and asks the service besides, since much is changed elsewhere. `again` asks only
 * the service, as when `basis` changes; `failure` says why the last answer is missing.
 */
export function useFresh<Data, Variables extends AnyVariables>(
  asked: UseQueryArgs<Variables, Data>,
  basis?: string | number,
) {
  const [{ data, error, fetching }, ask] = useQuery<Data, Variables>({
    ...asked,
    requestPolicy: 'cache-and-network',
  });
  const again = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  useEffect(() => {
    if (basis !== undefined) again();
  }, [again, basis]);
  return { data, failure: error && failureText(error), fetching, again };
}
