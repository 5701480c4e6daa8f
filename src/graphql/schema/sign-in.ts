import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import { atMostCharacters } from '../../kit/text.ts';
import { hashOfSecret } from '../../kit/vault.ts';
import {
  finishAddingPasskey,
  finishPasskeySignIn,
  MAX_PASSKEYS,
  MAX_RESPONSE_CHARACTERS,
  type RelyingParty,
  relyingPartyAt,
  resellerIn,
  startAddingPasskey,
  startPasskeySignIn,
} from '../../passkeys/ceremony.ts';
import { type Passkey, PasskeyNotFoundError, removePasskey } from '../../passkeys/passkeys.ts';
import { authenticateSessions, presentedSessionOf } from '../../sessions/admission.ts';
import {
  type ConsoleSession,
  endOtherSessions,
  endSession,
  freshUntil,
  SessionNotFoundError,
  SignInAgainError,
  SignInRefusedError,
} from '../../sessions/sessions.ts';
import { signIn } from '../../sessions/sign-in.ts';
import {
  builder,
  mutation,
  NodeRef,
  numberedId,
  numberedIdField,
  numberNamed,
  OF_CREDENTIAL,
  VIEWER,
  ViewerRef,
} from './builder.ts';
import { callerOf, type RequestContext, type SessionCookie, sessionOf, walletOf } from './context.ts';
import { nodeId, requiredText, text } from './values.ts';

const ConsoleSessionRef = builder.objectRef<ConsoleSession>('ConsoleSession').implement({
  description: 'A browser that is signed in to the console. It ends after 30 days without use, or 90 in all.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'session', 1_000_000_000_007),
    browser: t.exposeString('browser', {
      description:
        'Such as "Firefox on Windows", by what the browser said when it signed in; "Unknown browser" when it said nothing known.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When somebody signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When it last asked for something, to within a few minutes.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Where it was last used from; null when that is not known.',
    }),
    place: t.exposeString('place', {
      nullable: true,
      description:
        'Where that address is, such as "Berlin, DE", if the operator has a database of places, else its network, such as 203.0.113.0/24; null when it is not known.',
    }),
    lastChange: t.exposeString('lastChange', {
      nullable: true,
      description:
        'The name of the last mutation that it sent, done or refused, such as "purchase"; null for none.',
    }),
    lastChangedAt: t.expose('lastChangedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it sent that; null for none.',
    }),
    current: t.boolean({
      extensions: OF_CREDENTIAL,
      description: 'Whether this very request carries it.',
      resolve: ({ id }, _args, context) => id === currentId(context),
    }),
    changesUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it may change API keys without signing in again; null when that is over.',
      resolve({ signedInAt }, _args, { now }) {
        const until = freshUntil(signedInAt);
        return until > now ? until : null;
      },
    }),
  }),
});

builder.objectFields(ViewerRef, (t) => ({
  sessions: t.field({
    type: [ConsoleSessionRef],
    description: 'The sessions of the console, the last used first; at most 100.',
    resolve: ({ resellerId }, _args, context) => context.readings.sessions.load(resellerId),
  }),
  session: t.field({
    type: ConsoleSessionRef,
    nullable: true,
    extensions: OF_CREDENTIAL,
    description: 'The session that this request carries; null when it carries an API key.',
    resolve(_viewer, _args, context) {
      const id = currentId(context);
      return id === undefined ? null : context.readings.ownSession(id);
    },
  }),
}));

function currentId(context: RequestContext): number | undefined {
  const { credential } = callerOf(context);
  return credential.kind === 'session' ? credential.id : undefined;
}

const EndOtherSessionsSuccess = builder
  .objectRef<{ sessionIds: string[] }>('EndOtherSessionsSuccess')
  .implement({
    description: 'Only the session of this request is left.',
    fields: (t) => ({
      sessionIds: t.exposeIDList('sessionIds', { description: 'The `id`s of the sessions that ended.' }),
      viewer: t.field(VIEWER),
    }),
  });

mutation('endSession', {
  access: 'session',
  description: 'Signs one browser out, and ends all sign-in links. Only in the console.',
  input: {
    description: 'The session to end.',
    argument: 'The session.',
    fields: (t) => ({
      sessionId: t.id(nodeId('session')),
    }),
  },
  resolve: async (_root, { input: { sessionId } }, context) => {
    const { resellerId } = callerOf(context);
    await endSession(context.services.database, { resellerId, sessionId: numberNamed(sessionId) });
    return { sessionId };
  },
  success: {
    description: 'The session has ended: its next request is refused, and its open sockets are closed.',
    fields: (t) => ({
      sessionId: t.exposeID('sessionId', { description: 'The `id` of the session that ended.' }),
    }),
  },
  refusals: [InvalidRequestError, SessionNotFoundError],
  result: 'The session’s end, or why it did not end.',
});

builder.mutationField('endOtherSessions', (t) =>
  t.field({
    type: EndOtherSessionsSuccess,
    access: 'session',
    description: 'Signs every other browser out, and ends all sign-in links. Only in the console.',
    resolve: async (_root, _args, context) => {
      const { id: sessionId } = sessionOf(context);
      const { resellerId } = callerOf(context);
      const ended = await endOtherSessions(context.services.database, { resellerId, sessionId });
      return { sessionIds: ended.map((id) => numberedId('session', id)) };
    },
  }),
);

const SignInSuccess = builder.objectRef<{ session: ConsoleSession }>('SignInSuccess').implement({
  description: 'Somebody is signed in: the answer sets the cookie that carries the session.',
  fields: (t) => ({
    session: t.expose('session', { type: ConsoleSessionRef, description: 'The new session.' }),
    viewer: t.field(VIEWER),
  }),
});

const SignOutSuccess = builder.objectRef<{ signedOut: boolean }>('SignOutSuccess').implement({
  description: 'The session has ended, and the answer takes the cookie away.',
  fields: (t) => ({
    signedOut: t.exposeBoolean('signedOut', { description: 'Always true.' }),
  }),
});

const SignInInput = builder.inputType('SignInInput', {
  description: 'What the link has behind `#`.',
  fields: (t) => ({
    code: t.string(requiredText('The code of a sign-in link. It works once, for 15 minutes.')),
  }),
});

const SignInResult = builder.errorUnion('SignInResult', {
  types: [SignInSuccess, SignInRefusedError, InvalidRequestError],
  description: 'The session, or why there is none.',
  // The plugin knows the types of errors.
  resolveType: () => 'SignInSuccess',
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInResult,
    access: 'anyone',
    description:
      'Signs somebody in to the console; a session that the browser has had until now ends. Only by HTTP POST from a page of the service itself.',
    args: { input: t.arg({ type: SignInInput, required: true, description: 'The code.' }) },
    async resolve(_root, { input: { code } }, context) {
      const cookie = cookieOf(context);
      const { userAgent, token: formerToken } = cookie;
      const cell = (await context.cells?.of(hashOfSecret(code))) ?? context;
      const { database } = cell.services;
      const token = await signIn(database, { code, userAgent, formerToken, at: context.now });
      return enter(token, context, cell);
    },
  }),
);

builder.mutationField('signOut', (t) =>
  t.field({
    type: SignOutSuccess,
    access: 'session',
    description:
      'Ends the session that the request carries. Only by HTTP POST from a page of the service itself.',
    async resolve(_root, _args, context) {
      const cookie = cookieOf(context);
      const { id: sessionId } = sessionOf(context);
      const { resellerId } = callerOf(context);
      await endSession(context.services.database, { resellerId, sessionId });
      cookie.clear();
      context.caller = undefined;
      return { signedOut: true };
    },
  }),
);

/** Throws InvalidRequestError for a request whose answer cannot set the cookie. */
function cookieOf({ cookie, services: { publicUrl } }: RequestContext): SessionCookie {
  if (cookie) return cookie;
  throw new InvalidRequestError(
    `Signing in and out is for the pages of this service at ${publicUrl}: open the console there. Programs send it by HTTP POST as these pages do, accepting JSON, since the answer sets a cookie, or use an API key.`,
  );
}

/** Has the browser keep a new session, which is the caller for the rest of the request. */
async function enter(
  token: string,
  context: RequestContext,
  { services }: Pick<RequestContext, 'services'>,
): Promise<{ session: ConsoleSession }> {
  const { keep, token: formerToken } = cookieOf(context);
  keep(token);
  // The browser forgets that token in any case: while its cell is away, the session runs out by itself.
  if (formerToken !== undefined) await endElsewhere(formerToken, services, context).catch(() => {});
  context.enter(services);
  const { database } = services;
  const [caller] = await authenticateSessions(database.sql, [presentedSessionOf(token)], context.now);
  if (!caller || caller instanceof Error) throw caller ?? new SignInRefusedError();
  context.caller = caller;
  context.forgetReadings();
  const session = await context.readings.ownSession(caller.credential.id);
  if (!session) throw new SignInRefusedError();
  return { session };
}

/** Ends the session that the browser has had, if it is of another cell than the new one. */
async function endElsewhere(
  formerToken: string,
  services: RequestContext['services'],
  { cells, now }: RequestContext,
): Promise<void> {
  const former = presentedSessionOf(formerToken);
  const { database } = (await cells?.of(former.tokenHash))?.services ?? services;
  if (database === services.database) return;
  const [caller] = await authenticateSessions(database.sql, [former], now);
  if (!caller || caller instanceof Error) return;
  await endSession(database, { resellerId: caller.resellerId, sessionId: caller.credential.id });
}

/** Characters of a name: it stands in a list, beside dates. */
const MAX_NAME_CHARACTERS = 60;

const PasskeyRef = builder.objectRef<Passkey>('Passkey').implement({
  description: 'A key in a device or password manager that signs somebody in to the console without a link.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'passkey'),
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
    resolve: ({ resellerId }, _args, context) => context.readings.passkeys.load(resellerId),
  }),
);

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

mutation('finishPasskeyRegistration', {
  access: 'fresh session',
  description:
    'Adds the passkey that the browser has made for the options. Only in the console, by the session that asked for them.',
  input: {
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
  },
  resolve: async (_root, { input: { name, response } }, context) => {
    const adding = { ...addingOf(context), name, response };
    const passkey = await finishAddingPasskey(context.services.database, adding);
    return { passkey };
  },
  success: {
    description: 'The passkey signs in from now on.',
    fields: (t) => ({
      passkey: t.expose('passkey', { type: PasskeyRef, description: 'The new passkey.' }),
    }),
  },
  refusals: [InvalidRequestError, SignInAgainError, SignInRefusedError],
  result: 'The new passkey, or why there is none.',
});

mutation('removePasskey', {
  access: 'fresh session',
  description: 'Removes a passkey. Only in the console, soon after signing in.',
  input: {
    description: 'The passkey to remove.',
    argument: 'The passkey.',
    fields: (t) => ({
      passkeyId: t.id(nodeId('passkey')),
    }),
  },
  resolve: async (_root, { input: { passkeyId } }, context) => {
    const { resellerId } = callerOf(context);
    const named = { resellerId, passkeyId: numberNamed(passkeyId) };
    await removePasskey(context.services.database.sql, named);
    return { passkeyId };
  },
  success: {
    description:
      'The passkey signs nobody in any more; sessions that it has begun go on until they are ended.',
    fields: (t) => ({
      passkeyId: t.exposeID('passkeyId', { description: 'The `id` of the passkey that was removed.' }),
    }),
  },
  refusals: [InvalidRequestError, PasskeyNotFoundError, SignInAgainError],
  result: 'The removal, or why there was none.',
});

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
      const { sql: asked } = context.services.database;
      const resellerId = resellerIn(response);
      const cell = (resellerId !== undefined && context.cells?.ofReseller(resellerId)) || context;
      const { database } = cell.services;
      return enter(await finishPasskeySignIn(database, { asked, party, response, browser }), context, cell);
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
