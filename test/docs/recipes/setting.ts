import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

const UPDATE = `mutation ($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    __typename
    ... on UpdateSettingsSuccess { settings { memo } }
    ... on Error { message }
  }
}`;

/** A memo of the reseller's own, which no customer and no upstream sees. */
export const SETTING: Recipe = {
  heading: 'A Luxury setting',
  mostFiles: 6,
  edits: [
    {
      file: 'migrations/9999_luxury_memos.ts',
      text: `import { Migration } from '@mikro-orm/migrations';

export class LuxuryMemos extends Migration {
  override up(): void {
    this.addSql('alter table luxury_settings add column memo varchar(100)');
  }
}
`,
    },
    {
      file: 'src/luxury/settings.ts',
      anchor: '} satisfies Record<string, Setting>;',
      text: `  memo: {
    kind: 'text',
    column: p.string().length(100).nullable(),
    initially: null as string | null,
    example: 'For the shop in Hamburg',
    check(value, refuse) {
      if (String(value).length > 100) refuse('must be at most 100 characters long');
      return value;
    },
    atPurchase,
    isOurs: true,
    readers: [],
    words: { about: 'Your own memo, up to 100 characters; null when there is none.' },
  },
$&`,
    },
    {
      file: 'src/bot/texts/en.ftl',
      anchor: '   *[paused] Paused',
      text: '    [memo] Memo\n$&',
    },
    {
      file: 'src/bot/texts/en.ftl',
      anchor: '    [blockedHosts] Nothing connects',
      text: '    [memo] Only you read it. Type up to 100 characters.\n$&',
    },
    {
      file: 'src/bot/texts/ru.ftl',
      anchor: '   *[paused] Пауза',
      text: '    [memo] Заметка\n$&',
    },
    {
      file: 'src/bot/texts/ru.ftl',
      anchor: '    [blockedHosts] К этим сайтам',
      text: '    [memo] Её видите только вы. Введите до 100 знаков.\n$&',
    },
    {
      file: 'src/bot/texts/ru.ftl',
      anchor: '    [blockedHosts] нужно имя',
      text: '    [memo] нужно не больше 100 знаков\n$&',
    },
    {
      file: 'src/console/pages/order/settings.tsx',
      anchor: '    paused\n',
      text: '$&    memo\n',
    },
    {
      file: 'src/console/pages/order/settings.tsx',
      anchor: '};\n\nconst SETTING_NAMES',
      text: '  memo: {},\n$&',
    },
    {
      file: 'src/console/texts/en.ftl',
      anchor: '   *[blockedHosts] Blocked hosts',
      text: '    [memo] Memo\n$&',
    },
    {
      file: 'src/console/texts/ru.ftl',
      anchor: '   *[blockedHosts] Заблокированные сайты',
      text: '    [memo] Заметка\n$&',
    },
  ],
  async shows({ program, schema }) {
    expect(schema.match(/^ {2}memo: String$/gm)).toHaveLength(3);
    const { apiKey } = await program.givenCustomer();
    // No description of this program knows the setting.
    const send = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const answer = await fetch(program.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const luxury = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
    const bought = await send('POST', '/v1/orders', { ...luxury, options: { memo: 'For Hamburg' } });
    expect(bought).toMatchObject({ status: 201 });
    const path = `/v1/orders/${bought.body.id}/settings`;
    expect(await send('GET', path)).toMatchObject({
      status: 200,
      body: { memo: 'For Hamburg', threads: 100 },
    });
    expect(await send('PATCH', path, { memo: 'n'.repeat(101) })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_option', message: 'memo: must be at most 100 characters long.' } },
    });
    const change = (input: object) =>
      send('POST', '/graphql', {
        query: UPDATE,
        variables: { input: { orderId: bought.body.id, ...input } },
      });
    expect(await change({ memo: '' })).toMatchObject({
      body: { data: { updateSettings: { settings: { memo: null } } } },
    });

    const fault = { upstream: 'dataimpulse', call: '*', mode: 'error_before' };
    await fetch(`${program.sandboxUrl}/control/faults`, { method: 'PUT', body: JSON.stringify([fault]) });
    expect(await send('PATCH', path, { threads: 7 })).toMatchObject({ status: 502 });
    expect(await send('PATCH', path, { memo: 'For Kiel' })).toMatchObject({
      status: 200,
      body: { memo: 'For Kiel', threads: 100 },
    });
    await fetch(`${program.sandboxUrl}/control/faults`, { method: 'PUT', body: '[]' });

    const page = 'https://shop.example';
    const issued = await send('POST', '/graphql', {
      query: `mutation ($input: CreateFrontendTokenInput!) {
        createFrontendToken(input: $input) { ... on CreateFrontendTokenSuccess { secret } }
      }`,
      variables: {
        input: { orderIds: [bought.body.id], allow: ['READ_ORDER'], origins: [page], expiresInSeconds: 60 },
      },
    });
    const read = await fetch(`${program.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${issued.body.data.createFrontendToken.secret}`,
        'content-type': 'application/json',
        origin: page,
      },
      body: JSON.stringify({
        query: `{ order(id: "${bought.body.id}") { ... on LuxuryOrder { settings { threads memo } } } }`,
      }),
    });
    expect(await read.json()).toMatchObject({ errors: [{ message: expect.stringContaining('memo') }] });
  },
};
