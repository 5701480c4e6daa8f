import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import { finishAddingPasskey, MAX_PASSKEYS, startAddingPasskey } from '../../passkeys/add-passkey.ts';
import { MAX_RESPONSE_CHARACTERS, type RelyingParty, relyingPartyAt } from '../../passkeys/ceremony.ts';
import { type Passkey, PasskeyNotFoundError, removePasskey } from '../../passkeys/passkeys.ts';
import { finishPasskeySignIn, startPasskeySignIn } from '../../passkeys/sign-in-by-passkey.ts';
import { SignInAgainError, SignInRefusedError } from '../../sessions/sessions.ts';
import { builder } from './builder.ts';
import { callerOf, forgetReadings, type RequestContext, sessionOf } from './context.ts';
import { atMostCharacters, PASSKEY_ID, text } from './inputs.ts';
import { NodeRef } from './node.ts';
import { passkeyId as idOfPasskey, numberNamed } from './node-id.ts';
import { cookieOf, enter, SignInResult } from './sign-in.ts';
import { VIEWER, ViewerRef, walletOf } from './viewer.ts';

/** Characters of a name: it stands in a list, beside dates. */
const MAX_NAME_CHARACTERS = 60;

const PasskeyRef = builder.objectRef<Passkey>('Passkey').implement({
  description: 'A key in a device or password manager that signs somebody in to the console without a link.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Such as passkey:7; unique in the whole schema.',
      resolve: ({ id }) => idOfPasskey(id),
    }),
    name: t.exposeString('name', { description: 'What the person who added it called it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last signed somebody in; null when it has not yet.',
    }),
  }),
});

builder.objectField(ViewerRef, 'passkeys', (t) =>
  t.field({
    type: [PasskeyRef],
    description: `The passkeys, oldest first; at most ${MAX_PASSKEYS}.`,
    resolve: ({ resellerId }, _args, context) => context.passkeys.load(resellerId),
  }),
);

/** The caller's passkey with this number. */
export async function findPasskey(
  id: number | undefined,
  context: RequestContext,
): Promise<Passkey | undefined> {
  if (id === undefined) return undefined;
  const passkeys = await context.passkeys.load(callerOf(context).resellerId);
  return passkeys.find((passkey) => passkey.id === id);
}

const PasskeyOptions = builder.objectRef<{ options: string }>('PasskeyOptions').implement({
  description: 'What the browser is to be asked for. It has to be answered within 5 minutes, once.',
  fields: (t) => ({
    options: t.exposeString('options', {
      description:
        'JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser.',
    }),
  }),
});

const PASSKEY_RESPONSE = {
  required: true,
  description: 'The JSON of the credential that the browser returned for the options.',
  validate: {
    schema: z.string().max(MAX_RESPONSE_CHARACTERS, atMostCharacters(MAX_RESPONSE_CHARACTERS)),
  },
} as const;

builder.mutationField('startPasskeyRegistration', (t) =>
  t.field({
    type: PasskeyOptions,
    access: 'fresh session',
    description: `Begins to add a passkey, of which a reseller has at most ${MAX_PASSKEYS}. Only in the console, soon after signing in.`,
    errors: {
      types: [InvalidRequestError, SignInAgainError],
      union: {
        name: 'StartPasskeyRegistrationResult',
        description: 'What to ask the browser for, or why no passkey can be added.',
      },
    },
    resolve: async (_root, _args, context) => {
      const { resellerId } = callerOf(context);
      const resellerName = (await walletOf({ resellerId }, context)).name;
      const adding = { ...addingOf(context), resellerName };
      return { options: await startAddingPasskey(context.services.database.sql, adding) };
    },
  }),
);

const FinishPasskeyRegistrationSuccess = builder
  .objectRef<{ passkey: Passkey }>('FinishPasskeyRegistrationSuccess')
  .implement({
    description: 'The passkey signs in from now on.',
    fields: (t) => ({
      passkey: t.expose('passkey', { type: PasskeyRef, description: 'The new passkey.' }),
      viewer: t.field(VIEWER),
    }),
  });

const FinishPasskeyRegistrationInput = builder.inputType('FinishPasskeyRegistrationInput', {
  description: 'The new passkey.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: `What to call it, such as the device that holds it: 1 to ${MAX_NAME_CHARACTERS} characters.`,
      validate: {
        schema: text
          .trim()
          .min(1, 'must not be empty')
          .max(MAX_NAME_CHARACTERS, atMostCharacters(MAX_NAME_CHARACTERS)),
      },
    }),
    response: t.string(PASSKEY_RESPONSE),
  }),
});

builder.mutationField('finishPasskeyRegistration', (t) =>
  t.field({
    type: FinishPasskeyRegistrationSuccess,
    access: 'fresh session',
    description:
      'Adds the passkey that the browser has made for the options. Only in the console, by the session that asked for them.',
    args: {
      input: t.arg({
        type: FinishPasskeyRegistrationInput,
        required: true,
        description: 'The new passkey.',
      }),
    },
    errors: {
      types: [InvalidRequestError, SignInAgainError, SignInRefusedError],
      union: {
        name: 'FinishPasskeyRegistrationResult',
        description: 'The new passkey, or why there is none.',
      },
    },
    resolve: async (_root, { input: { name, response } }, context) => {
      const adding = { ...addingOf(context), name, response };
      const passkey = await finishAddingPasskey(context.services.database, adding);
      forgetReadings(context);
      return { passkey };
    },
  }),
);

const RemovePasskeySuccess = builder.objectRef<{ passkeyId: string }>('RemovePasskeySuccess').implement({
  description: 'The passkey signs nobody in any more; sessions that it has begun go on until they are ended.',
  fields: (t) => ({
    passkeyId: t.exposeID('passkeyId', { description: 'The `id` of the passkey that was removed.' }),
    viewer: t.field(VIEWER),
  }),
});

const RemovePasskeyInput = builder.inputType('RemovePasskeyInput', {
  description: 'The passkey to remove.',
  fields: (t) => ({
    passkeyId: t.id(PASSKEY_ID),
  }),
});

builder.mutationField('removePasskey', (t) =>
  t.field({
    type: RemovePasskeySuccess,
    access: 'fresh session',
    description: 'Removes a passkey. Only in the console, soon after signing in.',
    args: { input: t.arg({ type: RemovePasskeyInput, required: true, description: 'The passkey.' }) },
    errors: {
      types: [InvalidRequestError, PasskeyNotFoundError, SignInAgainError],
      union: { name: 'RemovePasskeyResult', description: 'The removal, or why there was none.' },
    },
    resolve: async (_root, { input: { passkeyId } }, context) => {
      const { resellerId } = callerOf(context);
      const named = { resellerId, passkeyId: numberNamed(passkeyId) };
      await removePasskey(context.services.database.sql, named);
      forgetReadings(context);
      return { passkeyId };
    },
  }),
);

builder.mutationField('startPasskeySignIn', (t) =>
  t.field({
    type: PasskeyOptions,
    access: 'anyone',
    description:
      'Begins to sign somebody in by a passkey. Only by HTTP POST from a page of the service itself.',
    resolve: async (_root, _args, context) => {
      const party = relyingPartyOf(context);
      return { options: await startPasskeySignIn(context.services.database.sql, party, context.now) };
    },
  }),
);

const FinishPasskeySignInInput = builder.inputType('FinishPasskeySignInInput', {
  description: 'What the passkey has signed.',
  fields: (t) => ({
    response: t.string(PASSKEY_RESPONSE),
  }),
});

builder.mutationField('finishPasskeySignIn', (t) =>
  t.field({
    type: SignInResult,
    access: 'anyone',
    description:
      'Signs somebody in to the console by a passkey; a session that the browser has had until now ends. Only by HTTP POST from a page of the service itself.',
    args: {
      input: t.arg({
        type: FinishPasskeySignInInput,
        required: true,
        description: 'What the passkey has signed.',
      }),
    },
    resolve: async (_root, { input: { response } }, context) => {
      const party = relyingPartyOf(context);
      const { userAgent, token: formerToken } = cookieOf(context);
      const browser = { userAgent, formerToken, at: context.now };
      const { database } = context.services;
      return enter(await finishPasskeySignIn(database, { party, response, browser }), context);
    },
  }),
);

function addingOf(context: RequestContext) {
  const { resellerId } = callerOf(context);
  const { id: sessionId } = sessionOf(context);
  return { resellerId, sessionId, party: relyingPartyOf(context), at: context.now };
}

/** Where the page of the request is. Throws InvalidRequestError when that cannot be known, or has no name. */
function relyingPartyOf(context: RequestContext): RelyingParty {
  const { origin } = cookieOf(context);
  if (origin !== undefined) return relyingPartyAt(origin);
  throw new InvalidRequestError('Passkeys are for pages of this service: send the header "Origin".');
}
