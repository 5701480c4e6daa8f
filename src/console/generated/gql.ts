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
    "\n  query BalanceToPayFrom {\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n": typeof types.BalanceToPayFromDocument,
    "\n  query WhereToTopUp {\n    viewer {\n      id\n      topUpUrl\n    }\n  }\n": typeof types.WhereToTopUpDocument,
    "\n  fragment Renewal on Order {\n    id\n    quantity\n    period\n    expiresAt\n    renewable\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n    autoRenew {\n      ...AutoRenewTerms\n    }\n  }\n": typeof types.RenewalFragmentDoc,
    "\n  fragment AutoRenewTerms on AutoRenew {\n    period\n    maxPriceUsd\n    until\n    nextTryAt\n    lastRefusal {\n      code\n      message\n    }\n  }\n": typeof types.AutoRenewTermsFragmentDoc,
    "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      ... on RenewSuccess {\n        replayed\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": typeof types.RenewDocument,
    "\n  mutation SetAutoRenew($input: SetAutoRenewInput!) {\n    setAutoRenew(input: $input) {\n      ... on SetAutoRenewSuccess {\n        orders {\n          id\n          autoRenew {\n            ...AutoRenewTerms\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.SetAutoRenewDocument,
    "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n": typeof types.CatalogDocument,
    "\n  fragment AboutMovement on Movement {\n    id\n    kind\n    amountUsd\n    description\n    reason\n    reference\n    work {\n      kind\n      orderId\n      product {\n        tier\n        type\n        country\n        quantity\n      }\n      days\n      gb\n      coins\n    }\n  }\n": typeof types.AboutMovementFragmentDoc,
    "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n": typeof types.StartPasskeySignInDocument,
    "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      ... on SignInSuccess {\n        viewer {\n          id\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.FinishPasskeySignInDocument,
    "\n  fragment Refusal on Error {\n    code\n    message\n    ... on InvalidInputError {\n      fields {\n        path\n        message\n      }\n    }\n  }\n": typeof types.RefusalFragmentDoc,
    "\n  query Who {\n    viewer {\n      id\n    }\n  }\n": typeof types.WhoDocument,
    "\n  fragment TrafficFigures on Traffic {\n    id\n    usedGb\n    leftGb\n    totalGb\n    usedPercent\n  }\n": typeof types.TrafficFiguresFragmentDoc,
    "\n  subscription TrafficEvents($id: ID!) {\n    trafficUpdated(orderId: $id) {\n      ...TrafficFigures\n    }\n  }\n": typeof types.TrafficEventsDocument,
    "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ...Refusal\n    }\n  }\n": typeof types.AddressCountDocument,
    "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.GeoListDocument,
    "\n  query Account {\n    supportUrl\n    viewer {\n      id\n      name\n      balanceUsd\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n": typeof types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": typeof types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": typeof types.SignOutDocument,
    "\n  query Search($text: String!) {\n    search(text: $text) {\n      id\n      ... on Order {\n        tier\n        type\n        country\n        quantity\n        status\n        label\n      }\n      ... on Movement {\n        at\n        amountUsd\n        ...AboutMovement\n      }\n      ... on ApiKey {\n        name\n        prefix\n        disabled\n      }\n    }\n  }\n": typeof types.SearchDocument,
    "\n  query Access {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...ListsCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n": typeof types.AccessDocument,
    "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      name\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n      lastUsedAt\n      lastUsedFrom\n      oldSecret {\n        prefix\n        until\n      }\n    }\n  }\n": typeof types.KeysCardFragmentDoc,
    "\n  mutation CreateKey($input: CreateKeyInput!) {\n    createKey(input: $input) {\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CreateKeyDocument,
    "\n  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {\n    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.ReissueKeyDocument,
    "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      ... on UpdateKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.UpdateKeyDocument,
    "\n  mutation DeleteKey($keyId: ID!) {\n    deleteKey(input: { keyId: $keyId }) {\n      ... on DeleteKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.DeleteKeyDocument,
    "\n  fragment ListsCard on Viewer {\n    id\n    proxyLists {\n      id\n      name\n      prefix\n      orderIds\n      filter\n      allowedIps\n      lastUsedAt\n    }\n  }\n": typeof types.ListsCardFragmentDoc,
    "\n  mutation RevokeProxyList($id: ID!) {\n    revokeProxyList(input: { id: $id }) {\n      ... on RevokeProxyListSuccess {\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RevokeProxyListDocument,
    "\n  mutation CreateProxyList($input: CreateProxyListInput!) {\n    createProxyList(input: $input) {\n      ... on CreateProxyListSuccess {\n        url\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CreateProxyListDocument,
    "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": typeof types.PasskeysCardFragmentDoc,
    "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      ... on RemovePasskeySuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RemovePasskeyDocument,
    "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      ... on PasskeyOptions {\n        options\n      }\n      ...Refusal\n    }\n  }\n": typeof types.StartPasskeyRegistrationDocument,
    "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.FinishPasskeyRegistrationDocument,
    "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      address\n      place\n      createdAt\n      lastUsedAt\n      lastChange\n      lastChangedAt\n      current\n    }\n  }\n": typeof types.SessionsCardFragmentDoc,
    "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      ... on EndSessionSuccess {\n        viewer {\n          ...SessionsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      viewer {\n        ...SessionsCard\n      }\n    }\n  }\n": typeof types.EndOtherSessionsDocument,
    "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n": typeof types.TokensCardFragmentDoc,
    "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RevokeFrontendTokensDocument,
    "\n  fragment TokenOrder on Order {\n    id\n    type\n    country\n    label\n    billing\n    product {\n      id\n      name\n    }\n  }\n": typeof types.TokenOrderFragmentDoc,
    "\n  query ChoiceOfOrders($text: String!, $isSearch: Boolean!) {\n    orders(first: 50, status: ACTIVE) @skip(if: $isSearch) {\n      nodes {\n        ...TokenOrder\n      }\n    }\n    search(text: $text) @include(if: $isSearch) {\n      ...TokenOrder\n    }\n  }\n": typeof types.ChoiceOfOrdersDocument,
    "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CreateFrontendTokenDocument,
    "\n  query Bought($id: ID!) {\n    order(id: $id) {\n      ...OrderFacts\n      ...ProxiesCard\n      ...ConnectCard\n      ... on LuxuryOrder {\n        settings {\n          ...LuxurySettingsFields\n        }\n      }\n    }\n  }\n": typeof types.BoughtDocument,
    "\n  query BuyPage {\n    viewer {\n      id\n      balanceUsd\n      topUpUrl\n      ...StockWatches\n    }\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        description\n        billing\n        maxQuantity\n        periods {\n          id\n          code\n          name\n          days\n          gb\n          priceUsd\n          retailPriceUsd\n        }\n      }\n    }\n  }\n": typeof types.BuyPageDocument,
    "\n  fragment StockWatches on Viewer {\n    id\n    stockWatches {\n      id\n      tier\n      type\n      country\n      below\n      available\n    }\n  }\n": typeof types.StockWatchesFragmentDoc,
    "\n  mutation WatchStock($input: WatchStockInput!) {\n    watchStock(input: $input) {\n      ... on WatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.WatchStockDocument,
    "\n  mutation UnwatchStock($id: ID!) {\n    unwatchStock(input: { id: $id }) {\n      ... on UnwatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.UnwatchStockDocument,
    "\n  query CountriesOfType($tier: String!, $type: String!) {\n    type(tier: $tier, type: $type) {\n      id\n      countries {\n        code\n        available\n      }\n    }\n  }\n": typeof types.CountriesOfTypeDocument,
    "\n  mutation Purchase($input: PurchaseInput!) {\n    purchase(input: $input) {\n      ... on PurchaseSuccess {\n        order {\n          id\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on OutOfStockError {\n        available\n      }\n      ... on InsufficientBalanceError {\n        balanceUsd\n        requiredUsd\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": typeof types.PurchaseDocument,
    "\n  query Quote($input: QuoteInput!) {\n    quote(input: $input) {\n      ... on Quote {\n        unitPriceUsd\n        priceUsd\n        available\n      }\n      ...Refusal\n    }\n  }\n": typeof types.QuoteDocument,
    "\n  fragment OrderAnnotations on Order {\n    id\n    label\n    customer\n    note\n  }\n": typeof types.OrderAnnotationsFragmentDoc,
    "\n  mutation UpdateOrder($input: UpdateOrderInput!) {\n    updateOrder(input: $input) {\n      ... on UpdateOrderSuccess {\n        order {\n          ...OrderAnnotations\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.UpdateOrderDocument,
    "\n  fragment ConnectCard on LuxuryOrder {\n    id\n    gateway {\n      host\n      httpPort\n      socks5Port\n      stickyPorts {\n        first\n        last\n      }\n    }\n    proxies {\n      host\n      port\n      login\n      password\n    }\n  }\n": typeof types.ConnectCardFragmentDoc,
    "\n  query OrderLines($id: ID!, $format: LineFormat!, $protocol: LineProtocol, $count: Int!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        lines(format: $format, protocol: $protocol, count: $count)\n      }\n    }\n  }\n": typeof types.OrderLinesDocument,
    "\n  mutation ResetPassword($orderId: ID!) {\n    resetPassword(input: { orderId: $orderId }) {\n      ... on ResetPasswordSuccess {\n        line\n        order {\n          ...ConnectCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.ResetPasswordDocument,
    "\n  query OrderDiagnosis($id: ID!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        diagnosis {\n          ... on Diagnosis {\n            addresses\n            exact\n            findings {\n              code\n              count\n              meaning\n              advice\n              loosenings {\n                setting\n                addresses\n                exact\n              }\n            }\n          }\n          ...Refusal\n        }\n      }\n    }\n  }\n": typeof types.OrderDiagnosisDocument,
    "\n  query OrderPage($id: ID!) {\n    order(id: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n": typeof types.OrderPageDocument,
    "\n  subscription OrderEvents($id: ID!) {\n    orderUpdated(orderId: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n": typeof types.OrderEventsDocument,
    "\n  fragment LuxuryPart on LuxuryOrder {\n    id\n    type\n    settings {\n      ...LuxurySettingsFields\n    }\n    ...TrafficCard\n    ...ConnectCard\n  }\n": typeof types.LuxuryPartFragmentDoc,
    "\n  fragment OrderFacts on Order {\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    trafficGb\n    renewable\n    billing\n    product {\n      id\n    }\n    ...OrderAnnotations\n  }\n": typeof types.OrderFactsFragmentDoc,
    "\n  fragment ProxiesCard on Order {\n    id\n    status\n    protocol\n    proxies {\n      id\n      host\n      port\n      login\n      password\n    }\n  }\n": typeof types.ProxiesCardFragmentDoc,
    "\n  query OrderPayments($id: ID!) {\n    order(id: $id) {\n      id\n      paidUsd\n    }\n    viewer {\n      id\n      balanceUsd\n      statement(first: 10, orderId: $id) {\n        nodes {\n          id\n          at\n          amountUsd\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n": typeof types.OrderPaymentsDocument,
    "\n  query CheckProxies($orderId: ID!) {\n    checkProxies(orderId: $orderId) {\n      ... on ProxyChecks {\n        checks {\n          proxy {\n            id\n            host\n            port\n          }\n          works\n          checkedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CheckProxiesDocument,
    "\n  mutation SetProtocol($orderId: ID!, $protocol: Protocol!) {\n    setProtocol(input: { orderId: $orderId, protocol: $protocol }) {\n      ... on SetProtocolSuccess {\n        order {\n          ...ProxiesCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.SetProtocolDocument,
    "\n  fragment TrafficCard on LuxuryOrder {\n    id\n    status\n    product {\n      id\n    }\n    settings {\n      id\n      paused\n    }\n    traffic {\n      ...TrafficFigures\n    }\n    ...AddTrafficDialog\n  }\n": typeof types.TrafficCardFragmentDoc,
    "\n  fragment AddTrafficDialog on LuxuryOrder {\n    id\n    period\n    traffic {\n      id\n      leftGb\n    }\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        gb\n        priceUsd\n      }\n    }\n  }\n": typeof types.AddTrafficDialogFragmentDoc,
    "\n  mutation AddTraffic($input: AddTrafficInput!) {\n    addTraffic(input: $input) {\n      ... on AddTrafficSuccess {\n        replayed\n        order {\n          id\n          status\n          trafficGb\n        }\n        traffic {\n          leftGb\n          ...TrafficFigures\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": typeof types.AddTrafficDocument,
    "\n  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!, $timeZone: String!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        usage(by: $by, from: $from, timeZone: $timeZone) {\n          at\n          bytes\n        }\n      }\n    }\n  }\n": typeof types.OrderUsageDocument,
    "\n  fragment LuxurySettingsFields on LuxurySettings {\n    id\n    country\n    state\n    city\n    zip\n    asn\n    anonymous\n    excludeAsn\n    session\n    stickyMinutes\n    protocol\n    threads\n    allowedIps\n    blockedHosts\n    paused\n  }\n": typeof types.LuxurySettingsFieldsFragmentDoc,
    "\n  mutation UpdateSettings($input: UpdateSettingsInput!) {\n    updateSettings(input: $input) {\n      ... on UpdateSettingsSuccess {\n        order {\n          status\n          protocol\n          ...ConnectCard\n          settings {\n            ...LuxurySettingsFields\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.UpdateSettingsDocument,
    "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        protocol\n      }\n    }\n  }\n": typeof types.OrdersToExportDocument,
    "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        label\n        customer\n        note\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n": typeof types.OrderAccessDocument,
    "\n  fragment OrderRow on Order {\n    id\n    status\n    tier\n    type\n    country\n    label\n    customer\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      traffic {\n        id\n        leftGb\n        totalGb\n      }\n    }\n  }\n": typeof types.OrderRowFragmentDoc,
    "\n  query Terms {\n    tiers {\n      id\n      types {\n        id\n        periods {\n          id\n          code\n          name\n          days\n        }\n      }\n    }\n  }\n": typeof types.TermsDocument,
    "\n  query RenewalsQuote($input: BulkQuoteInput!) {\n    bulkQuote(input: $input) {\n      ... on BulkQuote {\n        count\n        totalUsd\n        refused {\n          place\n          order {\n            id\n          }\n          error {\n            code\n            message\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RenewalsQuoteDocument,
    "\n  mutation RenewMany($input: BulkRenewInput!) {\n    bulkRenew(input: $input) {\n      ... on BulkRenewSuccess {\n        job {\n          id\n        }\n        viewer {\n          id\n          bulkJobs {\n            id\n            kind\n            state\n            endedAt\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RenewManyDocument,
    "\n  query Job($id: ID!) {\n    node(id: $id) {\n      ... on BulkJob {\n        id\n        kind\n        state\n        count\n        done\n        failed\n        chargedUsd\n        endedAt\n        items(first: 200, failed: true) {\n          nodes {\n            place\n            order {\n              id\n            }\n            error {\n              code\n              message\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.JobDocument,
    "\n  mutation CancelJob($input: CancelBulkJobInput!) {\n    cancelBulkJob(input: $input) {\n      ... on CancelBulkJobSuccess {\n        job {\n          id\n          state\n          endedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CancelJobDocument,
    "\n  query Jobs {\n    viewer {\n      id\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n": typeof types.JobsDocument,
    "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $statuses: [OrderStatus!]\n    $tier: String\n    $type: String\n    $country: String\n    $customer: String\n    $endsBefore: DateTime\n    $orderBy: OrderSort\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      statuses: $statuses\n      tier: $tier\n      type: $type\n      country: $country\n      customer: $customer\n      endsBefore: $endsBefore\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        expiresAt\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.OrderListDocument,
    "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      label\n      customer\n      expiresAt\n      ...OrderRow\n    }\n  }\n": typeof types.OrderChangesDocument,
    "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        reference\n        order {\n          id\n          source\n        }\n        ...AboutMovement\n      }\n    }\n  }\n": typeof types.ActivityCardFragmentDoc,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    coins {\n      balance\n      cashbackPercent\n      referralPercent\n    }\n    days: spending(by: DAY, last: 1, timeZone: $timeZone) {\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2, timeZone: $timeZone) {\n      amountUsd\n    }\n  }\n": typeof types.BalanceCardFragmentDoc,
    "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      label\n      quantity\n      expiresAt\n      renewable\n      product {\n        id\n      }\n      ...Renewal\n    }\n  }\n": typeof types.EndingOrdersFragmentDoc,
    "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        tier\n        type\n        country\n        ... on LuxuryOrder {\n          traffic {\n            ...TrafficFigures\n          }\n        }\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n    }\n  }\n": typeof types.LuxuryOrdersDocument,
    "\n  query Overview($endsBefore: DateTime!, $timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n": typeof types.OverviewDocument,
    "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n": typeof types.OverviewOrdersDocument,
    "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30, timeZone: $timeZone) {\n      from\n      amountUsd\n    }\n  }\n": typeof types.SpendingCardFragmentDoc,
    "\n  fragment ForecastCard on RenewalForecast {\n    days {\n      date\n      count\n      totalUsd\n      balanceUsd\n    }\n    coveredUntil\n    lost {\n      order {\n        id\n        label\n      }\n      code\n      at\n    }\n    lostCount\n  }\n": typeof types.ForecastCardFragmentDoc,
    "\n  fragment LimitsCard on Viewer {\n    id\n    spendingLimit {\n      perDayUsd\n      perMonthUsd\n      spentTodayUsd\n      spentThisMonthUsd\n    }\n  }\n": typeof types.LimitsCardFragmentDoc,
    "\n  mutation SetSpendingLimit($input: SetSpendingLimitInput!) {\n    setSpendingLimit(input: $input) {\n      ... on SetSpendingLimitSuccess {\n        viewer {\n          ...LimitsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.SetSpendingLimitDocument,
    "\n  fragment RenewalsCard on OrderConnection {\n    nodes {\n      id\n      label\n      tier\n      type\n      expiresAt\n      ...Renewal\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n": typeof types.RenewalsCardFragmentDoc,
    "\n  query Renewals($first: Int!) {\n    viewer {\n      id\n      balanceUsd\n      ...LimitsCard\n    }\n    renewalForecast(days: 30) {\n      ...ForecastCard\n    }\n    orders(first: $first, status: ACTIVE, orderBy: ENDS_SOONEST) {\n      ...RenewalsCard\n    }\n  }\n": typeof types.RenewalsDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      ...Refusal\n    }\n  }\n": typeof types.SignInDocument,
    "\n  query Chat {\n    chatUrl\n  }\n": typeof types.ChatDocument,
    "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n    $orderId: ID\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {\n        nodes {\n          id\n          at\n          kind\n          amountUsd\n          balanceAfterUsd\n          reference\n          description\n          order {\n            id\n            label\n            customer\n          }\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.StatementMovementsDocument,
    "\n  query StatementMonths($timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120, timeZone: $timeZone) {\n        from\n        amountUsd\n      }\n    }\n  }\n": typeof types.StatementMonthsDocument,
    "\n  query StatementSums($from: DateTime, $to: DateTime, $timeZone: String!) {\n    viewer {\n      id\n      statementSums(from: $from, to: $to, timeZone: $timeZone) {\n        from\n        to\n        previousFrom\n        previousTo\n        spentUsd\n        previousSpentUsd\n        byProduct {\n          ...StatementSum\n        }\n        byCountry {\n          ...StatementSum\n        }\n        byKind {\n          ...StatementSum\n        }\n      }\n    }\n  }\n": typeof types.StatementSumsDocument,
    "\n  fragment StatementSum on StatementSum {\n    tier\n    type\n    country\n    kind\n    movements\n    amountUsd\n    previousAmountUsd\n  }\n": typeof types.StatementSumFragmentDoc,
    "\n  query Deliveries($id: ID!, $first: Int!) {\n    node(id: $id) {\n      id\n      ... on Webhook {\n        ...EndpointCard\n        deliveries(first: $first) {\n          nodes {\n            eventId\n            isTest\n            event {\n              id\n              type\n              sequence\n            }\n            nextAttemptAt\n            attempts {\n              at\n              status\n              durationMs\n              error\n            }\n          }\n          pageInfo {\n            hasNextPage\n          }\n        }\n      }\n    }\n  }\n": typeof types.DeliveriesDocument,
    "\n  mutation Redeliver($eventId: ID!, $id: ID!) {\n    redeliver(input: { eventId: $eventId, webhookId: $id }) {\n      ...Refusal\n    }\n  }\n": typeof types.RedeliverDocument,
    "\n  mutation RedeliverSince($id: ID!, $sequence: Int!) {\n    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {\n      ... on RedeliverSinceSuccess {\n        count\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RedeliverSinceDocument,
    "\n  fragment EndpointCard on Webhook {\n    id\n    url\n    types\n    description\n    enabled\n    offReason\n    oldSecretUntil\n    heldUntil\n    failingSince\n  }\n": typeof types.EndpointCardFragmentDoc,
    "\n  mutation SendTestEvent($id: ID!) {\n    sendTestEvent(input: { id: $id }) {\n      ...Refusal\n    }\n  }\n": typeof types.SendTestEventDocument,
    "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      ... on RotateWebhookSecretSuccess {\n        secret\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      ... on DeleteWebhookSuccess {\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.DeleteWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ... on UpdateWebhookSuccess {\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.UpdateWebhookDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ... on CreateWebhookSuccess {\n        secret\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n": typeof types.CreateWebhookDocument,
    "\n  query Webhooks {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...WebhookList\n    }\n  }\n": typeof types.WebhooksDocument,
    "\n  fragment WebhookList on Viewer {\n    id\n    webhooks {\n      id\n      ...EndpointCard\n    }\n  }\n": typeof types.WebhookListFragmentDoc,
};
const documents: Documents = {
    "\n  query BalanceToPayFrom {\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n": types.BalanceToPayFromDocument,
    "\n  query WhereToTopUp {\n    viewer {\n      id\n      topUpUrl\n    }\n  }\n": types.WhereToTopUpDocument,
    "\n  fragment Renewal on Order {\n    id\n    quantity\n    period\n    expiresAt\n    renewable\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n    autoRenew {\n      ...AutoRenewTerms\n    }\n  }\n": types.RenewalFragmentDoc,
    "\n  fragment AutoRenewTerms on AutoRenew {\n    period\n    maxPriceUsd\n    until\n    nextTryAt\n    lastRefusal {\n      code\n      message\n    }\n  }\n": types.AutoRenewTermsFragmentDoc,
    "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      ... on RenewSuccess {\n        replayed\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": types.RenewDocument,
    "\n  mutation SetAutoRenew($input: SetAutoRenewInput!) {\n    setAutoRenew(input: $input) {\n      ... on SetAutoRenewSuccess {\n        orders {\n          id\n          autoRenew {\n            ...AutoRenewTerms\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.SetAutoRenewDocument,
    "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n": types.CatalogDocument,
    "\n  fragment AboutMovement on Movement {\n    id\n    kind\n    amountUsd\n    description\n    reason\n    reference\n    work {\n      kind\n      orderId\n      product {\n        tier\n        type\n        country\n        quantity\n      }\n      days\n      gb\n      coins\n    }\n  }\n": types.AboutMovementFragmentDoc,
    "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n": types.StartPasskeySignInDocument,
    "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      ... on SignInSuccess {\n        viewer {\n          id\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.FinishPasskeySignInDocument,
    "\n  fragment Refusal on Error {\n    code\n    message\n    ... on InvalidInputError {\n      fields {\n        path\n        message\n      }\n    }\n  }\n": types.RefusalFragmentDoc,
    "\n  query Who {\n    viewer {\n      id\n    }\n  }\n": types.WhoDocument,
    "\n  fragment TrafficFigures on Traffic {\n    id\n    usedGb\n    leftGb\n    totalGb\n    usedPercent\n  }\n": types.TrafficFiguresFragmentDoc,
    "\n  subscription TrafficEvents($id: ID!) {\n    trafficUpdated(orderId: $id) {\n      ...TrafficFigures\n    }\n  }\n": types.TrafficEventsDocument,
    "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ...Refusal\n    }\n  }\n": types.AddressCountDocument,
    "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.GeoListDocument,
    "\n  query Account {\n    supportUrl\n    viewer {\n      id\n      name\n      balanceUsd\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n": types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": types.SignOutDocument,
    "\n  query Search($text: String!) {\n    search(text: $text) {\n      id\n      ... on Order {\n        tier\n        type\n        country\n        quantity\n        status\n        label\n      }\n      ... on Movement {\n        at\n        amountUsd\n        ...AboutMovement\n      }\n      ... on ApiKey {\n        name\n        prefix\n        disabled\n      }\n    }\n  }\n": types.SearchDocument,
    "\n  query Access {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...ListsCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n": types.AccessDocument,
    "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      name\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n      lastUsedAt\n      lastUsedFrom\n      oldSecret {\n        prefix\n        until\n      }\n    }\n  }\n": types.KeysCardFragmentDoc,
    "\n  mutation CreateKey($input: CreateKeyInput!) {\n    createKey(input: $input) {\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CreateKeyDocument,
    "\n  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {\n    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.ReissueKeyDocument,
    "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      ... on UpdateKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.UpdateKeyDocument,
    "\n  mutation DeleteKey($keyId: ID!) {\n    deleteKey(input: { keyId: $keyId }) {\n      ... on DeleteKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.DeleteKeyDocument,
    "\n  fragment ListsCard on Viewer {\n    id\n    proxyLists {\n      id\n      name\n      prefix\n      orderIds\n      filter\n      allowedIps\n      lastUsedAt\n    }\n  }\n": types.ListsCardFragmentDoc,
    "\n  mutation RevokeProxyList($id: ID!) {\n    revokeProxyList(input: { id: $id }) {\n      ... on RevokeProxyListSuccess {\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RevokeProxyListDocument,
    "\n  mutation CreateProxyList($input: CreateProxyListInput!) {\n    createProxyList(input: $input) {\n      ... on CreateProxyListSuccess {\n        url\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CreateProxyListDocument,
    "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": types.PasskeysCardFragmentDoc,
    "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      ... on RemovePasskeySuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RemovePasskeyDocument,
    "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      ... on PasskeyOptions {\n        options\n      }\n      ...Refusal\n    }\n  }\n": types.StartPasskeyRegistrationDocument,
    "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.FinishPasskeyRegistrationDocument,
    "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      address\n      place\n      createdAt\n      lastUsedAt\n      lastChange\n      lastChangedAt\n      current\n    }\n  }\n": types.SessionsCardFragmentDoc,
    "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      ... on EndSessionSuccess {\n        viewer {\n          ...SessionsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      viewer {\n        ...SessionsCard\n      }\n    }\n  }\n": types.EndOtherSessionsDocument,
    "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n": types.TokensCardFragmentDoc,
    "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RevokeFrontendTokensDocument,
    "\n  fragment TokenOrder on Order {\n    id\n    type\n    country\n    label\n    billing\n    product {\n      id\n      name\n    }\n  }\n": types.TokenOrderFragmentDoc,
    "\n  query ChoiceOfOrders($text: String!, $isSearch: Boolean!) {\n    orders(first: 50, status: ACTIVE) @skip(if: $isSearch) {\n      nodes {\n        ...TokenOrder\n      }\n    }\n    search(text: $text) @include(if: $isSearch) {\n      ...TokenOrder\n    }\n  }\n": types.ChoiceOfOrdersDocument,
    "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CreateFrontendTokenDocument,
    "\n  query Bought($id: ID!) {\n    order(id: $id) {\n      ...OrderFacts\n      ...ProxiesCard\n      ...ConnectCard\n      ... on LuxuryOrder {\n        settings {\n          ...LuxurySettingsFields\n        }\n      }\n    }\n  }\n": types.BoughtDocument,
    "\n  query BuyPage {\n    viewer {\n      id\n      balanceUsd\n      topUpUrl\n      ...StockWatches\n    }\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        description\n        billing\n        maxQuantity\n        periods {\n          id\n          code\n          name\n          days\n          gb\n          priceUsd\n          retailPriceUsd\n        }\n      }\n    }\n  }\n": types.BuyPageDocument,
    "\n  fragment StockWatches on Viewer {\n    id\n    stockWatches {\n      id\n      tier\n      type\n      country\n      below\n      available\n    }\n  }\n": types.StockWatchesFragmentDoc,
    "\n  mutation WatchStock($input: WatchStockInput!) {\n    watchStock(input: $input) {\n      ... on WatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.WatchStockDocument,
    "\n  mutation UnwatchStock($id: ID!) {\n    unwatchStock(input: { id: $id }) {\n      ... on UnwatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.UnwatchStockDocument,
    "\n  query CountriesOfType($tier: String!, $type: String!) {\n    type(tier: $tier, type: $type) {\n      id\n      countries {\n        code\n        available\n      }\n    }\n  }\n": types.CountriesOfTypeDocument,
    "\n  mutation Purchase($input: PurchaseInput!) {\n    purchase(input: $input) {\n      ... on PurchaseSuccess {\n        order {\n          id\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on OutOfStockError {\n        available\n      }\n      ... on InsufficientBalanceError {\n        balanceUsd\n        requiredUsd\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": types.PurchaseDocument,
    "\n  query Quote($input: QuoteInput!) {\n    quote(input: $input) {\n      ... on Quote {\n        unitPriceUsd\n        priceUsd\n        available\n      }\n      ...Refusal\n    }\n  }\n": types.QuoteDocument,
    "\n  fragment OrderAnnotations on Order {\n    id\n    label\n    customer\n    note\n  }\n": types.OrderAnnotationsFragmentDoc,
    "\n  mutation UpdateOrder($input: UpdateOrderInput!) {\n    updateOrder(input: $input) {\n      ... on UpdateOrderSuccess {\n        order {\n          ...OrderAnnotations\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.UpdateOrderDocument,
    "\n  fragment ConnectCard on LuxuryOrder {\n    id\n    gateway {\n      host\n      httpPort\n      socks5Port\n      stickyPorts {\n        first\n        last\n      }\n    }\n    proxies {\n      host\n      port\n      login\n      password\n    }\n  }\n": types.ConnectCardFragmentDoc,
    "\n  query OrderLines($id: ID!, $format: LineFormat!, $protocol: LineProtocol, $count: Int!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        lines(format: $format, protocol: $protocol, count: $count)\n      }\n    }\n  }\n": types.OrderLinesDocument,
    "\n  mutation ResetPassword($orderId: ID!) {\n    resetPassword(input: { orderId: $orderId }) {\n      ... on ResetPasswordSuccess {\n        line\n        order {\n          ...ConnectCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.ResetPasswordDocument,
    "\n  query OrderDiagnosis($id: ID!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        diagnosis {\n          ... on Diagnosis {\n            addresses\n            exact\n            findings {\n              code\n              count\n              meaning\n              advice\n              loosenings {\n                setting\n                addresses\n                exact\n              }\n            }\n          }\n          ...Refusal\n        }\n      }\n    }\n  }\n": types.OrderDiagnosisDocument,
    "\n  query OrderPage($id: ID!) {\n    order(id: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n": types.OrderPageDocument,
    "\n  subscription OrderEvents($id: ID!) {\n    orderUpdated(orderId: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n": types.OrderEventsDocument,
    "\n  fragment LuxuryPart on LuxuryOrder {\n    id\n    type\n    settings {\n      ...LuxurySettingsFields\n    }\n    ...TrafficCard\n    ...ConnectCard\n  }\n": types.LuxuryPartFragmentDoc,
    "\n  fragment OrderFacts on Order {\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    trafficGb\n    renewable\n    billing\n    product {\n      id\n    }\n    ...OrderAnnotations\n  }\n": types.OrderFactsFragmentDoc,
    "\n  fragment ProxiesCard on Order {\n    id\n    status\n    protocol\n    proxies {\n      id\n      host\n      port\n      login\n      password\n    }\n  }\n": types.ProxiesCardFragmentDoc,
    "\n  query OrderPayments($id: ID!) {\n    order(id: $id) {\n      id\n      paidUsd\n    }\n    viewer {\n      id\n      balanceUsd\n      statement(first: 10, orderId: $id) {\n        nodes {\n          id\n          at\n          amountUsd\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n": types.OrderPaymentsDocument,
    "\n  query CheckProxies($orderId: ID!) {\n    checkProxies(orderId: $orderId) {\n      ... on ProxyChecks {\n        checks {\n          proxy {\n            id\n            host\n            port\n          }\n          works\n          checkedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CheckProxiesDocument,
    "\n  mutation SetProtocol($orderId: ID!, $protocol: Protocol!) {\n    setProtocol(input: { orderId: $orderId, protocol: $protocol }) {\n      ... on SetProtocolSuccess {\n        order {\n          ...ProxiesCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.SetProtocolDocument,
    "\n  fragment TrafficCard on LuxuryOrder {\n    id\n    status\n    product {\n      id\n    }\n    settings {\n      id\n      paused\n    }\n    traffic {\n      ...TrafficFigures\n    }\n    ...AddTrafficDialog\n  }\n": types.TrafficCardFragmentDoc,
    "\n  fragment AddTrafficDialog on LuxuryOrder {\n    id\n    period\n    traffic {\n      id\n      leftGb\n    }\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        gb\n        priceUsd\n      }\n    }\n  }\n": types.AddTrafficDialogFragmentDoc,
    "\n  mutation AddTraffic($input: AddTrafficInput!) {\n    addTraffic(input: $input) {\n      ... on AddTrafficSuccess {\n        replayed\n        order {\n          id\n          status\n          trafficGb\n        }\n        traffic {\n          leftGb\n          ...TrafficFigures\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n": types.AddTrafficDocument,
    "\n  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!, $timeZone: String!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        usage(by: $by, from: $from, timeZone: $timeZone) {\n          at\n          bytes\n        }\n      }\n    }\n  }\n": types.OrderUsageDocument,
    "\n  fragment LuxurySettingsFields on LuxurySettings {\n    id\n    country\n    state\n    city\n    zip\n    asn\n    anonymous\n    excludeAsn\n    session\n    stickyMinutes\n    protocol\n    threads\n    allowedIps\n    blockedHosts\n    paused\n  }\n": types.LuxurySettingsFieldsFragmentDoc,
    "\n  mutation UpdateSettings($input: UpdateSettingsInput!) {\n    updateSettings(input: $input) {\n      ... on UpdateSettingsSuccess {\n        order {\n          status\n          protocol\n          ...ConnectCard\n          settings {\n            ...LuxurySettingsFields\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.UpdateSettingsDocument,
    "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        protocol\n      }\n    }\n  }\n": types.OrdersToExportDocument,
    "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        label\n        customer\n        note\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n": types.OrderAccessDocument,
    "\n  fragment OrderRow on Order {\n    id\n    status\n    tier\n    type\n    country\n    label\n    customer\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      traffic {\n        id\n        leftGb\n        totalGb\n      }\n    }\n  }\n": types.OrderRowFragmentDoc,
    "\n  query Terms {\n    tiers {\n      id\n      types {\n        id\n        periods {\n          id\n          code\n          name\n          days\n        }\n      }\n    }\n  }\n": types.TermsDocument,
    "\n  query RenewalsQuote($input: BulkQuoteInput!) {\n    bulkQuote(input: $input) {\n      ... on BulkQuote {\n        count\n        totalUsd\n        refused {\n          place\n          order {\n            id\n          }\n          error {\n            code\n            message\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RenewalsQuoteDocument,
    "\n  mutation RenewMany($input: BulkRenewInput!) {\n    bulkRenew(input: $input) {\n      ... on BulkRenewSuccess {\n        job {\n          id\n        }\n        viewer {\n          id\n          bulkJobs {\n            id\n            kind\n            state\n            endedAt\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RenewManyDocument,
    "\n  query Job($id: ID!) {\n    node(id: $id) {\n      ... on BulkJob {\n        id\n        kind\n        state\n        count\n        done\n        failed\n        chargedUsd\n        endedAt\n        items(first: 200, failed: true) {\n          nodes {\n            place\n            order {\n              id\n            }\n            error {\n              code\n              message\n            }\n          }\n        }\n      }\n    }\n  }\n": types.JobDocument,
    "\n  mutation CancelJob($input: CancelBulkJobInput!) {\n    cancelBulkJob(input: $input) {\n      ... on CancelBulkJobSuccess {\n        job {\n          id\n          state\n          endedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CancelJobDocument,
    "\n  query Jobs {\n    viewer {\n      id\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n": types.JobsDocument,
    "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $statuses: [OrderStatus!]\n    $tier: String\n    $type: String\n    $country: String\n    $customer: String\n    $endsBefore: DateTime\n    $orderBy: OrderSort\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      statuses: $statuses\n      tier: $tier\n      type: $type\n      country: $country\n      customer: $customer\n      endsBefore: $endsBefore\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        expiresAt\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.OrderListDocument,
    "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      label\n      customer\n      expiresAt\n      ...OrderRow\n    }\n  }\n": types.OrderChangesDocument,
    "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        reference\n        order {\n          id\n          source\n        }\n        ...AboutMovement\n      }\n    }\n  }\n": types.ActivityCardFragmentDoc,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    coins {\n      balance\n      cashbackPercent\n      referralPercent\n    }\n    days: spending(by: DAY, last: 1, timeZone: $timeZone) {\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2, timeZone: $timeZone) {\n      amountUsd\n    }\n  }\n": types.BalanceCardFragmentDoc,
    "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      label\n      quantity\n      expiresAt\n      renewable\n      product {\n        id\n      }\n      ...Renewal\n    }\n  }\n": types.EndingOrdersFragmentDoc,
    "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        tier\n        type\n        country\n        ... on LuxuryOrder {\n          traffic {\n            ...TrafficFigures\n          }\n        }\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n    }\n  }\n": types.LuxuryOrdersDocument,
    "\n  query Overview($endsBefore: DateTime!, $timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n": types.OverviewDocument,
    "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n": types.OverviewOrdersDocument,
    "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30, timeZone: $timeZone) {\n      from\n      amountUsd\n    }\n  }\n": types.SpendingCardFragmentDoc,
    "\n  fragment ForecastCard on RenewalForecast {\n    days {\n      date\n      count\n      totalUsd\n      balanceUsd\n    }\n    coveredUntil\n    lost {\n      order {\n        id\n        label\n      }\n      code\n      at\n    }\n    lostCount\n  }\n": types.ForecastCardFragmentDoc,
    "\n  fragment LimitsCard on Viewer {\n    id\n    spendingLimit {\n      perDayUsd\n      perMonthUsd\n      spentTodayUsd\n      spentThisMonthUsd\n    }\n  }\n": types.LimitsCardFragmentDoc,
    "\n  mutation SetSpendingLimit($input: SetSpendingLimitInput!) {\n    setSpendingLimit(input: $input) {\n      ... on SetSpendingLimitSuccess {\n        viewer {\n          ...LimitsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.SetSpendingLimitDocument,
    "\n  fragment RenewalsCard on OrderConnection {\n    nodes {\n      id\n      label\n      tier\n      type\n      expiresAt\n      ...Renewal\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n": types.RenewalsCardFragmentDoc,
    "\n  query Renewals($first: Int!) {\n    viewer {\n      id\n      balanceUsd\n      ...LimitsCard\n    }\n    renewalForecast(days: 30) {\n      ...ForecastCard\n    }\n    orders(first: $first, status: ACTIVE, orderBy: ENDS_SOONEST) {\n      ...RenewalsCard\n    }\n  }\n": types.RenewalsDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      ...Refusal\n    }\n  }\n": types.SignInDocument,
    "\n  query Chat {\n    chatUrl\n  }\n": types.ChatDocument,
    "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n    $orderId: ID\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {\n        nodes {\n          id\n          at\n          kind\n          amountUsd\n          balanceAfterUsd\n          reference\n          description\n          order {\n            id\n            label\n            customer\n          }\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.StatementMovementsDocument,
    "\n  query StatementMonths($timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120, timeZone: $timeZone) {\n        from\n        amountUsd\n      }\n    }\n  }\n": types.StatementMonthsDocument,
    "\n  query StatementSums($from: DateTime, $to: DateTime, $timeZone: String!) {\n    viewer {\n      id\n      statementSums(from: $from, to: $to, timeZone: $timeZone) {\n        from\n        to\n        previousFrom\n        previousTo\n        spentUsd\n        previousSpentUsd\n        byProduct {\n          ...StatementSum\n        }\n        byCountry {\n          ...StatementSum\n        }\n        byKind {\n          ...StatementSum\n        }\n      }\n    }\n  }\n": types.StatementSumsDocument,
    "\n  fragment StatementSum on StatementSum {\n    tier\n    type\n    country\n    kind\n    movements\n    amountUsd\n    previousAmountUsd\n  }\n": types.StatementSumFragmentDoc,
    "\n  query Deliveries($id: ID!, $first: Int!) {\n    node(id: $id) {\n      id\n      ... on Webhook {\n        ...EndpointCard\n        deliveries(first: $first) {\n          nodes {\n            eventId\n            isTest\n            event {\n              id\n              type\n              sequence\n            }\n            nextAttemptAt\n            attempts {\n              at\n              status\n              durationMs\n              error\n            }\n          }\n          pageInfo {\n            hasNextPage\n          }\n        }\n      }\n    }\n  }\n": types.DeliveriesDocument,
    "\n  mutation Redeliver($eventId: ID!, $id: ID!) {\n    redeliver(input: { eventId: $eventId, webhookId: $id }) {\n      ...Refusal\n    }\n  }\n": types.RedeliverDocument,
    "\n  mutation RedeliverSince($id: ID!, $sequence: Int!) {\n    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {\n      ... on RedeliverSinceSuccess {\n        count\n      }\n      ...Refusal\n    }\n  }\n": types.RedeliverSinceDocument,
    "\n  fragment EndpointCard on Webhook {\n    id\n    url\n    types\n    description\n    enabled\n    offReason\n    oldSecretUntil\n    heldUntil\n    failingSince\n  }\n": types.EndpointCardFragmentDoc,
    "\n  mutation SendTestEvent($id: ID!) {\n    sendTestEvent(input: { id: $id }) {\n      ...Refusal\n    }\n  }\n": types.SendTestEventDocument,
    "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      ... on RotateWebhookSecretSuccess {\n        secret\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      ... on DeleteWebhookSuccess {\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.DeleteWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ... on UpdateWebhookSuccess {\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.UpdateWebhookDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ... on CreateWebhookSuccess {\n        secret\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n": types.CreateWebhookDocument,
    "\n  query Webhooks {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...WebhookList\n    }\n  }\n": types.WebhooksDocument,
    "\n  fragment WebhookList on Viewer {\n    id\n    webhooks {\n      id\n      ...EndpointCard\n    }\n  }\n": types.WebhookListFragmentDoc,
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
export function graphql(source: "\n  query BalanceToPayFrom {\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n"): (typeof documents)["\n  query BalanceToPayFrom {\n    viewer {\n      id\n      balanceUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WhereToTopUp {\n    viewer {\n      id\n      topUpUrl\n    }\n  }\n"): (typeof documents)["\n  query WhereToTopUp {\n    viewer {\n      id\n      topUpUrl\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Renewal on Order {\n    id\n    quantity\n    period\n    expiresAt\n    renewable\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n    autoRenew {\n      ...AutoRenewTerms\n    }\n  }\n"): (typeof documents)["\n  fragment Renewal on Order {\n    id\n    quantity\n    period\n    expiresAt\n    renewable\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        days\n        priceUsd\n      }\n    }\n    autoRenew {\n      ...AutoRenewTerms\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AutoRenewTerms on AutoRenew {\n    period\n    maxPriceUsd\n    until\n    nextTryAt\n    lastRefusal {\n      code\n      message\n    }\n  }\n"): (typeof documents)["\n  fragment AutoRenewTerms on AutoRenew {\n    period\n    maxPriceUsd\n    until\n    nextTryAt\n    lastRefusal {\n      code\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      ... on RenewSuccess {\n        replayed\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Renew($input: RenewInput!) {\n    renew(input: $input) {\n      ... on RenewSuccess {\n        replayed\n        order {\n          id\n          status\n          expiresAt\n          renewable\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetAutoRenew($input: SetAutoRenewInput!) {\n    setAutoRenew(input: $input) {\n      ... on SetAutoRenewSuccess {\n        orders {\n          id\n          autoRenew {\n            ...AutoRenewTerms\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation SetAutoRenew($input: SetAutoRenewInput!) {\n    setAutoRenew(input: $input) {\n      ... on SetAutoRenewSuccess {\n        orders {\n          id\n          autoRenew {\n            ...AutoRenewTerms\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n"): (typeof documents)["\n  query Catalog {\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        billing\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AboutMovement on Movement {\n    id\n    kind\n    amountUsd\n    description\n    reason\n    reference\n    work {\n      kind\n      orderId\n      product {\n        tier\n        type\n        country\n        quantity\n      }\n      days\n      gb\n      coins\n    }\n  }\n"): (typeof documents)["\n  fragment AboutMovement on Movement {\n    id\n    kind\n    amountUsd\n    description\n    reason\n    reference\n    work {\n      kind\n      orderId\n      product {\n        tier\n        type\n        country\n        quantity\n      }\n      days\n      gb\n      coins\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      ... on SignInSuccess {\n        viewer {\n          id\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      ... on SignInSuccess {\n        viewer {\n          id\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Refusal on Error {\n    code\n    message\n    ... on InvalidInputError {\n      fields {\n        path\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment Refusal on Error {\n    code\n    message\n    ... on InvalidInputError {\n      fields {\n        path\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Who {\n    viewer {\n      id\n    }\n  }\n"): (typeof documents)["\n  query Who {\n    viewer {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TrafficFigures on Traffic {\n    id\n    usedGb\n    leftGb\n    totalGb\n    usedPercent\n  }\n"): (typeof documents)["\n  fragment TrafficFigures on Traffic {\n    id\n    usedGb\n    leftGb\n    totalGb\n    usedPercent\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription TrafficEvents($id: ID!) {\n    trafficUpdated(orderId: $id) {\n      ...TrafficFigures\n    }\n  }\n"): (typeof documents)["\n  subscription TrafficEvents($id: ID!) {\n    trafficUpdated(orderId: $id) {\n      ...TrafficFigures\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  query AddressCount(\n    $type: String!\n    $country: String\n    $state: String\n    $city: String\n    $zip: String\n    $asn: String\n    $anonymous: Boolean\n    $excludeAsn: [String!]\n  ) {\n    addressCount(\n      type: $type\n      country: $country\n      state: $state\n      city: $city\n      zip: $zip\n      asn: $asn\n      anonymous: $anonymous\n      excludeAsn: $excludeAsn\n    ) {\n      ... on AddressCount {\n        addresses\n        exact\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {\n    geo(type: $type, kind: $kind, country: $country, state: $state) {\n      ... on GeoItems {\n        items {\n          code\n          name\n          count\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Account {\n    supportUrl\n    viewer {\n      id\n      name\n      balanceUsd\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Account {\n    supportUrl\n    viewer {\n      id\n      name\n      balanceUsd\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  query Search($text: String!) {\n    search(text: $text) {\n      id\n      ... on Order {\n        tier\n        type\n        country\n        quantity\n        status\n        label\n      }\n      ... on Movement {\n        at\n        amountUsd\n        ...AboutMovement\n      }\n      ... on ApiKey {\n        name\n        prefix\n        disabled\n      }\n    }\n  }\n"): (typeof documents)["\n  query Search($text: String!) {\n    search(text: $text) {\n      id\n      ... on Order {\n        tier\n        type\n        country\n        quantity\n        status\n        label\n      }\n      ... on Movement {\n        at\n        amountUsd\n        ...AboutMovement\n      }\n      ... on ApiKey {\n        name\n        prefix\n        disabled\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Access {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...ListsCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n"): (typeof documents)["\n  query Access {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...ListsCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      name\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n      lastUsedAt\n      lastUsedFrom\n      oldSecret {\n        prefix\n        until\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      name\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n      lastUsedAt\n      lastUsedFrom\n      oldSecret {\n        prefix\n        until\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateKey($input: CreateKeyInput!) {\n    createKey(input: $input) {\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation CreateKey($input: CreateKeyInput!) {\n    createKey(input: $input) {\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {\n    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {\n    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      ... on UpdateKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      ... on UpdateKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteKey($keyId: ID!) {\n    deleteKey(input: { keyId: $keyId }) {\n      ... on DeleteKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteKey($keyId: ID!) {\n    deleteKey(input: { keyId: $keyId }) {\n      ... on DeleteKeySuccess {\n        viewer {\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ListsCard on Viewer {\n    id\n    proxyLists {\n      id\n      name\n      prefix\n      orderIds\n      filter\n      allowedIps\n      lastUsedAt\n    }\n  }\n"): (typeof documents)["\n  fragment ListsCard on Viewer {\n    id\n    proxyLists {\n      id\n      name\n      prefix\n      orderIds\n      filter\n      allowedIps\n      lastUsedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeProxyList($id: ID!) {\n    revokeProxyList(input: { id: $id }) {\n      ... on RevokeProxyListSuccess {\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeProxyList($id: ID!) {\n    revokeProxyList(input: { id: $id }) {\n      ... on RevokeProxyListSuccess {\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateProxyList($input: CreateProxyListInput!) {\n    createProxyList(input: $input) {\n      ... on CreateProxyListSuccess {\n        url\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation CreateProxyList($input: CreateProxyListInput!) {\n    createProxyList(input: $input) {\n      ... on CreateProxyListSuccess {\n        url\n        viewer {\n          ...ListsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n"): (typeof documents)["\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      ... on RemovePasskeySuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      ... on RemovePasskeySuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      ... on PasskeyOptions {\n        options\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      ... on PasskeyOptions {\n        options\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          ...PasskeysCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      address\n      place\n      createdAt\n      lastUsedAt\n      lastChange\n      lastChangedAt\n      current\n    }\n  }\n"): (typeof documents)["\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      address\n      place\n      createdAt\n      lastUsedAt\n      lastChange\n      lastChangedAt\n      current\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      ... on EndSessionSuccess {\n        viewer {\n          ...SessionsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      ... on EndSessionSuccess {\n        viewer {\n          ...SessionsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      viewer {\n        ...SessionsCard\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndOtherSessions {\n    endOtherSessions {\n      viewer {\n        ...SessionsCard\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n"): (typeof documents)["\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TokenOrder on Order {\n    id\n    type\n    country\n    label\n    billing\n    product {\n      id\n      name\n    }\n  }\n"): (typeof documents)["\n  fragment TokenOrder on Order {\n    id\n    type\n    country\n    label\n    billing\n    product {\n      id\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChoiceOfOrders($text: String!, $isSearch: Boolean!) {\n    orders(first: 50, status: ACTIVE) @skip(if: $isSearch) {\n      nodes {\n        ...TokenOrder\n      }\n    }\n    search(text: $text) @include(if: $isSearch) {\n      ...TokenOrder\n    }\n  }\n"): (typeof documents)["\n  query ChoiceOfOrders($text: String!, $isSearch: Boolean!) {\n    orders(first: 50, status: ACTIVE) @skip(if: $isSearch) {\n      nodes {\n        ...TokenOrder\n      }\n    }\n    search(text: $text) @include(if: $isSearch) {\n      ...TokenOrder\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          ...TokensCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Bought($id: ID!) {\n    order(id: $id) {\n      ...OrderFacts\n      ...ProxiesCard\n      ...ConnectCard\n      ... on LuxuryOrder {\n        settings {\n          ...LuxurySettingsFields\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Bought($id: ID!) {\n    order(id: $id) {\n      ...OrderFacts\n      ...ProxiesCard\n      ...ConnectCard\n      ... on LuxuryOrder {\n        settings {\n          ...LuxurySettingsFields\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BuyPage {\n    viewer {\n      id\n      balanceUsd\n      topUpUrl\n      ...StockWatches\n    }\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        description\n        billing\n        maxQuantity\n        periods {\n          id\n          code\n          name\n          days\n          gb\n          priceUsd\n          retailPriceUsd\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query BuyPage {\n    viewer {\n      id\n      balanceUsd\n      topUpUrl\n      ...StockWatches\n    }\n    tiers {\n      id\n      code\n      name\n      types {\n        id\n        code\n        name\n        description\n        billing\n        maxQuantity\n        periods {\n          id\n          code\n          name\n          days\n          gb\n          priceUsd\n          retailPriceUsd\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StockWatches on Viewer {\n    id\n    stockWatches {\n      id\n      tier\n      type\n      country\n      below\n      available\n    }\n  }\n"): (typeof documents)["\n  fragment StockWatches on Viewer {\n    id\n    stockWatches {\n      id\n      tier\n      type\n      country\n      below\n      available\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WatchStock($input: WatchStockInput!) {\n    watchStock(input: $input) {\n      ... on WatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation WatchStock($input: WatchStockInput!) {\n    watchStock(input: $input) {\n      ... on WatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnwatchStock($id: ID!) {\n    unwatchStock(input: { id: $id }) {\n      ... on UnwatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation UnwatchStock($id: ID!) {\n    unwatchStock(input: { id: $id }) {\n      ... on UnwatchStockSuccess {\n        viewer {\n          ...StockWatches\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CountriesOfType($tier: String!, $type: String!) {\n    type(tier: $tier, type: $type) {\n      id\n      countries {\n        code\n        available\n      }\n    }\n  }\n"): (typeof documents)["\n  query CountriesOfType($tier: String!, $type: String!) {\n    type(tier: $tier, type: $type) {\n      id\n      countries {\n        code\n        available\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Purchase($input: PurchaseInput!) {\n    purchase(input: $input) {\n      ... on PurchaseSuccess {\n        order {\n          id\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on OutOfStockError {\n        available\n      }\n      ... on InsufficientBalanceError {\n        balanceUsd\n        requiredUsd\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Purchase($input: PurchaseInput!) {\n    purchase(input: $input) {\n      ... on PurchaseSuccess {\n        order {\n          id\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on OutOfStockError {\n        available\n      }\n      ... on InsufficientBalanceError {\n        balanceUsd\n        requiredUsd\n      }\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Quote($input: QuoteInput!) {\n    quote(input: $input) {\n      ... on Quote {\n        unitPriceUsd\n        priceUsd\n        available\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  query Quote($input: QuoteInput!) {\n    quote(input: $input) {\n      ... on Quote {\n        unitPriceUsd\n        priceUsd\n        available\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrderAnnotations on Order {\n    id\n    label\n    customer\n    note\n  }\n"): (typeof documents)["\n  fragment OrderAnnotations on Order {\n    id\n    label\n    customer\n    note\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateOrder($input: UpdateOrderInput!) {\n    updateOrder(input: $input) {\n      ... on UpdateOrderSuccess {\n        order {\n          ...OrderAnnotations\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateOrder($input: UpdateOrderInput!) {\n    updateOrder(input: $input) {\n      ... on UpdateOrderSuccess {\n        order {\n          ...OrderAnnotations\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConnectCard on LuxuryOrder {\n    id\n    gateway {\n      host\n      httpPort\n      socks5Port\n      stickyPorts {\n        first\n        last\n      }\n    }\n    proxies {\n      host\n      port\n      login\n      password\n    }\n  }\n"): (typeof documents)["\n  fragment ConnectCard on LuxuryOrder {\n    id\n    gateway {\n      host\n      httpPort\n      socks5Port\n      stickyPorts {\n        first\n        last\n      }\n    }\n    proxies {\n      host\n      port\n      login\n      password\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderLines($id: ID!, $format: LineFormat!, $protocol: LineProtocol, $count: Int!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        lines(format: $format, protocol: $protocol, count: $count)\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderLines($id: ID!, $format: LineFormat!, $protocol: LineProtocol, $count: Int!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        lines(format: $format, protocol: $protocol, count: $count)\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetPassword($orderId: ID!) {\n    resetPassword(input: { orderId: $orderId }) {\n      ... on ResetPasswordSuccess {\n        line\n        order {\n          ...ConnectCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation ResetPassword($orderId: ID!) {\n    resetPassword(input: { orderId: $orderId }) {\n      ... on ResetPasswordSuccess {\n        line\n        order {\n          ...ConnectCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderDiagnosis($id: ID!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        diagnosis {\n          ... on Diagnosis {\n            addresses\n            exact\n            findings {\n              code\n              count\n              meaning\n              advice\n              loosenings {\n                setting\n                addresses\n                exact\n              }\n            }\n          }\n          ...Refusal\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderDiagnosis($id: ID!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        diagnosis {\n          ... on Diagnosis {\n            addresses\n            exact\n            findings {\n              code\n              count\n              meaning\n              advice\n              loosenings {\n                setting\n                addresses\n                exact\n              }\n            }\n          }\n          ...Refusal\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderPage($id: ID!) {\n    order(id: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n"): (typeof documents)["\n  query OrderPage($id: ID!) {\n    order(id: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OrderEvents($id: ID!) {\n    orderUpdated(orderId: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n"): (typeof documents)["\n  subscription OrderEvents($id: ID!) {\n    orderUpdated(orderId: $id) {\n      label\n      ...OrderFacts\n      ...Renewal\n      ...ProxiesCard\n      ...LuxuryPart\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LuxuryPart on LuxuryOrder {\n    id\n    type\n    settings {\n      ...LuxurySettingsFields\n    }\n    ...TrafficCard\n    ...ConnectCard\n  }\n"): (typeof documents)["\n  fragment LuxuryPart on LuxuryOrder {\n    id\n    type\n    settings {\n      ...LuxurySettingsFields\n    }\n    ...TrafficCard\n    ...ConnectCard\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrderFacts on Order {\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    trafficGb\n    renewable\n    billing\n    product {\n      id\n    }\n    ...OrderAnnotations\n  }\n"): (typeof documents)["\n  fragment OrderFacts on Order {\n    id\n    status\n    tier\n    type\n    country\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    trafficGb\n    renewable\n    billing\n    product {\n      id\n    }\n    ...OrderAnnotations\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ProxiesCard on Order {\n    id\n    status\n    protocol\n    proxies {\n      id\n      host\n      port\n      login\n      password\n    }\n  }\n"): (typeof documents)["\n  fragment ProxiesCard on Order {\n    id\n    status\n    protocol\n    proxies {\n      id\n      host\n      port\n      login\n      password\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderPayments($id: ID!) {\n    order(id: $id) {\n      id\n      paidUsd\n    }\n    viewer {\n      id\n      balanceUsd\n      statement(first: 10, orderId: $id) {\n        nodes {\n          id\n          at\n          amountUsd\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderPayments($id: ID!) {\n    order(id: $id) {\n      id\n      paidUsd\n    }\n    viewer {\n      id\n      balanceUsd\n      statement(first: 10, orderId: $id) {\n        nodes {\n          id\n          at\n          amountUsd\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CheckProxies($orderId: ID!) {\n    checkProxies(orderId: $orderId) {\n      ... on ProxyChecks {\n        checks {\n          proxy {\n            id\n            host\n            port\n          }\n          works\n          checkedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  query CheckProxies($orderId: ID!) {\n    checkProxies(orderId: $orderId) {\n      ... on ProxyChecks {\n        checks {\n          proxy {\n            id\n            host\n            port\n          }\n          works\n          checkedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetProtocol($orderId: ID!, $protocol: Protocol!) {\n    setProtocol(input: { orderId: $orderId, protocol: $protocol }) {\n      ... on SetProtocolSuccess {\n        order {\n          ...ProxiesCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation SetProtocol($orderId: ID!, $protocol: Protocol!) {\n    setProtocol(input: { orderId: $orderId, protocol: $protocol }) {\n      ... on SetProtocolSuccess {\n        order {\n          ...ProxiesCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TrafficCard on LuxuryOrder {\n    id\n    status\n    product {\n      id\n    }\n    settings {\n      id\n      paused\n    }\n    traffic {\n      ...TrafficFigures\n    }\n    ...AddTrafficDialog\n  }\n"): (typeof documents)["\n  fragment TrafficCard on LuxuryOrder {\n    id\n    status\n    product {\n      id\n    }\n    settings {\n      id\n      paused\n    }\n    traffic {\n      ...TrafficFigures\n    }\n    ...AddTrafficDialog\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AddTrafficDialog on LuxuryOrder {\n    id\n    period\n    traffic {\n      id\n      leftGb\n    }\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        gb\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment AddTrafficDialog on LuxuryOrder {\n    id\n    period\n    traffic {\n      id\n      leftGb\n    }\n    product {\n      id\n      periods {\n        id\n        code\n        name\n        gb\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddTraffic($input: AddTrafficInput!) {\n    addTraffic(input: $input) {\n      ... on AddTrafficSuccess {\n        replayed\n        order {\n          id\n          status\n          trafficGb\n        }\n        traffic {\n          leftGb\n          ...TrafficFigures\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddTraffic($input: AddTrafficInput!) {\n    addTraffic(input: $input) {\n      ... on AddTrafficSuccess {\n        replayed\n        order {\n          id\n          status\n          trafficGb\n        }\n        traffic {\n          leftGb\n          ...TrafficFigures\n        }\n        viewer {\n          id\n          balanceUsd\n        }\n      }\n      ...Refusal\n      ... on PriceChangedError {\n        priceUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!, $timeZone: String!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        usage(by: $by, from: $from, timeZone: $timeZone) {\n          at\n          bytes\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!, $timeZone: String!) {\n    order(id: $id) {\n      id\n      ... on LuxuryOrder {\n        usage(by: $by, from: $from, timeZone: $timeZone) {\n          at\n          bytes\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LuxurySettingsFields on LuxurySettings {\n    id\n    country\n    state\n    city\n    zip\n    asn\n    anonymous\n    excludeAsn\n    session\n    stickyMinutes\n    protocol\n    threads\n    allowedIps\n    blockedHosts\n    paused\n  }\n"): (typeof documents)["\n  fragment LuxurySettingsFields on LuxurySettings {\n    id\n    country\n    state\n    city\n    zip\n    asn\n    anonymous\n    excludeAsn\n    session\n    stickyMinutes\n    protocol\n    threads\n    allowedIps\n    blockedHosts\n    paused\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSettings($input: UpdateSettingsInput!) {\n    updateSettings(input: $input) {\n      ... on UpdateSettingsSuccess {\n        order {\n          status\n          protocol\n          ...ConnectCard\n          settings {\n            ...LuxurySettingsFields\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateSettings($input: UpdateSettingsInput!) {\n    updateSettings(input: $input) {\n      ... on UpdateSettingsSuccess {\n        order {\n          status\n          protocol\n          ...ConnectCard\n          settings {\n            ...LuxurySettingsFields\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        protocol\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrdersToExport($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        protocol\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        label\n        customer\n        note\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {\n    nodes(ids: $ids) {\n      ... on Order {\n        id\n        tier\n        type\n        country\n        protocol\n        expiresAt\n        label\n        customer\n        note\n        proxies {\n          host\n          port\n          login\n          password\n        }\n      }\n      ... on LuxuryOrder {\n        lines(format: $format, count: $count)\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrderRow on Order {\n    id\n    status\n    tier\n    type\n    country\n    label\n    customer\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      traffic {\n        id\n        leftGb\n        totalGb\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment OrderRow on Order {\n    id\n    status\n    tier\n    type\n    country\n    label\n    customer\n    quantity\n    priceUsd\n    createdAt\n    expiresAt\n    source\n    ... on LuxuryOrder {\n      traffic {\n        id\n        leftGb\n        totalGb\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Terms {\n    tiers {\n      id\n      types {\n        id\n        periods {\n          id\n          code\n          name\n          days\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Terms {\n    tiers {\n      id\n      types {\n        id\n        periods {\n          id\n          code\n          name\n          days\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RenewalsQuote($input: BulkQuoteInput!) {\n    bulkQuote(input: $input) {\n      ... on BulkQuote {\n        count\n        totalUsd\n        refused {\n          place\n          order {\n            id\n          }\n          error {\n            code\n            message\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  query RenewalsQuote($input: BulkQuoteInput!) {\n    bulkQuote(input: $input) {\n      ... on BulkQuote {\n        count\n        totalUsd\n        refused {\n          place\n          order {\n            id\n          }\n          error {\n            code\n            message\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenewMany($input: BulkRenewInput!) {\n    bulkRenew(input: $input) {\n      ... on BulkRenewSuccess {\n        job {\n          id\n        }\n        viewer {\n          id\n          bulkJobs {\n            id\n            kind\n            state\n            endedAt\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RenewMany($input: BulkRenewInput!) {\n    bulkRenew(input: $input) {\n      ... on BulkRenewSuccess {\n        job {\n          id\n        }\n        viewer {\n          id\n          bulkJobs {\n            id\n            kind\n            state\n            endedAt\n          }\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Job($id: ID!) {\n    node(id: $id) {\n      ... on BulkJob {\n        id\n        kind\n        state\n        count\n        done\n        failed\n        chargedUsd\n        endedAt\n        items(first: 200, failed: true) {\n          nodes {\n            place\n            order {\n              id\n            }\n            error {\n              code\n              message\n            }\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Job($id: ID!) {\n    node(id: $id) {\n      ... on BulkJob {\n        id\n        kind\n        state\n        count\n        done\n        failed\n        chargedUsd\n        endedAt\n        items(first: 200, failed: true) {\n          nodes {\n            place\n            order {\n              id\n            }\n            error {\n              code\n              message\n            }\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelJob($input: CancelBulkJobInput!) {\n    cancelBulkJob(input: $input) {\n      ... on CancelBulkJobSuccess {\n        job {\n          id\n          state\n          endedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation CancelJob($input: CancelBulkJobInput!) {\n    cancelBulkJob(input: $input) {\n      ... on CancelBulkJobSuccess {\n        job {\n          id\n          state\n          endedAt\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Jobs {\n    viewer {\n      id\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Jobs {\n    viewer {\n      id\n      bulkJobs {\n        id\n        kind\n        state\n        endedAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $statuses: [OrderStatus!]\n    $tier: String\n    $type: String\n    $country: String\n    $customer: String\n    $endsBefore: DateTime\n    $orderBy: OrderSort\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      statuses: $statuses\n      tier: $tier\n      type: $type\n      country: $country\n      customer: $customer\n      endsBefore: $endsBefore\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        expiresAt\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrderList(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $search: String\n    $statuses: [OrderStatus!]\n    $tier: String\n    $type: String\n    $country: String\n    $customer: String\n    $endsBefore: DateTime\n    $orderBy: OrderSort\n  ) {\n    orders(\n      first: $first\n      after: $after\n      last: $last\n      before: $before\n      search: $search\n      statuses: $statuses\n      tier: $tier\n      type: $type\n      country: $country\n      customer: $customer\n      endsBefore: $endsBefore\n      orderBy: $orderBy\n    ) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      nodes {\n        id\n        expiresAt\n        ...OrderRow\n      }\n    }\n    newest: orders(first: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      label\n      customer\n      expiresAt\n      ...OrderRow\n    }\n  }\n"): (typeof documents)["\n  subscription OrderChanges {\n    ordersUpdated {\n      id\n      status\n      tier\n      type\n      country\n      label\n      customer\n      expiresAt\n      ...OrderRow\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        reference\n        order {\n          id\n          source\n        }\n        ...AboutMovement\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment ActivityCard on Viewer {\n    id\n    statement(first: 8) {\n      nodes {\n        id\n        at\n        kind\n        amountUsd\n        reference\n        order {\n          id\n          source\n        }\n        ...AboutMovement\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    coins {\n      balance\n      cashbackPercent\n      referralPercent\n    }\n    days: spending(by: DAY, last: 1, timeZone: $timeZone) {\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2, timeZone: $timeZone) {\n      amountUsd\n    }\n  }\n"): (typeof documents)["\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n    balanceLastsUntil\n    coins {\n      balance\n      cashbackPercent\n      referralPercent\n    }\n    days: spending(by: DAY, last: 1, timeZone: $timeZone) {\n      amountUsd\n    }\n    months: spending(by: MONTH, last: 2, timeZone: $timeZone) {\n      amountUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      label\n      quantity\n      expiresAt\n      renewable\n      product {\n        id\n      }\n      ...Renewal\n    }\n  }\n"): (typeof documents)["\n  fragment EndingOrders on OrderConnection {\n    totalCount\n    nodes {\n      id\n      tier\n      type\n      country\n      label\n      quantity\n      expiresAt\n      renewable\n      product {\n        id\n      }\n      ...Renewal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        tier\n        type\n        country\n        ... on LuxuryOrder {\n          traffic {\n            ...TrafficFigures\n          }\n        }\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query LuxuryOrders($tier: String!) {\n    active: orders(first: 20, status: ACTIVE, tier: $tier) {\n      totalCount\n      nodes {\n        id\n        tier\n        type\n        country\n        ... on LuxuryOrder {\n          traffic {\n            ...TrafficFigures\n          }\n        }\n      }\n    }\n    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Overview($endsBefore: DateTime!, $timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query Overview($endsBefore: DateTime!, $timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      ...BalanceCard\n      ...SpendingCard\n      ...ActivityCard\n    }\n    ending: orders(first: 50, endsBefore: $endsBefore) {\n      ...EndingOrders\n    }\n    newest: orders(first: 1) {\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n"): (typeof documents)["\n  subscription OverviewOrders {\n    ordersUpdated {\n      id\n      status\n      expiresAt\n      renewable\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30, timeZone: $timeZone) {\n      from\n      amountUsd\n    }\n  }\n"): (typeof documents)["\n  fragment SpendingCard on Viewer {\n    id\n    spending(by: DAY, last: 30, timeZone: $timeZone) {\n      from\n      amountUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ForecastCard on RenewalForecast {\n    days {\n      date\n      count\n      totalUsd\n      balanceUsd\n    }\n    coveredUntil\n    lost {\n      order {\n        id\n        label\n      }\n      code\n      at\n    }\n    lostCount\n  }\n"): (typeof documents)["\n  fragment ForecastCard on RenewalForecast {\n    days {\n      date\n      count\n      totalUsd\n      balanceUsd\n    }\n    coveredUntil\n    lost {\n      order {\n        id\n        label\n      }\n      code\n      at\n    }\n    lostCount\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LimitsCard on Viewer {\n    id\n    spendingLimit {\n      perDayUsd\n      perMonthUsd\n      spentTodayUsd\n      spentThisMonthUsd\n    }\n  }\n"): (typeof documents)["\n  fragment LimitsCard on Viewer {\n    id\n    spendingLimit {\n      perDayUsd\n      perMonthUsd\n      spentTodayUsd\n      spentThisMonthUsd\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetSpendingLimit($input: SetSpendingLimitInput!) {\n    setSpendingLimit(input: $input) {\n      ... on SetSpendingLimitSuccess {\n        viewer {\n          ...LimitsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation SetSpendingLimit($input: SetSpendingLimitInput!) {\n    setSpendingLimit(input: $input) {\n      ... on SetSpendingLimitSuccess {\n        viewer {\n          ...LimitsCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RenewalsCard on OrderConnection {\n    nodes {\n      id\n      label\n      tier\n      type\n      expiresAt\n      ...Renewal\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n"): (typeof documents)["\n  fragment RenewalsCard on OrderConnection {\n    nodes {\n      id\n      label\n      tier\n      type\n      expiresAt\n      ...Renewal\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Renewals($first: Int!) {\n    viewer {\n      id\n      balanceUsd\n      ...LimitsCard\n    }\n    renewalForecast(days: 30) {\n      ...ForecastCard\n    }\n    orders(first: $first, status: ACTIVE, orderBy: ENDS_SOONEST) {\n      ...RenewalsCard\n    }\n  }\n"): (typeof documents)["\n  query Renewals($first: Int!) {\n    viewer {\n      id\n      balanceUsd\n      ...LimitsCard\n    }\n    renewalForecast(days: 30) {\n      ...ForecastCard\n    }\n    orders(first: $first, status: ACTIVE, orderBy: ENDS_SOONEST) {\n      ...RenewalsCard\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Chat {\n    chatUrl\n  }\n"): (typeof documents)["\n  query Chat {\n    chatUrl\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n    $orderId: ID\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {\n        nodes {\n          id\n          at\n          kind\n          amountUsd\n          balanceAfterUsd\n          reference\n          description\n          order {\n            id\n            label\n            customer\n          }\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementMovements(\n    $first: Int!\n    $after: String\n    $from: DateTime\n    $to: DateTime\n    $kind: MovementKind\n    $orderId: ID\n  ) {\n    viewer {\n      id\n      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {\n        nodes {\n          id\n          at\n          kind\n          amountUsd\n          balanceAfterUsd\n          reference\n          description\n          order {\n            id\n            label\n            customer\n          }\n          ...AboutMovement\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementMonths($timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120, timeZone: $timeZone) {\n        from\n        amountUsd\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementMonths($timeZone: String!) {\n    viewer {\n      id\n      balanceUsd\n      spending(by: MONTH, last: 120, timeZone: $timeZone) {\n        from\n        amountUsd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatementSums($from: DateTime, $to: DateTime, $timeZone: String!) {\n    viewer {\n      id\n      statementSums(from: $from, to: $to, timeZone: $timeZone) {\n        from\n        to\n        previousFrom\n        previousTo\n        spentUsd\n        previousSpentUsd\n        byProduct {\n          ...StatementSum\n        }\n        byCountry {\n          ...StatementSum\n        }\n        byKind {\n          ...StatementSum\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query StatementSums($from: DateTime, $to: DateTime, $timeZone: String!) {\n    viewer {\n      id\n      statementSums(from: $from, to: $to, timeZone: $timeZone) {\n        from\n        to\n        previousFrom\n        previousTo\n        spentUsd\n        previousSpentUsd\n        byProduct {\n          ...StatementSum\n        }\n        byCountry {\n          ...StatementSum\n        }\n        byKind {\n          ...StatementSum\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StatementSum on StatementSum {\n    tier\n    type\n    country\n    kind\n    movements\n    amountUsd\n    previousAmountUsd\n  }\n"): (typeof documents)["\n  fragment StatementSum on StatementSum {\n    tier\n    type\n    country\n    kind\n    movements\n    amountUsd\n    previousAmountUsd\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Deliveries($id: ID!, $first: Int!) {\n    node(id: $id) {\n      id\n      ... on Webhook {\n        ...EndpointCard\n        deliveries(first: $first) {\n          nodes {\n            eventId\n            isTest\n            event {\n              id\n              type\n              sequence\n            }\n            nextAttemptAt\n            attempts {\n              at\n              status\n              durationMs\n              error\n            }\n          }\n          pageInfo {\n            hasNextPage\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Deliveries($id: ID!, $first: Int!) {\n    node(id: $id) {\n      id\n      ... on Webhook {\n        ...EndpointCard\n        deliveries(first: $first) {\n          nodes {\n            eventId\n            isTest\n            event {\n              id\n              type\n              sequence\n            }\n            nextAttemptAt\n            attempts {\n              at\n              status\n              durationMs\n              error\n            }\n          }\n          pageInfo {\n            hasNextPage\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Redeliver($eventId: ID!, $id: ID!) {\n    redeliver(input: { eventId: $eventId, webhookId: $id }) {\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation Redeliver($eventId: ID!, $id: ID!) {\n    redeliver(input: { eventId: $eventId, webhookId: $id }) {\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RedeliverSince($id: ID!, $sequence: Int!) {\n    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {\n      ... on RedeliverSinceSuccess {\n        count\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RedeliverSince($id: ID!, $sequence: Int!) {\n    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {\n      ... on RedeliverSinceSuccess {\n        count\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EndpointCard on Webhook {\n    id\n    url\n    types\n    description\n    enabled\n    offReason\n    oldSecretUntil\n    heldUntil\n    failingSince\n  }\n"): (typeof documents)["\n  fragment EndpointCard on Webhook {\n    id\n    url\n    types\n    description\n    enabled\n    offReason\n    oldSecretUntil\n    heldUntil\n    failingSince\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendTestEvent($id: ID!) {\n    sendTestEvent(input: { id: $id }) {\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation SendTestEvent($id: ID!) {\n    sendTestEvent(input: { id: $id }) {\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      ... on RotateWebhookSecretSuccess {\n        secret\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation RotateWebhookSecret($id: ID!) {\n    rotateWebhookSecret(input: { id: $id }) {\n      ... on RotateWebhookSecretSuccess {\n        secret\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      ... on DeleteWebhookSuccess {\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteWebhook($id: ID!) {\n    deleteWebhook(input: { id: $id }) {\n      ... on DeleteWebhookSuccess {\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ... on UpdateWebhookSuccess {\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      ... on UpdateWebhookSuccess {\n        webhook {\n          ...EndpointCard\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ... on CreateWebhookSuccess {\n        secret\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n"): (typeof documents)["\n  mutation CreateWebhook($input: CreateWebhookInput!) {\n    createWebhook(input: $input) {\n      ... on CreateWebhookSuccess {\n        secret\n        viewer {\n          ...WebhookList\n        }\n      }\n      ...Refusal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhooks {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...WebhookList\n    }\n  }\n"): (typeof documents)["\n  query Webhooks {\n    chatUrl\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...WebhookList\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookList on Viewer {\n    id\n    webhooks {\n      id\n      ...EndpointCard\n    }\n  }\n"): (typeof documents)["\n  fragment WebhookList on Viewer {\n    id\n    webhooks {\n      id\n      ...EndpointCard\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;