import { useCallback } from 'react';
import { type AnyVariables, type UseQueryArgs, useQuery } from 'urql';
import { failureText } from './refusals.ts';

/**
 * Shows what the cache has and asks the service besides, since much is changed elsewhere. `again` asks only
 * the service; `failure` says why the last answer is missing.
 */
export function useFresh<Data, Variables extends AnyVariables>(asked: UseQueryArgs<Variables, Data>) {
  const [{ data, error, fetching }, ask] = useQuery<Data, Variables>({
    ...asked,
    requestPolicy: 'cache-and-network',
  });
  const again = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  return { data, failure: error && failureText(error), fetching, again };
}
