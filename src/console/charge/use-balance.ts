import { useQuery } from 'urql';
import { graphql } from '../generated/index.ts';

const BALANCE = graphql(`
  query BalanceToPayFrom {
    viewer {
      id
      balanceUsd
    }
  }
`);

/** The balance as the layout's subscription keeps it in the cache; undefined until it is known. */
export function useBalance(): string | undefined {
  return useQuery({ query: BALANCE })[0].data?.viewer.balanceUsd;
}
