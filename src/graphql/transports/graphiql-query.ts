/** The document that GraphiQL opens with. */
export const GRAPHIQL_QUERY = `# Put your API key under "Headers" below:
#   {"Authorization": "Bearer prk_..."}
# then press the play button. The key is kept
# until you close this tab.
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
