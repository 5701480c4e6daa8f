import { InvalidRequestError } from '../../kit/errors.ts';
import { authenticateSessions, presentedSessionOf } from '../../sessions/admission.ts';
import type { ConsoleSession } from '../../sessions/sessions.ts';
import { endSession, SignInRefusedError } from '../../sessions/sessions.ts';
import { signIn } from '../../sessions/sign-in.ts';
import { builder } from './builder.ts';
import { ConsoleSessionRef, findSession } from './console-sessions.ts';
import { callerOf, forgetReadings, type RequestContext, type SessionCookie, sessionOf } from './context.ts';
import { text } from './inputs.ts';
import { VIEWER } from './viewer.ts';

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
    code: t.string({
      required: true,
      description: 'The code of a sign-in link. It works once, for 15 minutes.',
      validate: { schema: text },
    }),
  }),
});

export const SignInResult = builder.errorUnion('SignInResult', {
  types: [SignInSuccess, SignInRefusedError, InvalidRequestError],
  description: 'The session, or why there is none.',
  // That of an error is known to the plugin.
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
