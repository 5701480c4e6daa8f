import { expect } from 'vitest';
import type { Program } from '../../e2e/program.ts';
import type { Recipe } from './recipe.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

/** A customer with two orders, the older of which has a label. */
async function givenLabel(program: Program) {
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
    await ask(`mutation { result: labelOrder(input: { orderId: "${older}", label: "Café 7" }) {
    ... on LabelOrderSuccess { order { label } }
  } }`);
  expect(result).toEqual({ order: { label: 'Café 7' } });
  return { ask, rest, older, newer };
}

/** A label that a reseller gives an order for its own use, by MUTATION. */
export const ORDER_FACT: Recipe = {
  heading: 'A fact of an order',
  mostFiles: 2,
  edits: [
    {
      file: 'migrations/0002_order_label.ts',
      text: `import { Migration } from '@mikro-orm/migrations';

/** Orders get a label of the reseller's own. */
export class OrderLabel extends Migration {
  override up(): void {
    this.addSql(\`alter table orders add column label text check (label ~ '^[^[:cntrl:]]+$')\`);
  }
}
`,
    },
    {
      file: 'src/orders/entities.ts',
      anchor: '    droppedAt: instant().nullable(),\n',
      text: '$&    label: p.text().nullable(),\n',
    },
    {
      file: 'src/orders/order.ts',
      anchor: `    v1: { description: 'Where it was placed: this API, the chat bot or the console.' },
  },
`,
      text: `$&  label: {
    value: z.string().nullable().default(null),
    description: 'What the reseller calls it; null when it has no label.',
    readableBy: [],
  },
`,
    },
    {
      file: 'src/orders/order.ts',
      anchor: "/** Sets the order's protocol in the unit of work",
      text: `/** Throws OrderNotFoundError. */
export async function setLabel(db: Sql, { resellerId, orderId }: OrderName, label: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ label })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new OrderNotFoundError(orderId);
}

$&`,
    },
  ],
  async shows({ program, schema }) {
    expect(schema).toContain('label: String\n');
    const { ask, rest, older, newer } = await givenLabel(program);
    expect(await ask('{ orders { nodes { id label } } }')).toEqual({
      orders: {
        nodes: [
          { id: newer, label: null },
          { id: older, label: 'Café 7' },
        ],
      },
    });
    expect(await ask(`{ order(id: "${older}") { label } }`)).toEqual({ order: { label: 'Café 7' } });
    expect((await rest.get(`/v1/orders/${older}`)).body).not.toHaveProperty('label');
  },
};

/** How the label is given; it is followed after ORDER_FACT. */
export const MUTATION: Recipe = {
  heading: 'A mutation',
  mostFiles: 1,
  edits: [
    {
      file: 'src/graphql/schema/orders.ts',
      anchor: '// What a Luxury order has besides',
      text: `import { InvalidRequestError } from '../../kit/errors.ts';
import { lineFlaw } from '../../kit/text.ts';
import { setLabel } from '../../orders/order.ts';
import { mutation } from './builder.ts';
import { callerOf } from './context.ts';
import { requiredText } from './values.ts';

mutation('labelOrder', {
  description: 'Gives an order a label, in the place of the one that it has.',
  input: {
    description: 'The order and its label.',
    fields: (t) => ({
      orderId: t.id(ORDER_ID),
      label: t.string(requiredText('What to call it, on one line.')),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const [orderId, { label }] = [Number(input.orderId), input];
    const flaw = label === '' ? 'nothing' : lineFlaw(label);
    if (flaw) throw new InvalidRequestError([{ path: ['label'], message: \`contains \${flaw}\` }]);
    const { resellerId } = callerOf(context);
    await setLabel(context.services.database.sql, { resellerId, orderId }, label);
    return { orderId };
  },
  success: {
    description: 'The order has the label.',
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
  result: 'The label, or why it was refused.',
});

$&`,
    },
  ],
  async shows({ program, schema }) {
    expect(schema).toMatch(/^ {2}labelOrder\(/m);
    const { ask, older = '' } = await givenLabel(program);
    const refused = async (orderId: string, label: string) => {
      const input = `orderId: "${orderId}", label: ${JSON.stringify(label)}`;
      return (
        await ask(`mutation { result: labelOrder(input: { ${input} }) { ... on Error { code message } } }`)
      ).result;
    };
    expect(await refused(older, 'two\nlines')).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('label'),
    });
    const { body } = await (await program.givenCustomer()).rest.post('/v1/orders', ITEM);
    const others = String((body as { id: number }).id);
    expect(await refused(others, 'Mine')).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  },
};

/** The list of the orders with one label; it is followed after ORDER_FACT. */
export const ORDER_FILTER: Recipe = {
  heading: 'A filter of the list of orders',
  mostFiles: 1,
  edits: [
    {
      file: 'migrations/0003_orders_labelled.ts',
      text: `import { Migration } from '@mikro-orm/migrations';

/** A list finds the orders with a label. */
export class OrdersLabelled extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('create index concurrently if not exists orders_labelled on orders (reseller_id, label)');
  }
}
`,
    },
    {
      file: 'src/orders/order.ts',
      anchor:
        "    description: 'What the reseller calls it; null when it has no label.',\n    readableBy: [],\n",
      text: "$&    filter: 'Only orders with this label.',\n",
    },
  ],
  async shows({ program }) {
    const { ask, older } = await givenLabel(program);
    const found = async (filter: string) => {
      const { orders } = await ask(`{ orders(${filter}) { totalCount nodes { id } } }`);
      expect(orders.nodes).toHaveLength(orders.totalCount);
      return orders.nodes.map(({ id }: { id: string }) => id);
    };
    for (const order of ['NEWEST', 'ENDS_SOONEST'])
      for (const more of ['', 'status: ACTIVE', 'country: "US"', `search: "${older}"`, 'last: 1'])
        expect(await found(`label: "Café 7", orderBy: ${order}, ${more}`)).toEqual([older]);
    for (const other of ['label: "Café"', 'label: "Café 7", status: EXPIRED', 'label: "Café 7", tier: "di"'])
      expect(await found(other)).toEqual([]);
  },
};
