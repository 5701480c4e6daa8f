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
    "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n": typeof types.CatalogDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": typeof types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": typeof types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": typeof types.SignOutDocument,
    "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        description\n        reference\n        order {\n          id\n          source\n        }\n      }\n    }\n  }\n": typeof types.ActivityCardFragmentDoc,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    days: spending(by: DAY, last: 1) {\n      from\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2) {\n      from\n      amountUsd\n    }\n  }\n": typeof types.BalanceCardFragmentDoc,
    "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      quantity\n      expiresAt\n      renewable\n      ...RenewDialog\n    }\n  }\n": typeof types.EndingOrdersFragmentDoc,
    "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        ...LuxuryRow\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.LuxuryOrdersDocument,
    "\n  fragment LuxuryRow on Order {\n    id\n    tier\n    type\n    country\n    ... on LuxuryOrder {\n      traffic {\n        id\n        totalGb\n        usedGb\n        leftGb\n        usedPercent\n      }\n    }\n  }\n": typeof types.LuxuryRowFragmentDoc,
    "\n  subscription OverviewTraffic($orderId: ID!) {\n    trafficUpdated(orderId: $orderId) {\n      id\n      totalGb\n      usedGb\n      leftGb\n      usedPercent\n    }\n  }\n": typeof types.OverviewTrafficDocument,
    "\n  query Overview($endsBefore: DateTime!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n": typeof types.OverviewDocument,
    "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n": typeof types.OverviewOrdersDocument,
    "\n  fragment RenewDialog on Order {\n    id\n    tier\n    type\n    quantity\n    period\n    expiresAt\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n  }\n": typeof types.RenewDialogFragmentDoc,
    "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30) {\n      from\n      amountUsd\n    }\n  }\n": typeof types.SpendingCardFragmentDoc,
    "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          ...BalanceCard\n          ...SpendingCard\n          ...ActivityCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": typeof types.RenewDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.SignInDocument,
    "\n  fragment MovementRow on Movement {\n    id\n    at\n    kind\n    amountUsd\n    balanceAfterUsd\n    reference\n    description\n    order {\n      id\n    }\n  }\n": typeof types.MovementRowFragmentDoc,
    "\n  query StatementMonths {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120) {\n        from\n        amountUsd\n      }\n    }\n  }\n": typeof types.StatementMonthsDocument,
    "\n  query StatementDownload($after: String, $from: DateTime, $to: DateTime, $kind: MovementKind) {\n    viewer {\n      statement(first: 200, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          at\n          kind\n          description\n          order {\n            id\n          }\n          reference\n          amountUsd\n          balanceAfterUsd\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StatementDownloadDocument,
    "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          id\n          at\n          ...MovementRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StatementMovementsDocument,
};
const documents: Documents = {
    "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n": types.CatalogDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": types.SignOutDocument,
    "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        description\n        reference\n        order {\n          id\n          source\n        }\n      }\n    }\n  }\n": types.ActivityCardFragmentDoc,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    days: spending(by: DAY, last: 1) {\n      from\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2) {\n      from\n      amountUsd\n    }\n  }\n": types.BalanceCardFragmentDoc,
    "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      quantity\n      expiresAt\n      renewable\n      ...RenewDialog\n    }\n  }\n": types.EndingOrdersFragmentDoc,
    "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        ...LuxuryRow\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n      nodes {\n        id\n      }\n    }\n  }\n": types.LuxuryOrdersDocument,
    "\n  fragment LuxuryRow on Order {\n    id\n    tier\n    type\n    country\n    ... on LuxuryOrder {\n      traffic {\n        id\n        totalGb\n        usedGb\n        leftGb\n        usedPercent\n      }\n    }\n  }\n": types.LuxuryRowFragmentDoc,
    "\n  subscription OverviewTraffic($orderId: ID!) {\n    trafficUpdated(orderId: $orderId) {\n      id\n      totalGb\n      usedGb\n      leftGb\n      usedPercent\n    }\n  }\n": types.OverviewTrafficDocument,
    "\n  query Overview($endsBefore: DateTime!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n": types.OverviewDocument,
    "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n": types.OverviewOrdersDocument,
    "\n  fragment RenewDialog on Order {\n    id\n    tier\n    type\n    quantity\n    period\n    expiresAt\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n  }\n": types.RenewDialogFragmentDoc,
    "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30) {\n      from\n      amountUsd\n    }\n  }\n": types.SpendingCardFragmentDoc,
    "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          ...BalanceCard\n          ...SpendingCard\n          ...ActivityCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": types.RenewDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.SignInDocument,
    "\n  fragment MovementRow on Movement {\n    id\n    at\n    kind\n    amountUsd\n    balanceAfterUsd\n    reference\n    description\n    order {\n      id\n    }\n  }\n": types.MovementRowFragmentDoc,
    "\n  query StatementMonths {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120) {\n        from\n        amountUsd\n      }\n    }\n  }\n": types.StatementMonthsDocument,
    "\n  query StatementDownload($after: String, $from: DateTime, $to: DateTime, $kind: MovementKind) {\n    viewer {\n      statement(first: 200, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          at\n          kind\n          description\n          order {\n            id\n          }\n          reference\n          amountUsd\n          balanceAfterUsd\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StatementDownloadDocument,
    "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          id\n          at\n          ...MovementRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StatementMovementsDocument,
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
export function graphql(source: "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n"): (typeof documents)["\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        description\n        reference\n        order {\n          id\n          source\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        description\n        reference\n        order {\n          id\n          source\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    days: spending(by: DAY, last: 1) {\n      from\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2) {\n      from\n      amountUsd\n    }\n  }\n"): (typeof documents)["\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    days: spending(by: DAY, last: 1) {\n      from\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2) {\n      from\n      amountUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      quantity\n      expiresAt\n      renewable\n      ...RenewDialog\n    }\n  }\n"): (typeof documents)["\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      quantity\n      expiresAt\n      renewable\n      ...RenewDialog\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        ...LuxuryRow\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n      nodes {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        ...LuxuryRow\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n      nodes {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LuxuryRow on Order {\n    id\n    tier\n    type\n    country\n    ... on LuxuryOrder {\n      traffic {\n        id\n        totalGb\n        usedGb\n        leftGb\n        usedPercent\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment LuxuryRow on Order {\n    id\n    tier\n    type\n    country\n    ... on LuxuryOrder {\n      traffic {\n        id\n        totalGb\n        usedGb\n        leftGb\n        usedPercent\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OverviewTraffic($orderId: ID!) {\n    trafficUpdated(orderId: $orderId) {\n      id\n      totalGb\n      usedGb\n      leftGb\n      usedPercent\n    }\n  }\n"): (typeof documents)["\n  subscription OverviewTraffic($orderId: ID!) {\n    trafficUpdated(orderId: $orderId) {\n      id\n      totalGb\n      usedGb\n      leftGb\n      usedPercent\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Overview($endsBefore: DateTime!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query Overview($endsBefore: DateTime!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n"): (typeof documents)["\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RenewDialog on Order {\n    id\n    tier\n    type\n    quantity\n    period\n    expiresAt\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment RenewDialog on Order {\n    id\n    tier\n    type\n    quantity\n    period\n    expiresAt\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30) {\n      from\n      amountUsd\n    }\n  }\n"): (typeof documents)["\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30) {\n      from\n      amountUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          ...BalanceCard\n          ...SpendingCard\n          ...ActivityCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      __typename\n      ... on RenewSuccess {\n        chargedUsd\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          ...BalanceCard\n          ...SpendingCard\n          ...ActivityCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment MovementRow on Movement {\n    id\n    at\n    kind\n    amountUsd\n    balanceAfterUsd\n    reference\n    description\n    order {\n      id\n    }\n  }\n"): (typeof documents)["\n  fragment MovementRow on Movement {\n    id\n    at\n    kind\n    amountUsd\n    balanceAfterUsd\n    reference\n    description\n    order {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementMonths {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120) {\n        from\n        amountUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementMonths {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120) {\n        from\n        amountUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementDownload($after: String, $from: DateTime, $to: DateTime, $kind: MovementKind) {\n    viewer {\n      statement(first: 200, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          at\n          kind\n          description\n          order {\n            id\n          }\n          reference\n          amountUsd\n          balanceAfterUsd\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementDownload($after: String, $from: DateTime, $to: DateTime, $kind: MovementKind) {\n    viewer {\n      statement(first: 200, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          at\n          kind\n          description\n          order {\n            id\n          }\n          reference\n          amountUsd\n          balanceAfterUsd\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          id\n          at\n          ...MovementRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind) {\n        nodes {\n          id\n          at\n          ...MovementRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;