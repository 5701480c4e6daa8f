import { expect } from 'vitest';
import type { Program } from '../../e2e/program.ts';
import type { Recipe } from './recipe.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

/** A customer with two orders, the older of which has a nickname. */
async function givenNickname(program: Program) {
  const { apiKey, rest } = await program.givenCustomer();
  const ask = async (query: string) => {
    const answer = await fetch(`${program.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()).data;
  };
  const [older, newer] = [await rest.post('/v1/orders', ITEM), await rest.post('/v1/orders', ITEM)].map(
    ({ body }) => String((body as { id: number }).id),
  );
  const { result } =
    await ask(`mutation { result: nicknameOrder(input: { orderId: "${older}", nickname: "Café 7" }) {
    ... on NicknameOrderSuccess { order { nickname } }
  } }`);
  expect(result).toEqual({ order: { nickname: 'Café 7' } });
  return { ask, rest, older, newer };
}

/** A nickname that a reseller gives an order for its own use, by MUTATION. */
export const ORDER_FACT: Recipe = {
  heading: 'A fact of an order',
  mostFiles: 2,
  edits: [
    {
      file: 'migrations/0002_order_nickname.ts',
      text: `import { Migration } from '@mikro-orm/migrations';

/** Orders get a nickname of the reseller's own. */
export class OrderNickname extends Migration {
  override up(): void {
    this.addSql(\`alter table orders add column nickname text check (nickname ~ '^[^[:cntrl:]]+$')\`);
  }
}
`,
    },
    {
      file: 'src/orders/entities.ts',
      anchor: '    droppedAt: instant().nullable(),\n',
      text: '$&    nickname: p.text().nullable(),\n',
    },
    {
      file: 'src/orders/order.ts',
      anchor: `    v1: { description: 'Where it was placed: this API, the chat bot or the console.' },
  },
`,
      text: `$&  nickname: {
    value: z.string().nullable().default(null),
    description: 'What the reseller calls it; null when it has no nickname.',
    readableBy: [],
  },
`,
    },
    {
      file: 'src/orders/order.ts',
      anchor: "/** Sets the order's protocol in the unit of work",
      text: `/** Throws OrderNotFoundError. */
export async function setNickname(db: Sql, { resellerId, orderId }: OrderName, nickname: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ nickname })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new OrderNotFoundError(orderId);
}

$&`,
    },
  ],
  async shows({ program, schema }) {
    expect(schema).toContain('nickname: String\n');
    const { ask, rest, older, newer } = await givenNickname(program);
    expect(await ask('{ orders { nodes { id nickname } } }')).toEqual({
      orders: {
        nodes: [
          { id: newer, nickname: null },
          { id: older, nickname: 'Café 7' },
        ],
      },
    });
    expect(await ask(`{ order(id: "${older}") { nickname } }`)).toEqual({ order: { nickname: 'Café 7' } });
    expect((await rest.get(`/v1/orders/${older}`)).body).not.toHaveProperty('nickname');
  },
};

/** How the nickname is given; it is followed after ORDER_FACT. */
export const MUTATION: Recipe = {
  heading: 'A mutation',
  mostFiles: 1,
  edits: [
    {
      file: 'src/graphql/schema/orders.ts',
      anchor: '// What a Luxury order has besides',
      text: `import { lineFlaw } from '../../kit/text.ts';
import { setNickname } from '../../orders/order.ts';
import { requiredText } from './values.ts';

mutation('nicknameOrder', {
  description: 'Gives an order a nickname, in the place of the one that it has.',
  input: {
    description: 'The order and its nickname.',
    fields: (t) => ({
      orderId: t.id(ORDER_ID),
      nickname: t.string(requiredText('What to call it, on one line.')),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const [orderId, { nickname }] = [Number(input.orderId), input];
    const flaw = nickname === '' ? 'nothing' : lineFlaw(nickname);
    if (flaw) throw new InvalidRequestError([{ path: ['nickname'], message: \`contains \${flaw}\` }]);
    const { resellerId } = callerOf(context);
    await setNickname(context.services.database.sql, { resellerId, orderId }, nickname);
    return { orderId };
  },
  success: {
    description: 'The order has the nickname.',
    fields: (t) => ({
      order: t.field({
        type: OrderRef,
        description: 'The order as it is now.',
        resolve: async ({ orderId }, _args, { readings }) =>
          toNode(found(String(orderId), await readings.orders.load(orderId))),
      }),
    }),
  },
  refusals: [InvalidRequestError, OrderNotFoundError],
  result: 'The nickname, or why it was refused.',
});

$&`,
    },
  ],
  async shows({ program, schema }) {
    expect(schema).toMatch(/^ {2}nicknameOrder\(/m);
    const { ask, older = '' } = await givenNickname(program);
    const refused = async (orderId: string, nickname: string) => {
      const input = `orderId: "${orderId}", nickname: ${JSON.stringify(nickname)}`;
      return (
        await ask(`mutation { result: nicknameOrder(input: { ${input} }) { ... on Error { code message } } }`)
      ).result;
    };
    expect(await refused(older, 'two\nlines')).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('nickname'),
    });
    const { body } = await (await program.givenCustomer()).rest.post('/v1/orders', ITEM);
    const others = String((body as { id: number }).id);
    expect(await refused(others, 'Mine')).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  },
};

/** The list of the orders with one nickname; it is followed after ORDER_FACT. */
export const ORDER_FILTER: Recipe = {
  heading: 'A filter of the list of orders',
  mostFiles: 1,
  edits: [
    {
      file: 'migrations/0003_orders_nicknamed.ts',
      text: `import { Migration } from '@mikro-orm/migrations';

/** A list finds the orders with a nickname. */
export class OrdersNicknamed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('create index concurrently if not exists orders_nicknamed on orders (reseller_id, nickname)');
  }
}
`,
    },
    {
      file: 'src/orders/order.ts',
      anchor:
        "    description: 'What the reseller calls it; null when it has no nickname.',\n    readableBy: [],\n",
      text: "$&    filter: 'Only orders with this nickname.',\n",
    },
  ],
  async shows({ program }) {
    const { ask, older } = await givenNickname(program);
    const found = async (filter: string) => {
      const { orders } = await ask(`{ orders(${filter}) { totalCount nodes { id } } }`);
      expect(orders.nodes).toHaveLength(orders.totalCount);
      return orders.nodes.map(({ id }: { id: string }) => id);
    };
    for (const order of ['NEWEST', 'ENDS_SOONEST'])
      for (const more of ['', 'status: ACTIVE', 'country: "US"', `search: "${older}"`, 'last: 1'])
        expect(await found(`nickname: "Café 7", orderBy: ${order}, ${more}`)).toEqual([older]);
    for (const other of [
      'nickname: "Café"',
      'nickname: "Café 7", status: EXPIRED',
      'nickname: "Café 7", tier: "di"',
    ])
      expect(await found(other)).toEqual([]);
  },
};
