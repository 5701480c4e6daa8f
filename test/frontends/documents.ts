import { parse } from 'graphql';

// Documents of a frontend that relies on its cache: each mutation selects everything that a page shows of the
// object.

const ORDER = `
  id tier type country period quantity priceUsd status protocol billing createdAt expiresAt renewable source trafficGb
  proxies { host port login password }
  ... on LuxuryOrder {
    traffic { id orderId totalGb usedGb leftGb usedPercent measuredAt }
    settings {
      id country state city zip asn excludeAsn anonymous session stickyMinutes protocol threads allowedIps blockedHosts
      paused login
    }
    gateway { host httpPort socks5Port stickyPorts { first last } }
    lines(count: 3)
  }`;
const PRODUCT = `
  id code tier name description billing protocol maxQuantity renewable
  periods { id code name days gb priceUsd retailPriceUsd }`;
const VIEWER = 'id name balanceUsd currency lowBalanceThresholdUsd';

export const CATALOG = parse(`{ tiers { id code name types { ${PRODUCT} } } }`);
export const PRODUCT_OF = parse(
  `query ($tier: String!, $type: String!) { type(tier: $tier, type: $type) { ${PRODUCT} countries { code name available } } }`,
);
export const GEO = parse(
  `query ($type: String!, $kind: GeoKind!, $country: String) {
    geo(type: $type, kind: $kind, country: $country) { __typename ... on GeoItems { items { code name count } } }
  }`,
);
export const QUOTE = parse(
  `query ($input: QuoteInput!) {
    quote(input: $input) { __typename ... on Quote { unitPriceUsd priceUsd available balanceUsd affordable } }
  }`,
);
export const ME = parse(`{ viewer { ${VIEWER} } }`);
export const ORDER_OF = parse(`query ($id: ID!) { order(id: $id) { ${ORDER} } }`);
export const ORDERS = parse(
  `{ orders(first: 50) { totalCount edges { cursor node { ${ORDER} product { ${PRODUCT} } } } } }`,
);
export const NODE = parse(
  `query ($id: ID!) {
    node(id: $id) {
      __typename id
      ... on Period { code name priceUsd retailPriceUsd }
      ... on Product { code name periods { id priceUsd } }
      ... on Tier { code name }
      ... on Viewer { balanceUsd }
      ... on TermOrder { status expiresAt trafficGb }
      ... on LuxuryOrder { status expiresAt trafficGb }
      ... on Traffic { totalGb usedGb }
      ... on LuxurySettings { country threads paused }
    }
  }`,
);

const mutation = (field: string, more = '') => {
  const name = field[0]?.toUpperCase() + field.slice(1);
  return parse(
    `mutation ($input: ${name}Input!) {
      result: ${field}(input: $input) { __typename ... on ${name}Success { order { ${ORDER} } viewer { ${VIEWER} } ${more} } }
    }`,
  );
};

export const PURCHASE = mutation('purchase', 'chargedUsd');
export const RENEW = mutation('renew', 'chargedUsd');
export const ADD_TRAFFIC = mutation('addTraffic', 'chargedUsd traffic { id totalGb leftGb }');
export const UPDATE_SETTINGS = mutation('updateSettings', 'settings { id country threads }');
export const RESET_PASSWORD = mutation('resetPassword', 'login password line');

export const TRAFFIC_UPDATED = parse(
  `subscription ($orderId: ID!) {
    trafficUpdated(orderId: $orderId) { id orderId totalGb usedGb leftGb usedPercent measuredAt }
  }`,
);
export const BALANCE_UPDATED = parse(`subscription { balanceUpdated { ${VIEWER} } }`);
export const ORDERS_UPDATED = parse(`subscription { ordersUpdated { ${ORDER} } }`);
