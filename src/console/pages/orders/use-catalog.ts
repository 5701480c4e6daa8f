import { useQuery } from 'urql';
import type { OrderCatalogQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';

const ORDER_CATALOG = graphql(`
  query OrderCatalog {
    tiers {
      id
      code
      name
      types {
        id
        code
        name
      }
    }
  }
`);

export type Tiers = OrderCatalogQuery['tiers'];

/** What is sold; undefined until it is known. */
export function useCatalog(): Tiers | undefined {
  return useQuery({ query: ORDER_CATALOG })[0].data?.tiers;
}

/** The name of a tier and that of a type, or their codes when the catalog has them no more. */
export function productNames(tiers: Tiers | undefined, { tier, type }: { tier: string; type: string }) {
  const found = tiers?.find(({ code }) => code === tier);
  return {
    tierName: found?.name ?? tier,
    typeName: found?.types.find(({ code }) => code === type)?.name ?? type,
  };
}
