import { graphql } from '../../generated/index.ts';

export const UPDATE_KEY = graphql(`
  mutation UpdateKey($input: UpdateKeyInput!) {
    updateKey(input: $input) {
      __typename
      ... on UpdateKeySuccess {
        viewer {
          id
          ...KeysCard
          ...TokensCard
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fields {
          path
          message
        }
      }
    }
  }
`);
