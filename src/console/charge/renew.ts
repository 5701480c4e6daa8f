import { graphql } from '../generated/index.ts';

/** Of the dialog that renews an order, by which a renewal without an answer is kept. */
export const renewalTitle = (orderId: string) => `Renew order ${orderId}`;

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
