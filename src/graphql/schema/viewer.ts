import type { Wallet } from '../../billing/accounts.ts';
import { builder } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { NodeRef } from './node.ts';
import { viewerId } from './node-id.ts';

/** The caller. What its wallet has is read when it is selected, unless it was read already. */
export type ViewerNode = Pick<Wallet, 'resellerId'> | Wallet;

/** The wallet of the viewer, who is the caller. */
export async function walletOf(viewer: ViewerNode, { wallets }: RequestContext): Promise<Wallet> {
  if ('balance' in viewer) return viewer;
  const wallet = await wallets.load(viewer.resellerId);
  if (!wallet) throw new Error(`reseller ${viewer.resellerId} has no account`);
  return wallet;
}

export const ViewerRef = builder.objectRef<ViewerNode>('Viewer').implement({
  description: 'The reseller behind the request, by its API key or by a session of the console.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Of the reseller, such as viewer:7; unique in the whole schema.',
      resolve: ({ resellerId }) => viewerId(resellerId),
    }),
    name: t.string({
      description: 'The name that the operator gave the reseller.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).name,
    }),
    balanceUsd: t.field({
      type: 'USD',
      description: 'What can be spent now. It is topped up in the chat bot only.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).balance,
    }),
    topUpUrl: t.string({
      nullable: true,
      description:
        'Where the balance is topped up: the address of the chat bot. Null when there is none, or it is not known yet.',
      resolve: (_viewer, _args, { services }) => services.chat.url ?? null,
    }),
    currency: t.string({ description: 'The currency of the balance, always USD.', resolve: () => 'USD' }),
    lowBalanceThresholdUsd: t.int({
      description: 'Whole US dollars: when the balance falls below, the chat bot sends one message.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).lowBalanceThresholdUsd,
    }),
  }),
});

/** The field `viewer`, at the root and in the results of mutations. */
export const VIEWER = {
  type: ViewerRef,
  description: 'The caller, with the balance as it is now.',
  resolve(_parent: unknown, _args: object, context: RequestContext): ViewerNode {
    return { resellerId: callerOf(context).resellerId };
  },
};

builder.queryField('viewer', (t) => t.field(VIEWER));
