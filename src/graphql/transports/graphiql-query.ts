/** The document that GraphiQL opens with. */
export const GRAPHIQL_QUERY = `# Signed in to the console, press the play button:
# no key is needed. Otherwise put your API key
# under "Headers" below, where it is kept until
# you close this tab:
#   {"Authorization": "Bearer prk_..."}
query Overview {
  viewer {
    name
    balanceUsd
  }
  tiers {
    code
    name
    types {
      code
      name
      periods {
        code
        priceUsd
      }
    }
  }
  orders(first: 5) {
    totalCount
    nodes {
      id
      type
      country
      status
      expiresAt
    }
  }
}
`;
