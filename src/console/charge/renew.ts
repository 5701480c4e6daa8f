import { graphql } from '../generated/index.ts';

/** Adds a term to one order, which the answer has with its new end, beside the balance. */
export const RENEW = graphql(`
  mutation Renew($input: RenewInput!) {
    renew(input: $input) {
      __typename
      ... on RenewSuccess {
        replayed
        chargedUsd
        order {
          id
          status
          expiresAt
          renewable
        }
        viewer {
          id
          balanceUsd
        }
      }
      ... on Error {
        code
        message
      }
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);
