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
    "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n": typeof types.StartPasskeySignInDocument,
    "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n          current\n          changesUntil\n        }\n        viewer {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.FinishPasskeySignInDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": typeof types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": typeof types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": typeof types.SignOutDocument,
    "\n  query Access {\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n": typeof types.AccessDocument,
    "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n    }\n  }\n": typeof types.KeysCardFragmentDoc,
    "\n  mutation CreateKey($allowedIps: [String!]!) {\n    createKey(input: { allowedIps: $allowedIps }) {\n      __typename\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CreateKeyDocument,
    "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      __typename\n      ... on PasskeyOptions {\n        options\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.StartPasskeyRegistrationDocument,
    "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      __typename\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.FinishPasskeyRegistrationDocument,
    "\n  query ChoiceOfOrders {\n    orders(first: 50, status: ACTIVE) {\n      nodes {\n        id\n        type\n        country\n        product {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.ChoiceOfOrdersDocument,
    "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      __typename\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CreateFrontendTokenDocument,
    "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": typeof types.PasskeysCardFragmentDoc,
    "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      __typename\n      ... on RemovePasskeySuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.RemovePasskeyDocument,
    "\n  mutation ReissueKey($keyId: ID!) {\n    reissueKey(input: { keyId: $keyId }) {\n      __typename\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.ReissueKeyDocument,
    "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      createdAt\n      lastUsedAt\n      current\n    }\n  }\n": typeof types.SessionsCardFragmentDoc,
    "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      __typename\n      ... on EndSessionSuccess {\n        viewer {\n          id\n          ...SessionsCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      __typename\n      viewer {\n        id\n        ...SessionsCard\n      }\n    }\n  }\n": typeof types.EndOtherSessionsDocument,
    "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n": typeof types.TokensCardFragmentDoc,
    "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      __typename\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.RevokeFrontendTokensDocument,
    "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      __typename\n      ... on UpdateKeySuccess {\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.UpdateKeyDocument,
    "\n  fragment BalanceCard on Viewer {\n    id\n    balanceUsd\n    lowBalanceThresholdUsd\n  }\n": typeof types.BalanceCardFragmentDoc,
    "\n  fragment NewestOrders on OrderConnection {\n    nodes {\n      id\n      status\n      tier\n      type\n      country\n      priceUsd\n      createdAt\n      expiresAt\n      product {\n        id\n        name\n      }\n    }\n  }\n": typeof types.NewestOrdersFragmentDoc,
    "\n  query Overview($newest: Int!) {\n    viewer {\n      id\n      ...BalanceCard\n    }\n    orders(first: $newest) {\n      ...NewestOrders\n    }\n  }\n": typeof types.OverviewDocument,
    "\n  mutation SignIn($code: String!) {\n    signIn(input: { code: $code }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.SignInDocument,
};
const documents: Documents = {
    "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n": types.StartPasskeySignInDocument,
    "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n          current\n          changesUntil\n        }\n        viewer {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.FinishPasskeySignInDocument,
    "\n  query Account {\n    viewer {\n      id\n      name\n      balanceUsd\n    }\n  }\n": types.AccountDocument,
    "\n  subscription Balance {\n    balanceUpdated {\n      id\n      balanceUsd\n      lowBalanceThresholdUsd\n    }\n  }\n": types.BalanceDocument,
    "\n  mutation SignOut {\n    signOut {\n      signedOut\n    }\n  }\n": types.SignOutDocument,
    "\n  query Access {\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n": types.AccessDocument,
    "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n    }\n  }\n": types.KeysCardFragmentDoc,
    "\n  mutation CreateKey($allowedIps: [String!]!) {\n    createKey(input: { allowedIps: $allowedIps }) {\n      __typename\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CreateKeyDocument,
    "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      __typename\n      ... on PasskeyOptions {\n        options\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.StartPasskeyRegistrationDocument,
    "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      __typename\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.FinishPasskeyRegistrationDocument,
    "\n  query ChoiceOfOrders {\n    orders(first: 50, status: ACTIVE) {\n      nodes {\n        id\n        type\n        country\n        product {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.ChoiceOfOrdersDocument,
    "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      __typename\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CreateFrontendTokenDocument,
    "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n": types.PasskeysCardFragmentDoc,
    "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      __typename\n      ... on RemovePasskeySuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.RemovePasskeyDocument,
    "\n  mutation ReissueKey($keyId: ID!) {\n    reissueKey(input: { keyId: $keyId }) {\n      __typename\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.ReissueKeyDocument,
    "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      createdAt\n      lastUsedAt\n      current\n    }\n  }\n": types.SessionsCardFragmentDoc,
    "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      __typename\n      ... on EndSessionSuccess {\n        viewer {\n          id\n          ...SessionsCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      __typename\n      viewer {\n        id\n        ...SessionsCard\n      }\n    }\n  }\n": types.EndOtherSessionsDocument,
    "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n": types.TokensCardFragmentDoc,
    "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      __typename\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.RevokeFrontendTokensDocument,
    "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      __typename\n      ... on UpdateKeySuccess {\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.UpdateKeyDocument,
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
export function graphql(source: "\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeySignIn {\n    startPasskeySignIn {\n      options\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n          current\n          changesUntil\n        }\n        viewer {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation FinishPasskeySignIn($response: String!) {\n    finishPasskeySignIn(input: { response: $response }) {\n      __typename\n      ... on SignInSuccess {\n        session {\n          id\n          current\n          changesUntil\n        }\n        viewer {\n          id\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  query Access {\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n"): (typeof documents)["\n  query Access {\n    viewer {\n      id\n      session {\n        id\n        changesUntil\n      }\n      ...KeysCard\n      ...TokensCard\n      ...SessionsCard\n      ...PasskeysCard\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n    }\n  }\n"): (typeof documents)["\n  fragment KeysCard on Viewer {\n    id\n    keys {\n      id\n      prefix\n      disabled\n      allowedIps\n      createdAt\n      issuedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateKey($allowedIps: [String!]!) {\n    createKey(input: { allowedIps: $allowedIps }) {\n      __typename\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateKey($allowedIps: [String!]!) {\n    createKey(input: { allowedIps: $allowedIps }) {\n      __typename\n      ... on CreateKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      __typename\n      ... on PasskeyOptions {\n        options\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartPasskeyRegistration {\n    startPasskeyRegistration {\n      __typename\n      ... on PasskeyOptions {\n        options\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      __typename\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation FinishPasskeyRegistration($name: String!, $response: String!) {\n    finishPasskeyRegistration(input: { name: $name, response: $response }) {\n      __typename\n      ... on FinishPasskeyRegistrationSuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChoiceOfOrders {\n    orders(first: 50, status: ACTIVE) {\n      nodes {\n        id\n        type\n        country\n        product {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ChoiceOfOrders {\n    orders(first: 50, status: ACTIVE) {\n      nodes {\n        id\n        type\n        country\n        product {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      __typename\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {\n    createFrontendToken(input: $input) {\n      __typename\n      ... on CreateFrontendTokenSuccess {\n        secret\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n"): (typeof documents)["\n  fragment PasskeysCard on Viewer {\n    id\n    session {\n      id\n      browser\n    }\n    passkeys {\n      id\n      name\n      createdAt\n      lastUsedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      __typename\n      ... on RemovePasskeySuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemovePasskey($passkeyId: ID!) {\n    removePasskey(input: { passkeyId: $passkeyId }) {\n      __typename\n      ... on RemovePasskeySuccess {\n        viewer {\n          id\n          ...PasskeysCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReissueKey($keyId: ID!) {\n    reissueKey(input: { keyId: $keyId }) {\n      __typename\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ReissueKey($keyId: ID!) {\n    reissueKey(input: { keyId: $keyId }) {\n      __typename\n      ... on ReissueKeySuccess {\n        secret\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      createdAt\n      lastUsedAt\n      current\n    }\n  }\n"): (typeof documents)["\n  fragment SessionsCard on Viewer {\n    id\n    sessions {\n      id\n      browser\n      createdAt\n      lastUsedAt\n      current\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      __typename\n      ... on EndSessionSuccess {\n        viewer {\n          id\n          ...SessionsCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndSession($sessionId: ID!) {\n    endSession(input: { sessionId: $sessionId }) {\n      __typename\n      ... on EndSessionSuccess {\n        viewer {\n          id\n          ...SessionsCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndOtherSessions {\n    endOtherSessions {\n      __typename\n      viewer {\n        id\n        ...SessionsCard\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndOtherSessions {\n    endOtherSessions {\n      __typename\n      viewer {\n        id\n        ...SessionsCard\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n"): (typeof documents)["\n  fragment TokensCard on Viewer {\n    id\n    frontendTokens {\n      id\n      prefix\n      orderIds\n      allow\n      origins\n      expiresAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      __typename\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeFrontendTokens($tokenIds: [ID!]) {\n    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {\n      __typename\n      ... on RevokeFrontendTokensSuccess {\n        viewer {\n          id\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      __typename\n      ... on UpdateKeySuccess {\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateKey($input: UpdateKeyInput!) {\n    updateKey(input: $input) {\n      __typename\n      ... on UpdateKeySuccess {\n        viewer {\n          id\n          ...KeysCard\n          ...TokensCard\n        }\n      }\n      ... on Error {\n        message\n      }\n      ... on InvalidInputError {\n        fields {\n          path\n          message\n        }\n      }\n    }\n  }\n"];
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