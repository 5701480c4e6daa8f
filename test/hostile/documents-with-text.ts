interface TextDocument {
  query: string;
  /** Its root fields. */
  counts: number;
}

const PRODUCT = 'tier: "di", type: "diresi", country: "US"';
const GEO = 'state: $s, city: $s, zip: $s, asn: $s, excludeAsn: [$s]';

/**
 * Inputs of all types other than text: their coercion is under test, and one answer names all flaws of a
 * document.
 */
const OTHER_TYPES = `query ($kind: GeoKind!, $status: OrderStatus, $int: Int, $format: LineFormat, $lines: LineProtocol,
    $session: Session, $protocol: Protocol, $flag: Boolean, $input: QuoteInput!, $order: ID!) {
  geo(type: "diresi", kind: $kind) { ... on GeoItems { items { code } } }
  orders(status: $status, first: $int, offset: $int) { totalCount }
  order(id: $order) { ... on LuxuryOrder { lines(format: $format, protocol: $lines) } }
  whole: quote(input: $input) { __typename }
  quote(input: { ${PRODUCT}, period: "1gb",
    options: { session: $session, protocol: $protocol, anonymous: $flag, threads: $int } }) { __typename }
}`;

/**
 * Documents that take the same text, `$s`, in every input of the schema (as `$id` where that is an
 * identifier); `$order` is a Luxury order. Inputs that are checked one after another have a field each.
 */
export const TEXT_DOCUMENTS: readonly TextDocument[] = [
  {
    counts: 19,
    query: `query ($s: String!) {
      type(tier: $s, type: $s) { id }
      prem: type(tier: "prem", type: $s) { id }
      geo(type: $s, kind: COUNTRIES) { ... on GeoItems { items { code } } }
      inCountry: geo(type: "diresi", kind: CITIES, country: $s) { ... on GeoItems { items { code } } }
      inState: geo(type: "diresi", kind: CITIES, country: "US", state: $s) { ... on GeoItems { items { code } } }
      counted: addressCount(type: $s, country: $s, ${GEO}) { __typename }
      countedIn: addressCount(type: "diresi", country: $s) { __typename }
      countedWithin: addressCount(type: "diresi", country: "US", state: $s) { __typename }
      countedWithout: addressCount(type: "diresi", excludeAsn: [$s]) { __typename }
      after: orders(first: 1, after: $s) { totalCount }
      before: orders(last: 1, before: $s) { totalCount }
      quote(input: { tier: $s, type: $s, country: $s, period: $s, options: { ${GEO} } }) { __typename }
      country: quote(input: { tier: "di", type: "diresi", country: $s, period: "1gb" }) { __typename }
      period: quote(input: { ${PRODUCT}, period: $s }) { __typename }
      state: quote(input: { ${PRODUCT}, period: "1gb", options: { state: $s } }) { __typename }
      city: quote(input: { ${PRODUCT}, period: "1gb", options: { city: $s } }) { __typename }
      zip: quote(input: { ${PRODUCT}, period: "1gb", options: { zip: $s } }) { __typename }
      asn: quote(input: { ${PRODUCT}, period: "1gb", options: { asn: $s } }) { __typename }
      excluded: quote(input: { ${PRODUCT}, period: "1gb", options: { excludeAsn: [$s] } }) { __typename }
    }`,
  },
  { counts: 2, query: 'query ($s: ID!) { order(id: $s) { id } node(id: $s) { id } }' },
  { counts: 5, query: OTHER_TYPES },
  {
    counts: 4,
    query: `mutation ($s: String!, $id: ID!, $order: ID!) {
      purchase(input: { tier: $s, type: $s, country: $s, period: $s, idempotencyKey: $s, options: { ${GEO} } }) { __typename }
      nowhere: updateSettings(input: { orderId: $id, country: $s, ${GEO} }) { __typename }
      updateSettings(input: { orderId: $order, ${GEO}, allowedIps: [$s], blockedHosts: [$s] }) { __typename }
      resetPassword(input: { orderId: $id }) { __typename }
    }`,
  },
  {
    counts: 1,
    query: `mutation ($s: String!, $id: ID!) {
      renew(input: { orderId: $id, period: $s, idempotencyKey: $s }) { __typename } }`,
  },
  {
    counts: 1,
    query: `mutation ($s: String!, $id: ID!) {
      addTraffic(input: { orderId: $id, period: $s, idempotencyKey: $s }) { __typename } }`,
  },
  {
    counts: 1,
    query: `mutation ($s: String!, $order: ID!) {
      addTraffic(input: { orderId: $order, period: $s }) { __typename } }`,
  },
  {
    counts: 1,
    query: `mutation ($s: USD) {
      purchase(input: { ${PRODUCT}, period: "none", maxPriceUsd: $s }) { __typename } }`,
  },
];
