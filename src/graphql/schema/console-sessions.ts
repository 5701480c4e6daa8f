import { InvalidRequestError } from '../../kit/errors.ts';
import {
  type ConsoleSession,
  endOtherSessions,
  endSession,
  freshUntil,
  SessionNotFoundError,
} from '../../sessions/sessions.ts';
import { builder } from './builder.ts';
import { callerOf, forgetReadings, type RequestContext, sessionOf } from './context.ts';
import { SESSION_ID } from './inputs.ts';
import { NodeRef } from './node.ts';
import { sessionId as idOfSession, numberNamed } from './node-id.ts';
import { OF_CREDENTIAL } from './of-credential.ts';
import { VIEWER, ViewerRef } from './viewer.ts';

export const ConsoleSessionRef = builder.objectRef<ConsoleSession>('ConsoleSession').implement({
  description: 'A browser that is signed in to the console. It ends after 30 days without use, or 90 in all.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Such as session:1000000000007; unique in the whole schema.',
      resolve: ({ id }) => idOfSession(id),
    }),
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

const EndSessionSuccess = builder.objectRef<{ sessionId: string }>('EndSessionSuccess').implement({
  description: 'The session has ended: its next request is refused, and its open sockets are closed.',
  fields: (t) => ({
    sessionId: t.exposeID('sessionId', { description: 'The `id` of the session that ended.' }),
    viewer: t.field(VIEWER),
  }),
});

const EndOtherSessionsSuccess = builder
  .objectRef<{ sessionIds: string[] }>('EndOtherSessionsSuccess')
  .implement({
    description: 'Only the session of this request is left.',
    fields: (t) => ({
      sessionIds: t.exposeIDList('sessionIds', { description: 'The `id`s of the sessions that ended.' }),
      viewer: t.field(VIEWER),
    }),
  });

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'The session to end.',
  fields: (t) => ({
    sessionId: t.id(SESSION_ID),
  }),
});

builder.mutationField('endSession', (t) =>
  t.field({
    type: EndSessionSuccess,
    access: 'session',
    description: 'Signs one browser out, and ends all sign-in links. Only in the console.',
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'The session.' }) },
    errors: {
      types: [InvalidRequestError, SessionNotFoundError],
      union: { name: 'EndSessionResult', description: 'The session’s end, or why it did not end.' },
    },
    resolve: async (_root, { input: { sessionId } }, context) => {
      const { resellerId } = callerOf(context);
      await endSession(context.services.database, { resellerId, sessionId: numberNamed(sessionId) });
      forgetReadings(context);
      return { sessionId };
    },
  }),
);

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
