/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      __typename\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.AddressCountDocument,
    "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      __typename\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.GeoListDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": typeof types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": typeof types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": typeof types.SignOutDocument,
    "\n  fragment LeftTraffic on LuxuryOrder {\n    id\n    traffic {\n      id\n      leftGb\n      totalGb\n    }\n  }\n": typeof types.LeftTrafficFragmentDoc,
    "\n  fragment OrderRow on Order {\n    __typename\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      ...LeftTraffic\n    }\n  }\n": typeof types.OrderRowFragmentDoc,
    "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        protocol\n        quantity\n      }\n    }\n  }\n": typeof types.OrdersToExportDocument,
    "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n": typeof types.OrderAccessDocument,
    "\n  query OrdersToRenew($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        quantity\n        expiresAt\n        renewable\n        product {\n          id\n          periods {\n            id\n            code\n            name\n            days\n            priceUsd\n          }\n        }\n      }\n    }\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n": typeof types.OrdersToRenewDocument,
    "\n  mutation RenewFromList($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": typeof types.RenewFromListDocument,
    "\n  query OrderCatalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n      }\n    }\n  }\n": typeof types.OrderCatalogDocument,
    "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      expiresAt\n      ...OrderRow\n    }\n  }\n": typeof types.OrderChangesDocument,
    "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $status: OrderStatus\n    $tier: String\n    $type: String\n    $country: String\n    $endsBefore: DateTime\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      status: $status\n      tier: $tier\n      type: $type\n      country: $country\n      endsBefore: $endsBefore\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.OrderListDocument,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n  }\n": typeof types.BalanceCardFragmentDoc,
    "\n  fragment NewestOrders on OrderConnection {\n    nodes {\n      id\n      status\n      tier\n      type\n      country\n      priceUsd\n      createdAt\n      expiresAt\n      product {\n        id\n        name\n      }\n    }\n  }\n": typeof types.NewestOrdersFragmentDoc,
    "\n  query Overview($newest: Int!) {\n    viewer {\n      id\n      ...BalanceCard\n    }\n    orders(first: $newest) {\n      ...NewestOrders\n    }\n  }\n": typeof types.OverviewDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.SignInDocument,
};
const documents: Documents = {
    "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      __typename\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.AddressCountDocument,
    "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      __typename\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.GeoListDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": types.SignOutDocument,
    "\n  fragment LeftTraffic on LuxuryOrder {\n    id\n    traffic {\n      id\n      leftGb\n      totalGb\n    }\n  }\n": types.LeftTrafficFragmentDoc,
    "\n  fragment OrderRow on Order {\n    __typename\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      ...LeftTraffic\n    }\n  }\n": types.OrderRowFragmentDoc,
    "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        protocol\n        quantity\n      }\n    }\n  }\n": types.OrdersToExportDocument,
    "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n": types.OrderAccessDocument,
    "\n  query OrdersToRenew($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        quantity\n        expiresAt\n        renewable\n        product {\n          id\n          periods {\n            id\n            code\n            name\n            days\n            priceUsd\n          }\n        }\n      }\n    }\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n": types.OrdersToRenewDocument,
    "\n  mutation RenewFromList($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": types.RenewFromListDocument,
    "\n  query OrderCatalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n      }\n    }\n  }\n": types.OrderCatalogDocument,
    "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      expiresAt\n      ...OrderRow\n    }\n  }\n": types.OrderChangesDocument,
    "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $status: OrderStatus\n    $tier: String\n    $type: String\n    $country: String\n    $endsBefore: DateTime\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      status: $status\n      tier: $tier\n      type: $type\n      country: $country\n      endsBefore: $endsBefore\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.OrderListDocument,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n  }\n": types.BalanceCardFragmentDoc,
    "\n  fragment NewestOrders on OrderConnection {\n    nodes {\n      id\n      status\n      tier\n      type\n      country\n      priceUsd\n      createdAt\n      expiresAt\n      product {\n        id\n        name\n      }\n    }\n  }\n": types.NewestOrdersFragmentDoc,
    "\n  query Overview($newest: Int!) {\n    viewer {\n      id\n      ...BalanceCard\n    }\n    orders(first: $newest) {\n      ...NewestOrders\n    }\n  }\n": types.OverviewDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.SignInDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      __typename\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      __typename\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      __typename\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      __typename\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n"): (typeof documents)["\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n"): (typeof documents)["\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n"): (typeof documents)["\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LeftTraffic on LuxuryOrder {\n    id\n    traffic {\n      id\n      leftGb\n      totalGb\n    }\n  }\n"): (typeof documents)["\n  fragment LeftTraffic on LuxuryOrder {\n    id\n    traffic {\n      id\n      leftGb\n      totalGb\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrderRow on Order {\n    __typename\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      ...LeftTraffic\n    }\n  }\n"): (typeof documents)["\n  fragment OrderRow on Order {\n    __typename\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      ...LeftTraffic\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        protocol\n        quantity\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        protocol\n        quantity\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrdersToRenew($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        quantity\n        expiresAt\n        renewable\n        product {\n          id\n          periods {\n            id\n            code\n            name\n            days\n            priceUsd\n          }\n        }\n      }\n    }\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n"): (typeof documents)["\n  query OrdersToRenew($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on Order {\n        id\n        tier\n        type\n        quantity\n        expiresAt\n        renewable\n        product {\n          id\n          periods {\n            id\n            code\n            name\n            days\n            priceUsd\n          }\n        }\n      }\n    }\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenewFromList($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RenewFromList($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderCatalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderCatalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      expiresAt\n      ...OrderRow\n    }\n  }\n"): (typeof documents)["\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      expiresAt\n      ...OrderRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $status: OrderStatus\n    $tier: String\n    $type: String\n    $country: String\n    $endsBefore: DateTime\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      status: $status\n      tier: $tier\n      type: $type\n      country: $country\n      endsBefore: $endsBefore\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $status: OrderStatus\n    $tier: String\n    $type: String\n    $country: String\n    $endsBefore: DateTime\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      status: $status\n      tier: $tier\n      type: $type\n      country: $country\n      endsBefore: $endsBefore\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n  }\n"): (typeof documents)["\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NewestOrders on OrderConnection {\n    nodes {\n      id\n      status\n      tier\n      type\n      country\n      priceUsd\n      createdAt\n      expiresAt\n      product {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment NewestOrders on OrderConnection {\n    nodes {\n      id\n      status\n      tier\n      type\n      country\n      priceUsd\n      createdAt\n      expiresAt\n      product {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Overview($newest: Int!) {\n    viewer {\n      id\n      ...BalanceCard\n    }\n    orders(first: $newest) {\n      ...NewestOrders\n    }\n  }\n"): (typeof documents)["\n  query Overview($newest: Int!) {\n    viewer {\n      id\n      ...BalanceCard\n    }\n    orders(first: $newest) {\n      ...NewestOrders\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;