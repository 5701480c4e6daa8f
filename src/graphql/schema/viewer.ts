import type { Wallet } from '../../billing/balance.ts';
import { builder } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { NodeRef } from './node.ts';
import { viewerId } from './node-id.ts';

export const ViewerRef = builder.objectRef<Wallet>('Viewer').implement({
  description: 'The reseller behind the request, by its API key or by a session of the console.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Of the reseller, such as viewer:7; unique in the whole schema.',
      resolve: ({ resellerId }) => viewerId(resellerId),
    }),
    name: t.exposeString('name', { description: 'The name that the operator gave the reseller.' }),
    balanceUsd: t.expose('balance', {
      type: 'USD',
      description: 'What can be spent now. It is topped up in the chat bot only.',
    }),
    currency: t.string({ description: 'The currency of the balance, always USD.', resolve: () => 'USD' }),
    lowBalanceThresholdUsd: t.exposeInt('lowBalanceThresholdUsd', {
      description: 'Whole US dollars: when the balance falls below, the chat bot sends one message.',
    }),
  }),
});

/** The field `viewer`, at the root and in the results of mutations. */
export const VIEWER = {
  type: ViewerRef,
  description: 'The caller, with the balance as it is now.',
  async resolve(_parent: unknown, _args: object, context: RequestContext): Promise<Wallet> {
    const { resellerId } = callerOf(context);
    const wallet = await context.wallets.load(resellerId);
    if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
    return wallet;
  },
};

builder.queryField('viewer', (t) => t.field(VIEWER));
