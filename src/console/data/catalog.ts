import { useQuery } from 'urql';
import type { CatalogQuery } from '../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { hasText, LANGUAGE, t, translated } from '../texts/texts.tsx';

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

export type Tiers = CatalogQuery['tiers'];

/** The names of what is sold. They are asked for once. */
export function useCatalog() {
  const [{ data }] = useQuery({ query: CATALOG });
  return {
    /** Undefined until they are known. */
    tiers: data?.tiers,
    /** Such as "Premium IPv4 HTTP"; the codes of what has left the catalog, or is not known yet. */
    nameOf: (product: { tier: string; type: string }) => {
      const { tierName, typeName } = productNames(data?.tiers, product);
      return `${tierName} ${typeName}`.trim();
    },
    /** The codes of the tiers that sell traffic; undefined until they are known. */
    trafficTiers: data?.tiers
      .filter(({ types }) => types.some(({ billing }) => billing === 'PER_GB'))
      .map(({ code }) => code),
  };
}

/**
 * The two names apart. That of the tier is empty where the type's begins with it, as with "Telegram SOCKS5".
 */
export function productNames(tiers: Tiers | undefined, { tier, type }: { tier: string; type: string }) {
  const found = tiers?.find(({ code }) => code === tier);
  const tierName = found?.name ?? tier;
  const typeName = found?.types.find(({ code }) => code === type)?.name ?? type;
  return { tierName: typeName.startsWith(tierName) ? '' : tierName, typeName };
}

/** What a type is good for, translated where no operator has changed what every catalog starts with. */
export function aboutType({ id, description }: { id: string; description: string }): string {
  return translated(description, `about-${id.replace('product:', '').replace('/', '-')}`);
}

/** The catalog names a term or a volume in one language; others say how long or how much it is. */
export function periodName({ days, name }: { days?: number | null; name: string }): string {
  if (LANGUAGE === 'en') return name;
  return days == null ? name.replace('GB', t('bytes-3')) : t('days', { days });
}

const ABOUT_MOVEMENT = graphql(`
  fragment AboutMovement on Movement {
    id
    kind
    amountUsd
    description
    reason
    reference
    work {
      kind
      orderId
      product {
        tier
        type
        country
        quantity
      }
      days
      gb
      coins
    }
  }
`);

/** What a movement was for. The service says it in English, other languages by its kind and its work. */
export function aboutMovement(
  movement: FragmentType<typeof ABOUT_MOVEMENT>,
  nameOf: ReturnType<typeof useCatalog>['nameOf'],
): string {
  const { kind, amountUsd, description, reason, reference, work } = fieldsOf(ABOUT_MOVEMENT, movement);
  const id = `movement-of-${kind}`;
  if (!hasText(id)) return description;
  const { kind: of = 'none', orderId = '', product, days, gb, coins = 0 } = work ?? {};
  const { country = 'none', quantity = 0 } = product ?? {};
  return t(id, {
    ...{ work: of, orderId, country, quantity, coins, days: days ?? 0, gb: gb ?? 0, reason: reason ?? '' },
    product: product ? nameOf(product) : 'none',
    way: reference?.split(':')[0] ?? 'none',
    sign: amountUsd.startsWith('-') ? 'minus' : 'plus',
  });
}
