import graphql from '@graphql-eslint/eslint-plugin';

/**
 * What is part of an object that has an id, or of an answer that is given once: caches keep it in its place
 * and replace it as a whole.
 */
const VALUES = [
  'AddressCount',
  'AutoRenew',
  'BulkItem',
  'BulkQuote',
  'ChargedProduct',
  'ChargedWork',
  'Coins',
  'Country',
  'Diagnosis',
  'Finding',
  'Gateway',
  'GeoItem',
  'GeoItems',
  'InvalidField',
  'Loosening',
  'LostOrder',
  'OldSecret',
  'PageInfo',
  'PasskeyOptions',
  'PortRange',
  'ProxyCheck',
  'ProxyChecks',
  'Quote',
  'RenewalForecast',
  'RenewalForecastDay',
  'RenewalRefusal',
  'Spending',
  'SpendingLimit',
  'StatementSum',
  'StatementSums',
  'UsageDay',
  'UsageError',
  'UsageSample',
  'UsageStats',
  'WebhookAttempt',
  'WebhookDelivery',
];

/** GraphQL's own conventions, for the schema as it is printed. Everything else is Biome's. */
export default [
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: './schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          acceptedIdNames: ['id'],
          acceptedIdTypes: ['ID'],
          // Answers of mutations, and parts of a connection, are no things of their own either.
          exceptions: { types: VALUES, suffixes: ['Success', 'Error', 'Connection', 'Edge'] },
        },
      ],
      // An account statement is read from its newest movement on, and no other way.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Lists whose length the contract bounds, such as an order's proxies or seven days, are read whole, not
      // by pages.
      // What was sent to a webhook has the id of its event.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
    },
  },
];
