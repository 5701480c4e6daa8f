import { productIn } from '../../catalog/catalog.ts';
import { findKey } from './api-keys.ts';
import { builder } from './builder.ts';
import { findSession } from './sign-in.ts';
import { callerOf, type RequestContext } from './context.ts';
import { nodeIds, requiredText, text } from './inputs.ts';
import { MAX_NODES } from './limits.ts';
import { toSettingsNode } from './luxury.ts';
import { type FoundNode, NodeRef } from './node.ts';
import { type NodeName, numberIn, parseNodeId, parsePosition } from './node.ts';
import { toNode, typeOfOrder } from './orders.ts';
import { findPasskey } from './passkeys.ts';
import { toMovementNode } from './statement.ts';

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'The object with this id; null when there is none, or it belongs to another reseller.',
    args: {
      id: t.arg.id(requiredText('An `id` from an earlier answer, unchanged.')),
    },
    resolve: (_root, { id }, context) => findNode(id, context),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description:
      'The objects with these ids, in the order of the ids; null in the place of each that `node` would not find.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `At most ${MAX_NODES} ids from earlier answers, unchanged.`,
        validate: { schema: nodeIds },
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: (_root, { ids }, context) => Promise.all(ids.map((id) => findNode(id, context))),
  }),
);

async function findNode(id: string, context: RequestContext): Promise<FoundNode | null> {
  const name = parseNodeId(id);
  return (name && (await FINDERS[name.kind](name.path, context))) ?? null;
}

type Finder = (path: NodeName['path'], context: RequestContext) => Promise<FoundNode | undefined>;

/** Reads all nodes of a request with one statement for each kind. */
const FINDERS: Record<NodeName['kind'], Finder> = {
  async tier(path, { catalog }) {
    const tier = path.length === 1 && (await catalog()).find(({ id }) => id === path[0]);
    return tier ? { __typename: 'Tier', ...tier } : undefined;
  },

  async product([tier = '', type = '', ...more], { catalog }) {
    const product = more.length === 0 && productIn(await catalog(), tier, type);
    return product ? { __typename: 'Product', ...product } : undefined;
  },

  async period([tier = '', type = '', code, ...more], { catalog }) {
    const product = more.length === 0 ? productIn(await catalog(), tier, type) : undefined;
    const period = product?.periods.find(({ id }) => id === code);
    return period && { __typename: 'Period', ...period };
  },

  async viewer(path, context) {
    const { resellerId } = callerOf(context);
    const wallet = numberIn(path) === resellerId && (await context.wallets.load(resellerId));
    return wallet ? { __typename: 'Viewer', ...wallet } : undefined;
  },

  async key(path, context) {
    const key = await findKey(numberIn(path), context);
    return key && { __typename: 'ApiKey', ...key };
  },

  async session(path, context) {
    const session = await findSession(numberIn(path), context);
    return session && { __typename: 'ConsoleSession', ...session };
  },

  async passkey(path, context) {
    const passkey = await findPasskey(numberIn(path), context);
    return passkey && { __typename: 'Passkey', ...passkey };
  },

  async 'frontend-token'(path, { frontendTokens }) {
    const id = numberIn(path);
    const token = id !== undefined && (await frontendTokens.load(id));
    return token ? { __typename: 'FrontendToken', ...token } : undefined;
  },

  async order(path, { orders }) {
    const id = numberIn(path);
    const order = id !== undefined && (await orders.load(id));
    const node = order ? toNode(order) : undefined;
    return node && { __typename: typeOfOrder(node), ...node };
  },

  async movement([resellerId = '', text, ...more], context) {
    const own = more.length === 0 && numberIn([resellerId]) === callerOf(context).resellerId;
    const position = own ? parsePosition(text) : undefined;
    const found = position !== undefined && (await context.movements.load(position));
    return found ? { __typename: 'Movement', ...toMovementNode(found) } : undefined;
  },

  async traffic(path, context) {
    const id = numberIn(path);
    const traffic = id !== undefined && (await context.traffic.load(id));
    return traffic ? { __typename: 'Traffic', ...traffic } : undefined;
  },

  async settings(path, context) {
    const orderId = numberIn(path);
    const settings = orderId !== undefined && (await context.settings.load(orderId));
    return settings ? { __typename: 'LuxurySettings', ...toSettingsNode(orderId, settings) } : undefined;
  },
};
