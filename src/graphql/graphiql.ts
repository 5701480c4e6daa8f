/** What a newcomer finds in the editor. */
export const GRAPHIQL_QUERY = `# Put your API key into the "Headers" tab below, then press the play button:
# {"Authorization": "Bearer prk_..."}
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
