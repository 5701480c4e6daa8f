import { z } from 'zod';
import {
  createFrontendToken,
  type FrontendToken,
  MAX_ALIVE,
  MAX_LIFETIME_SECONDS,
  MAX_LISTED,
  MAX_ORDERS,
  MAX_ORIGINS,
  MIN_LIFETIME_SECONDS,
  revokeFrontendTokens,
  type TokenMaker,
} from '../../frontend-tokens/frontend-tokens.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { Caller } from '../../resellers/admission.ts';
import type { FrontendRight as Right } from '../../resellers/entities.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { ApiKeyRef } from './api-keys.ts';
import {
  builder,
  enumOf,
  mutation,
  NodeRef,
  numberedId,
  numberedIdField,
  numberNamed,
  ViewerRef,
} from './builder.ts';
import { callerOf } from './context.ts';
import { LIST_COMPLEXITY } from './limits.ts';
import { frontendTokenIds, orderNumber, toDomainValue, toEnumValue } from './values.ts';

const FrontendRight = enumOf('FrontendRight', 'What a frontend token allows of its orders.', {
  read_traffic: 'What was bought and used: `traffic`, `trafficGb`, `stats`, `usage` and `trafficUpdated`.',
  read_order:
    'The order itself: status, term, country, type and the like, its settings without the login, and `orderUpdated`.',
  read_proxies:
    'How to connect: `proxies` and `lines` with their passwords, `gateway`, and the login in the settings.',
} satisfies Record<Right, string>);

const FrontendTokenRef = builder.objectRef<FrontendToken>('FrontendToken').implement({
  description:
    'What lets a page of the reseller’s own read some orders in the browsers of its customers. Only its hash is stored.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'frontend-token', 1_000_000_000_009),
    prefix: t.exposeString('prefix', { description: '`prt_` and four characters, to recognise it by.' }),
    key: t.field({
      type: ApiKeyRef,
      nullable: true,
      description: 'The API key that made it, with which it ends; null when a person in the console did.',
      resolve: ({ keyId }, _args, { readings }) => (keyId === null ? null : readings.ownKey(keyId)),
    }),
    orderIds: t.idList({
      description: 'The `id` of each order that it may read.',
      complexity: LIST_COMPLEXITY,
      resolve: ({ orderIds }) => orderIds.map(String),
    }),
    allow: t.field({
      type: [FrontendRight],
      description: 'What it may read of them.',
      resolve: ({ rights }) => rights.map(toEnumValue),
    }),
    origins: t.exposeStringList('origins', {
      description: 'The pages that may use it: scheme, host and port, as browsers send them in `Origin`.',
      complexity: LIST_COMPLEXITY,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

builder.objectField(ViewerRef, 'frontendTokens', (t) =>
  t.field({
    type: [FrontendTokenRef],
    description: `The frontend tokens that are alive, the newest first; at most the newest ${MAX_LISTED}.`,
    complexity: { field: 1, multiplier: MAX_LISTED },
    resolve: ({ resellerId }, _args, { readings }) => readings.aliveTokens.load(resellerId),
  }),
);

mutation('createFrontendToken', {
  description: `Makes a token that a page may hold in a browser: it reads some orders, over \`order\`, \`orderUpdated\` and \`trafficUpdated\`, and does nothing else. It ends when it expires, is revoked, or the API key that made it is reissued or disabled. At most ${MAX_ALIVE} of a key are alive, and as many of the console. Free of charge.`,
  input: {
    description: 'Which page may read what of which orders, and for how long.',
    fields: (t) => ({
      orderIds: t.idList({
        required: true,
        description: `The \`id\` of each order, 1 to ${MAX_ORDERS}: those of one customer.`,
        validate: { schema: z.array(orderNumber) },
      }),
      allow: t.field({
        type: [FrontendRight],
        required: true,
        description: 'What may be read of them; at least one. READ_TRAFFIC needs a Luxury order among them.',
      }),
      origins: t.stringList({
        required: true,
        description: `The pages that may use it, 1 to ${MAX_ORIGINS}, each as https://host or https://host:port; http only for localhost, 127.0.0.1 and [::1].`,
      }),
      expiresInSeconds: t.int({
        required: true,
        description: `For how long, ${MIN_LIFETIME_SECONDS} to ${MAX_LIFETIME_SECONDS}: a page can ask its own server for the next one.`,
      }),
    }),
  },
  resolve: async (_root, { input: { allow, ...input } }, context) => {
    const { services, now } = context;
    const rights = allow.map((right) => toDomainValue(right));
    const wanted = { ...input, orderIds: input.orderIds.map(Number), rights };
    return createFrontendToken(services.database, makerOf(callerOf(context)), wanted, now);
  },
  success: {
    description: 'The token works from now on.',
    fields: (t) => ({
      token: t.expose('token', { type: FrontendTokenRef, description: 'The token that was made.' }),
      secret: t.exposeString('secret', {
        description:
          'The token itself, `prt_...`, for the page to send as `Authorization: Bearer`. It is shown only here.',
      }),
    }),
  },
  refusals: [InvalidRequestError, OrderNotFoundError],
  result: 'The token, or why there is none.',
});

mutation('revokeFrontendTokens', {
  description: 'Ends frontend tokens before they expire.',
  input: {
    description: 'Which frontend tokens end.',
    fields: (t) => ({
      tokenIds: t.idList({
        description:
          'The `id` of each, of whichever key or of the console; what is not there is left out of the answer. When this is left out or null: all tokens that the caller’s API key has made or, in the console, all of the reseller.',
        validate: { schema: frontendTokenIds },
      }),
    }),
  },
  resolve: async (_root, { input: { tokenIds } }, context) => {
    const { resellerId, key } = makerOf(callerOf(context));
    const ofCaller = key ? { keyId: key.id } : 'all';
    const revoked = tokenIds ? { tokenIds: tokenIds.map(numberNamed) } : ofCaller;
    const ended = await revokeFrontendTokens(context.services.database, resellerId, revoked);
    return { tokenIds: ended };
  },
  success: {
    description: 'The tokens are refused from now on; open sockets and streams end within two seconds.',
    fields: (t) => ({
      tokenIds: t.idList({
        description: 'The `id` of each token that has ended with this.',
        resolve: ({ tokenIds }) => tokenIds.map((id) => numberedId('frontend-token', id)),
      }),
    }),
  },
  refusals: [InvalidRequestError],
  result: 'What has ended, or what is wrong.',
});

/** Throws UnauthorizedError for a frontend token, which makes no others. */
function makerOf({ resellerId, credential }: Caller): TokenMaker {
  if (credential.kind === 'frontend_token') throw new UnauthorizedError();
  return { resellerId, key: credential.kind === 'key' ? credential : undefined };
}
