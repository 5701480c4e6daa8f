import type { Probe } from './probe.ts';

/** In characters, for the long part of a request, so that the whole request fits the limit on bodies. */
const HUGE = 60_000;
/** The longest document that is allowed, in characters. */
const LONG = 19_900;

/** Repeats a text so many times, numbered. */
function times(count: number, each: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => each(i)).join(' ');
}

/** A request with a document. The mark makes its text unlike any document that was parsed before. */
function document(text: string): (mark: string) => Probe {
  return withVariables(text, {});
}

function withVariables(query: string, variables: object): (mark: string) => Probe {
  return (mark) => ({ method: 'POST', path: '/graphql', body: { query: `${query}\n#${mark}`, variables } });
}

function body(text: string | Buffer, headers: Record<string, string> = {}): () => Probe {
  return () => ({ method: 'POST', path: '/graphql', body: text, headers });
}

const introspection = (depth: number) =>
  `{ __schema { types { ${'fields { type { '.repeat(depth)} name ${'} } '.repeat(depth)} } } }`;
const PURCHASE =
  'purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "7d" }) { __typename }';
const QUOTE = 'query ($a: QuoteInput!) { quote(input: $a) { __typename } }';
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`tie${i}`, 1]));
const bomb = (levels: number) =>
  `${times(levels, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F${levels} on Query { __typename }`;

/** Requests that try to cost much and must be refused. Each gets a new mark every time it is sent. */
export const ATTACKS: Readonly<Record<string, (mark: string) => Probe>> = {
  'selections within selections': document(`${'{ orders '.repeat(600)} ${'}'.repeat(600)}`),
  'selections that are never closed': document('{a'.repeat(990)),
  'lists within lists': document(`{ quote(input: ${'['.repeat(900)}${']'.repeat(900)}) { __typename } }`),
  'objects within objects': document(
    `{ quote(input: ${'{a:'.repeat(400)}1${'}'.repeat(400)}) { __typename } }`,
  ),
  'types within types': document(`query ($a: ${'['.repeat(900)}Int${']'.repeat(900)}) { __typename }`),
  'inline fragments within inline fragments': document(
    `{ ${'... { '.repeat(600)} nothing ${'} '.repeat(600)} }`,
  ),
  'one field 1,990 times': document(`{ viewer { ${'name '.repeat(1_990)} } }`),
  'one field 5,000 times': document(`{ viewer { ${'name '.repeat(5_000)} } }`),
  '600 aliases': document(`{ ${times(600, (i) => `a${i}: __typename`)} }`),
  'one alias for 150 arguments': document(`{ ${times(150, (i) => `a: order(id: ${i}) { id }`)} }`),
  '250 aliases of an object': document(`{ ${times(250, (i) => `a${i}: viewer { name }`)} }`),
  'fields that are not there': document(`{ viewer { ${times(1_900, (i) => `balanceUs${i}`)} } }`),
  'arguments that are not there': document(`{ orders(${times(600, (i) => `firs${i}: 1`)}) { totalCount } }`),
  'one argument 600 times': document(`{ orders(${times(600, () => 'first: 1')}) { totalCount } }`),
  'values that are none': document(
    `{ geo(type: [${times(1_900, (i) => `A${i}`)}], kind: CITIES) { __typename } }`,
  ),
  'input fields that are not there': document(
    `{ quote(input: { ${times(600, (i) => `tie${i}: 1`)} }) { __typename } }`,
  ),
  'variables that are not used': document(`query (${times(480, (i) => `$v${i}: Int`)}) { __typename }`),
  'variables of types that are not there': document(
    `query (${times(480, (i) => `$v${i}: Orde${i}`)}) { __typename }`,
  ),
  'variables that are not declared': document(
    `{ orders(first: $a) { totalCount } ${times(150, (i) => `o${i}: order(id: $v${i}) { id }`)} }`,
  ),
  '300 operations': document(times(300, (i) => `query Q${i} { __typename }`)),
  '300 operations of one name': document(times(300, () => 'query Q { __typename }')),
  '240 fragments that are not used': document(
    `{ __typename } ${times(240, (i) => `fragment F${i} on Query { __typename }`)}`,
  ),
  'a fragment that spreads itself': document('{ ...F } fragment F on Query { ...F }'),
  'a circle of 240 fragments': document(
    `{ ...F0 } ${times(240, (i) => `fragment F${i} on Query { ...F${(i + 1) % 240} }`)}`,
  ),
  'fragments that all spread each other': document(
    `{ ...F0 } ${times(20, (i) => `fragment F${i} on Query { ${times(20, (j) => `...F${j}`)} }`)}`,
  ),
  'fragments that double over 40 levels': document(`{ ...F0 } ${bomb(40)}`),
  'one fragment spread 600 times': document(
    `{ ${times(600, () => '...F')} } fragment F on Query { viewer { name } }`,
  ),
  'fragments that differ under one alias': document(
    `{ ${times(100, (i) => `...F${i}`)} } ${times(100, (i) => `fragment F${i} on Query { a: order(id: ${i}) { id } }`)}`,
  ),
  'a directive that is not there, 900 times': document(`{ __typename ${times(900, (i) => `@d${i}`)} }`),
  'one directive 250 times': document(`{ __typename ${times(250, () => '@include(if: true)')} }`),
  'introspection of fields within fields': document(introspection(8)),
  '160 types by name': document(`{ ${times(160, (i) => `t${i}: __type(name: "Query") { name }`)} }`),
  'introspection whose aliases multiply': document(
    `{ __schema { types { ${times(60, (i) => `a${i}: fields { type { b${i}: fields { name } } }`)} } } }`,
  ),
  'a name of 60,000 letters': document(`{ ${'a'.repeat(HUGE)} }`),
  'a text of 60,000 letters': document(`{ order(id: "${'a'.repeat(HUGE)}", nothing: 1) { id } }`),
  'a text that never ends': document(`{ order(id: "${'a'.repeat(HUGE)}`),
  'a block text of 20,000 lines': document(
    `{ order(id: """${'\n a'.repeat(HUGE / 6)}""", nothing: 1) { id } }`,
  ),
  'a number of 60,000 digits': document(`{ orders(first: ${'9'.repeat(HUGE)}) { totalCount } }`),
  '60,000 commas': document(`{ ${','.repeat(HUGE)} nothing }`),
  'comments of 20,000 lines': document(`{ ${'#\n'.repeat(HUGE / 4)} nothing }`),
  '60,000 braces': document('{'.repeat(HUGE)),
  'as long a name as there may be': document(`{ viewer { ${'a'.repeat(LONG)} } }`),
  'as long a text as there may be': document(`{ order(id: "${'a'.repeat(LONG)}", nothing: 1) { id } }`),
  'as long a number as there may be': document(`{ orders(first: ${'9'.repeat(LONG)}) { totalCount } }`),
  'as many lines as there may be': document(`${'#\n'.repeat(LONG / 2)} { nothing }`),
  'as long a block text as there may be': document(
    `{ order(id: """${'\n a'.repeat(LONG / 3)}""", nothing: 1) { id } }`,
  ),
  'as many fields as there may be, none of which is there': document(
    `{ viewer { ${times(290, (i) => `balanceUs${i}`)} } }`,
  ),
  'as many arguments as there may be, none of which is there': document(
    `{ ${times(30, (i) => `o${i}: orders(${times(19, (j) => `firs${j}: 1`)}) { totalCount }`)} }`,
  ),
  'as many values as there may be, none of which is one': document(
    `{ geo(type: [${times(490, (i) => `A${i}`)}], kind: CITIES) { __typename } }`,
  ),
  'as many variables as there may be, none of which is used': document(
    `query (${times(50, (i) => `$v${i}: Orde${i}`)}) { __typename }`,
  ),
  'as many directives as there may be, none of which is there': document(
    `{ ${times(240, (i) => `a${i}: __typename @a${i} @b${i}`)} }`,
  ),
  'as many operations as there may be': document(
    times(60, (i) => `query Q${i} { a: __typename b: __typename }`),
  ),
  'as many fragments as there may be, none of which is used': document(
    `{ __typename } ${times(59, (i) => `fragment F${i} on Query { a${i}: nothing b${i}: viewer { name } }`)}`,
  ),
  'as many fragments as there may be that differ under one alias': document(
    `{ ${times(50, (i) => `...F${i}`)} } ${times(50, (i) => `fragment F${i} on Query { a: order(id: ${i}) { id } }`)}`,
  ),
  'as many fields as may meet under one name, all of which differ': document(
    `{ ${times(62, (i) => `a: order(id: ${i}) { id }`)} }`,
  ),
  'as many fields as may meet within one another, all of which differ': document(
    `{ ${times(9, (i) => `orders { nodes { ... on LuxuryOrder { ${times(9, (j) => `a: lines(count: ${i * 9 + j})`)} } } }`)} }`,
  ),
  'as deep as there may be': document(`{ ${'orders { nodes { '.repeat(15)} nothing ${'} } '.repeat(15)} }`),
  'a subscription with as many flaws as there may be': document(
    `subscription { ${times(290, (i) => `balanceUpdate${i}`)} }`,
  ),
  'an operation whose name is not there': (mark) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: '{ __typename }', operationName: `${'a'.repeat(HUGE)}${mark}` },
  }),
  'a list of 15,000 wrong values': withVariables(QUOTE, {
    a: { options: { excludeAsn: Array(15_000).fill(1) } },
  }),
  'a list of 15,000 texts for a number': withVariables(QUOTE, { a: { quantity: Array(15_000).fill('') } }),
  'a text of 60,000 letters for a number': withVariables(QUOTE, { a: { quantity: 'a'.repeat(HUGE) } }),
  'an amount of 60,000 digits': withVariables('query ($a: USD!) { quote(input: $a) { __typename } }', {
    a: '9'.repeat(HUGE),
  }),
  '40 fields that no input has': withVariables(QUOTE, { a: members(40) }),
  '1,500 fields that no input has': withVariables(QUOTE, { a: members(1_500) }),
  '1,500 fields that no input has, for a document that is sent again and again': body(
    JSON.stringify({ query: QUOTE, variables: { a: members(1_500) } }),
  ),
  '4,000 variables that no document has': withVariables(QUOTE, members(4_000)),
  '4,000 extensions': (mark) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: `{ __typename } #${mark}`, extensions: members(4_000) },
  }),
  '4,000 members of a request': (mark) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: `{ __typename } #${mark}`, ...members(4_000) },
  }),
  'an array of 500 operations': body(JSON.stringify(Array(500).fill({ query: '{ __typename }' }))),
  'an array of one operation': body('[{"query":"{ __typename }"}]'),
  '30,000 arrays within arrays': body(
    `{"query":"{ __typename }","variables":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
  ),
  'a mutation over GET': (mark) => ({
    method: 'GET',
    path: `/graphql?query=${encodeURIComponent(`mutation { ${PURCHASE} } #${mark}`)}`,
  }),
  'a document of 12,000 letters over GET': (mark) => ({
    method: 'GET',
    path: `/graphql?query=${encodeURIComponent(`{ ${'a '.repeat(1_990)} } #${mark}`)}`,
  }),
  'a mutation as a form': body(`query=${encodeURIComponent(`mutation { ${PURCHASE} }`)}`, {
    'content-type': 'application/x-www-form-urlencoded',
  }),
  'a mutation as multipart': body(
    `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"mutation { ${PURCHASE} }"}\r\n--x--\r\n`,
    { 'content-type': 'multipart/form-data; boundary=x' },
  ),
  'a mutation as a plain text': body(JSON.stringify({ query: `mutation { ${PURCHASE} }` }), {
    'content-type': 'text/plain',
  }),
  'a compressed body': body(Buffer.alloc(HUGE), { 'content-encoding': 'gzip' }),
  'twenty purchases': document(`mutation { ${times(20, (i) => `p${i}: ${PURCHASE}`)} }`),
  'twenty subscriptions at once': document(
    `subscription { ${times(20, (i) => `b${i}: balanceUpdated { name }`)} }`,
  ),
  'a persisted document that nobody has': (mark) => ({
    method: 'POST',
    path: '/graphql',
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: mark } } },
  }),
};
