import { useQuery } from 'urql';
import { graphql } from '../generated/index.ts';

const CATALOG = graphql(`
  query Catalog {
    tiers {
      id
      code
      name
      types {
        id
        code
        name
        billing
      }
    }
  }
`);

interface Catalog {
  /** Such as "Premium IPv4 HTTP"; the codes of what has left the catalog, or is not known yet. */
  nameOf: (product: { tier: string; type: string }) => string;
  /** The codes of the tiers that sell traffic; undefined until they are known. */
  trafficTiers: readonly string[] | undefined;
}

/** The names of what is sold. They are asked for once. */
export function useCatalog(): Catalog {
  const [{ data }] = useQuery({ query: CATALOG });
  return {
    nameOf: ({ tier, type }) => {
      const found = data?.tiers.find(({ code }) => code === tier);
      return `${found?.name ?? tier} ${found?.types.find(({ code }) => code === type)?.name ?? type}`;
    },
    trafficTiers: data?.tiers
      .filter(({ types }) => types.some(({ billing }) => billing === 'PER_GB'))
      .map(({ code }) => code),
  };
}
