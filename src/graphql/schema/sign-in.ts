import { InvalidRequestError } from '../../kit/errors.ts';
import { authenticateSessions, presentedSessionOf } from '../../sessions/admission.ts';
import { SessionNotFoundError, SignInRefusedError } from '../../sessions/errors.ts';
import { type ConsoleSession, freshUntil } from '../../sessions/session.ts';
import { endOtherSessions, endSession } from '../../sessions/sessions.ts';
import { signIn } from '../../sessions/sign-in.ts';
import { builder, OF_CREDENTIAL } from './builder.ts';
import { callerOf, forgetReadings, type RequestContext, type SessionCookie, sessionOf } from './context.ts';
import { requiredText, SESSION_ID } from './inputs.ts';
import { mutation } from './mutation.ts';
import { nodeIdField, NodeRef, numberNamed, sessionId as idOfSession } from './node.ts';
import { VIEWER, ViewerRef } from './viewer.ts';

const ConsoleSessionRef = builder.objectRef<ConsoleSession>('ConsoleSession').implement({
  description: 'A browser that is signed in to the console. It ends after 30 days without use, or 90 in all.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Such as session:1000000000007', ({ id }: ConsoleSession) => idOfSession(id))),
    browser: t.exposeString('browser', {
      description:
        'Such as "Firefox on Windows", by what the browser said when it signed in; "Unknown browser" when it said nothing known.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When somebody signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When it last asked for something, to within a few minutes.',
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
      resolve({ createdAt }, _args, { now }) {
        const until = freshUntil(createdAt);
        return until > now ? until : null;
      },
    }),
  }),
});

builder.objectFields(ViewerRef, (t) => ({
  sessions: t.field({
    type: [ConsoleSessionRef],
    description: 'The sessions of the console, the last used first; at most 100.',
    resolve: ({ resellerId }, _args, context) => context.sessions.load(resellerId),
  }),
  session: t.field({
    type: ConsoleSessionRef,
    nullable: true,
    extensions: OF_CREDENTIAL,
    description: 'The session that this request carries; null when it carries an API key.',
    resolve: async (_viewer, _args, context) => (await findSession(currentId(context), context)) ?? null,
  }),
}));

function currentId(context: RequestContext): number | undefined {
  const { credential } = callerOf(context);
  return credential.kind === 'session' ? credential.id : undefined;
}

/** The session of the caller's reseller with this number. */
export async function findSession(
  id: number | undefined,
  context: RequestContext,
): Promise<ConsoleSession | undefined> {
  if (id === undefined) return undefined;
  const sessions = await context.sessions.load(callerOf(context).resellerId);
  return sessions.find((session) => session.id === id);
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
      sessionId: t.id(SESSION_ID),
    }),
  },
  resolve: async ({ sessionId }, context) => {
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
      forgetReadings(context);
      return { sessionIds: ended.map(idOfSession) };
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

export const SignInResult = builder.errorUnion('SignInResult', {
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
      const { database } = context.services;
      const token = await signIn(database, { code, userAgent, formerToken, at: context.now });
      return enter(token, context);
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
      forgetReadings(context);
      return { signedOut: true };
    },
  }),
);

/** Throws InvalidRequestError for a request whose answer cannot set the cookie. */
export function cookieOf({ cookie, services: { publicUrl } }: RequestContext): SessionCookie {
  if (cookie) return cookie;
  throw new InvalidRequestError(
    `Signing in and out is for the pages of this service at ${publicUrl}: open the console there. Programs send it by HTTP POST as these pages do, accepting JSON, since the answer sets a cookie, or use an API key.`,
  );
}

/** Has the browser keep a new session, which is the caller for the rest of the request. */
export async function enter(token: string, context: RequestContext): Promise<{ session: ConsoleSession }> {
  cookieOf(context).keep(token);
  const { database } = context.services;
  const [caller] = await authenticateSessions(database.sql, [presentedSessionOf(token)], context.now);
  if (!caller || caller instanceof Error) throw caller ?? new SignInRefusedError();
  context.caller = caller;
  forgetReadings(context);
  const session = await findSession(caller.credential.id, context);
  if (!session) throw new SignInRefusedError();
  return { session };
}
