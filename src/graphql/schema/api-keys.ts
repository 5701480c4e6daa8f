import { InvalidRequestError } from '../../kit/errors.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import { createKey, MAX_OVERLAP_HOURS, MAX_OWN_KEYS, reissueKey, updateKey } from '../../resellers/keys.ts';
import { SignInAgainError } from '../../sessions/sessions.ts';
import { builder } from './builder.ts';
import { callerOf, forgetReadings, type RequestContext } from './context.ts';
import { KEY_ID } from './inputs.ts';
import { LIST_COMPLEXITY } from './limits.ts';
import { NodeRef } from './node.ts';
import { keyId as idOfKey, numberNamed } from './node-id.ts';
import { VIEWER, ViewerRef } from './viewer.ts';

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
    id: t.id({
      description: 'Such as key:7; unique in the whole schema.',
      resolve: ({ id }) => idOfKey(id),
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
    resolve: ({ resellerId }, _args, context) => context.keys.load(resellerId),
  }),
);

/** The caller's key with this number. */
export async function findKey(
  id: number | undefined,
  context: RequestContext,
): Promise<ShownKey | undefined> {
  if (id === undefined) return undefined;
  const keys = await context.keys.load(callerOf(context).resellerId);
  return keys.find((key) => key.id === id);
}

interface ChangedKey {
  keyId: number;
}
interface IssuedKey extends ChangedKey {
  secret: string;
}

async function changedKey({ keyId }: ChangedKey, _args: object, context: RequestContext): Promise<ShownKey> {
  const key = await findKey(keyId, context);
  if (!key) throw new KeyNotFoundError(keyId);
  return key;
}

function issuedKeyRef(name: string, description: string) {
  return builder.objectRef<IssuedKey>(name).implement({
    description,
    fields: (t) => ({
      key: t.field({ type: ApiKeyRef, description: 'The key as it is now.', resolve: changedKey }),
      secret: t.exposeString('secret', {
        description:
          'What programs send, prk_ and 42 characters. It is shown only here: only its hash is kept.',
      }),
      viewer: t.field(VIEWER),
    }),
  });
}

const CreateKeySuccess = issuedKeyRef('CreateKeySuccess', 'The key works from now on.');
const ReissueKeySuccess = issuedKeyRef(
  'ReissueKeySuccess',
  'The new secret works, and the old one until the end of the overlap; networks and state are as before.',
);

const UpdateKeySuccess = builder.objectRef<ChangedKey>('UpdateKeySuccess').implement({
  description: 'The change is in effect for the next request with the key.',
  fields: (t) => ({
    key: t.field({ type: ApiKeyRef, description: 'The key after the change.', resolve: changedKey }),
    viewer: t.field(VIEWER),
  }),
});

const CreateKeyInput = builder.inputType('CreateKeyInput', {
  description: 'Where the new key may be used from.',
  fields: (t) => ({
    allowedIps: t.stringList({
      description: 'Addresses or CIDR networks, at most 100; any address when left out or empty.',
    }),
  }),
});

const ReissueKeyInput = builder.inputType('ReissueKeyInput', {
  description: 'The key that gets a new secret.',
  fields: (t) => ({
    keyId: t.id(KEY_ID),
    overlapHours: t.int({
      description: `For how many hours the old secret goes on working, 0 to ${MAX_OVERLAP_HOURS}; 0 when left out.`,
    }),
  }),
});

const UpdateKeyInput = builder.inputType('UpdateKeyInput', {
  description: 'What to change of a key; what is left out or null stays.',
  fields: (t) => ({
    keyId: t.id(KEY_ID),
    disabled: t.boolean({
      description: 'true refuses every request with the key until false accepts it again.',
    }),
    allowedIps: t.stringList({
      description:
        'Addresses or CIDR networks, at most 100; replaces the list, and an empty one allows any address.',
    }),
  }),
});

builder.mutationField('createKey', (t) =>
  t.field({
    type: CreateKeySuccess,
    access: 'fresh session',
    description:
      'Makes an API key, up to the hundredth of a reseller. Only in the console, soon after signing in.',
    args: {
      input: t.arg({ type: CreateKeyInput, required: true, description: 'Where it may be used from.' }),
    },
    errors: {
      types: [InvalidRequestError, SignInAgainError],
      union: { name: 'CreateKeyResult', description: 'The new key, or why there is none.' },
    },
    resolve: async (_root, { input: { allowedIps } }, context) => {
      const { services, now } = context;
      const { resellerId } = callerOf(context);
      const created = await createKey(services.database, {
        resellerId,
        allowedIps: allowedIps ?? undefined,
        atMost: MAX_OWN_KEYS,
        at: now,
      });
      forgetReadings(context);
      return { keyId: created.keyId, secret: created.apiKey };
    },
  }),
);

builder.mutationField('reissueKey', (t) =>
  t.field({
    type: ReissueKeySuccess,
    access: 'fresh session',
    description:
      'Replaces the secret of an API key; the old one is refused at once, unless an overlap is asked for. Only in the console, soon after signing in.',
    args: { input: t.arg({ type: ReissueKeyInput, required: true, description: 'The key.' }) },
    errors: {
      types: [InvalidRequestError, KeyNotFoundError, SignInAgainError],
      union: { name: 'ReissueKeyResult', description: 'The new secret, or why there is none.' },
    },
    resolve: async (_root, { input }, context) => {
      const { services, now } = context;
      const { resellerId } = callerOf(context);
      const reissued = await reissueKey(services.database, {
        keyId: numberNamed(input.keyId),
        resellerId,
        overlapHours: input.overlapHours ?? undefined,
        at: now,
      });
      forgetReadings(context);
      return { keyId: reissued.keyId, secret: reissued.apiKey };
    },
  }),
);

builder.mutationField('updateKey', (t) =>
  t.field({
    type: UpdateKeySuccess,
    access: 'fresh session',
    description:
      'Disables or enables an API key, or binds it to networks, all of what is asked or nothing. Only in the console, soon after signing in.',
    args: { input: t.arg({ type: UpdateKeyInput, required: true, description: 'The key and its change.' }) },
    errors: {
      types: [InvalidRequestError, KeyNotFoundError, SignInAgainError],
      union: { name: 'UpdateKeyResult', description: 'The change, or why there is none.' },
    },
    resolve: async (_root, { input: { disabled, allowedIps, ...named } }, context) => {
      const keyId = numberNamed(named.keyId);
      const { resellerId } = callerOf(context);
      await updateKey(context.services.database, {
        keyId,
        resellerId,
        disabled: disabled ?? undefined,
        allowedIps: allowedIps ?? undefined,
      });
      forgetReadings(context);
      return { keyId };
    },
  }),
);
