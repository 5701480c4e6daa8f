import { readWallet, type Wallet } from '../billing/balance.ts';
import { builder } from './builder.ts';
import { callerOf } from './context.ts';

export const ViewerRef = builder.objectRef<Wallet>('Viewer').implement({
  description: 'The reseller whose API key the request carries.',
  fields: (t) => ({
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

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'The caller, with the balance as it is now.',
    resolve: (_root, _args, context) =>
      readWallet(context.services.database.sql, callerOf(context).resellerId),
  }),
);
