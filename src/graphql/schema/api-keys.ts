import { InvalidRequestError } from '../../kit/errors.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import {
  createKey,
  deleteKey,
  MAX_OVERLAP_HOURS,
  MAX_OWN_KEYS,
  reissueKey,
  type ShownKey,
  updateKey,
} from '../../resellers/keys.ts';
import { SignInAgainError } from '../../sessions/sessions.ts';
import {
  builder,
  mutation,
  NodeRef,
  numberedIdField,
  numberNamed,
  type SuccessFields,
  ViewerRef,
} from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { LIST_COMPLEXITY } from './limits.ts';
import { nodeId, withoutNulls } from './values.ts';

const OldSecretRef = builder.objectRef<NonNullable<ShownKey['oldSecret']>>('OldSecret').implement({
  description: 'A secret that was replaced and works for some hours more.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'How it begins, to recognise it by.' }),
    until: t.expose('until', { type: 'DateTime', description: 'From then on it is refused.' }),
  }),
});

export const ApiKeyRef = builder.objectRef<ShownKey>('ApiKey').implement({
  description: 'What a program of the reseller is known by. Its secret is shown once, when it is issued.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'key'),
    name: t.exposeString('name', {
      nullable: true,
      description: 'What its reseller calls it; null for a key without a name.',
    }),
    prefix: t.exposeString('prefix', {
      description: 'How its secret begins, prk_ and four characters, to recognise it by.',
    }),
    disabled: t.exposeBoolean('disabled', { description: 'Whether every request with it is refused.' }),
    allowedIps: t.exposeStringList('allowedIps', {
      description: 'The networks that may use it, as CIDR; any address when empty.',
      complexity: LIST_COMPLEXITY,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', description: 'When it got its present secret.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a request with it was last let in; null when none was.',
    }),
    lastUsedFrom: t.exposeString('lastUsedFrom', {
      nullable: true,
      description: 'The address that the last one came from; null when that is not known.',
    }),
    oldSecret: t.expose('oldSecret', {
      type: OldSecretRef,
      nullable: true,
      description: 'The secret before the present one, while it goes on working; null when it does not.',
    }),
  }),
});

builder.objectField(ViewerRef, 'keys', (t) =>
  t.field({
    type: [ApiKeyRef],
    description: 'The API keys, oldest first.',
    complexity: { field: 1, multiplier: MAX_OWN_KEYS },
    resolve: ({ resellerId }, _args, context) => context.readings.keys.load(resellerId),
  }),
);

async function changedKey(
  { keyId }: { keyId: number },
  _args: object,
  { readings }: RequestContext,
): Promise<ShownKey> {
  const key = await readings.ownKey(keyId);
  if (!key) throw new KeyNotFoundError(keyId);
  return key;
}

const issuedFields = (t: SuccessFields<{ keyId: number; secret: string }>) => ({
  key: t.field({ type: ApiKeyRef, description: 'The key as it is now.', resolve: changedKey }),
  secret: t.exposeString('secret', {
    description: 'What programs send, prk_ and 42 characters. It is shown only here: only its hash is kept.',
  }),
});

mutation('createKey', {
  access: 'fresh session',
  description:
    'Makes an API key, up to the hundredth of a reseller. Only in the console, soon after signing in.',
  input: {
    description: 'What the new key is called, and where it may be used from.',
    argument: 'The key as it is to be.',
    fields: (t) => ({
      name: t.string({
        description: 'What to call it, 1 to 50 characters, such as the program that will use it.',
      }),
      allowedIps: t.stringList({
        description: 'Addresses or CIDR networks, at most 100; any address when left out or empty.',
      }),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const { services, now: at } = context;
    const { resellerId } = callerOf(context);
    const wanted = { ...withoutNulls(input), resellerId, atMost: MAX_OWN_KEYS, at };
    const { keyId, apiKey: secret } = await createKey(services.database, wanted);
    return { keyId, secret };
  },
  success: { description: 'The key works from now on.', fields: issuedFields },
  refusals: [InvalidRequestError, SignInAgainError],
  result: 'The new key, or why there is none.',
});

mutation('reissueKey', {
  access: 'fresh session',
  description:
    'Replaces the secret of an API key; the old one is refused at once, unless an overlap is asked for. Only in the console, soon after signing in.',
  input: {
    description: 'The key that gets a new secret.',
    argument: 'The key.',
    fields: (t) => ({
      keyId: t.id(nodeId('key')),
      overlapHours: t.int({
        description: `For how many hours the old secret goes on working, 0 to ${MAX_OVERLAP_HOURS}; 0 when left out.`,
      }),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const { services, now: at } = context;
    const { resellerId } = callerOf(context);
    const wanted = { ...withoutNulls(input), keyId: numberNamed(input.keyId), resellerId, at };
    const { keyId, apiKey: secret } = await reissueKey(services.database, wanted);
    return { keyId, secret };
  },
  success: {
    description:
      'The new secret works, and the old one until the end of the overlap; networks and state are as before.',
    fields: issuedFields,
  },
  refusals: [InvalidRequestError, KeyNotFoundError, SignInAgainError],
  result: 'The new secret, or why there is none.',
});

mutation('updateKey', {
  access: 'fresh session',
  description:
    'Names, disables or enables an API key, or binds it to networks, all of what is asked or nothing. Only in the console, soon after signing in.',
  input: {
    description: 'What to change of a key; what is left out or null stays.',
    argument: 'The key and its change.',
    fields: (t) => ({
      keyId: t.id(nodeId('key')),
      name: t.string({
        description: 'What to call it, 1 to 50 characters; an empty text takes the name away.',
      }),
      disabled: t.boolean({
        description: 'true refuses every request with the key until false accepts it again.',
      }),
      allowedIps: t.stringList({
        description:
          'Addresses or CIDR networks, at most 100; replaces the list, and an empty one allows any address.',
      }),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const keyId = numberNamed(input.keyId);
    const { resellerId } = callerOf(context);
    await updateKey(context.services.database, { ...withoutNulls(input), keyId, resellerId });
    return { keyId };
  },
  success: {
    description: 'The change is in effect for the next request with the key.',
    fields: (t) => ({
      key: t.field({ type: ApiKeyRef, description: 'The key after the change.', resolve: changedKey }),
    }),
  },
  refusals: [InvalidRequestError, KeyNotFoundError, SignInAgainError],
  result: 'The change, or why there is none.',
});

mutation('deleteKey', {
  access: 'fresh session',
  description:
    'Deletes an API key for good, with the frontend tokens that it has made. Only in the console, soon after signing in.',
  input: {
    description: 'The key to delete.',
    argument: 'The key.',
    fields: (t) => ({ keyId: t.id(nodeId('key')) }),
  },
  resolve: async (_root, { input: { keyId } }, context) => {
    const { resellerId } = callerOf(context);
    await deleteKey(context.services.database, { keyId: numberNamed(keyId), resellerId });
    return { keyId };
  },
  success: {
    description: 'The next request with the key is refused like one with a key that never was.',
    fields: (t) => ({
      keyId: t.exposeID('keyId', { description: 'The `id` of the key that was deleted.' }),
    }),
  },
  refusals: [InvalidRequestError, KeyNotFoundError, SignInAgainError],
  result: 'The deletion, or why there was none.',
});
