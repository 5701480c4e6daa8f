import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

/** A route that answers with the reseller's name. */
export const ROUTE: Recipe = {
  heading: 'A route of `/v1`',
  mostFiles: 3,
  edits: [
    {
      file: 'src/rest/documents.graphql',
      anchor: 'mutation Purchase($input: PurchaseInput!) {',
      text: `query Profile {
  viewer {
    name
  }
}

$&`,
    },
    {
      file: 'src/rest/balance.ts',
      anchor: 'export const readBalance = ',
      text: `const profile = z
  .object({ name: string('The name by which you are known.', 'Example Ltd') })
  .meta({ id: 'Profile', description: 'Who you are.' });

export const readProfile = defineRoute({
  operationId: 'readProfile',
  tag: 'Balance',
  summary: 'Read who you are',
  description: 'The name of the account.',
  method: 'GET',
  path: '/v1/profile',
  parameters: {},
  response: { status: 200, description: 'The name.', schema: profile },
  errors: [],
  document: 'Profile',
  variables: () => ({}),
  render: (data: { viewer: unknown }) => data.viewer,
});

$&`,
    },
    {
      file: 'src/rest/routes.ts',
      anchor: "import { readBalance } from './balance.ts';",
      text: "import { readBalance, readProfile } from './balance.ts';",
    },
    {
      file: 'src/rest/routes.ts',
      anchor: '  readBalance,\n  readCatalog,',
      text: '  readBalance,\n  readProfile,\n  readCatalog,',
    },
  ],
  async shows({ program }) {
    const { apiKey } = await program.givenCustomer();
    const answer = await fetch(`${program.url}/v1/profile`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { name: 'Customer' },
    });
    const description = await (await fetch(`${program.url}/v1/openapi.json`)).json();
    expect(Object.keys(description.paths)).toContain('/v1/profile');
  },
};
