import { type NameOf, schemaName } from '../../kit/flaws.ts';
import { noteAbout } from '../../kit/log.ts';
import type { Live } from '../../live/live.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import type { Caller, SessionCredential } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { freshUntil, SessionRequiredError, SignInAgainError } from '../../sessions/sessions.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/**
 * Whether a request has charged: `done` when it has, `possible` when it failed with an unknown outcome, and
 * `undecided` when it did so with an idempotency key, by which it can be repeated.
 */
export type ChargeState = 'possible' | 'undecided' | 'done';

/** The cookie in which a browser keeps its session of the console. */
export interface SessionCookie {
  /** The token that the request carries, whether or not it is one of a session. */
  token: string | undefined;
  /**
   * Of the page that has sent the request, such as `https://proxies.example`; undefined when it is not told.
   */
  origin: string | undefined;
  /** The header `User-Agent` of the request. */
  userAgent: string | undefined;
  /** Has the browser keep another token, by the answer to the request. */
  keep(token: string): void;
  clear(): void;
}

/** The context of one request, which all its resolvers get. */
export interface RequestContext extends Loaders {
  services: Services;
  /** Undefined for an anonymous request, which may look at the schema and nothing else. */
  caller: Caller | undefined;
  /** One instant for the whole request, so that all its fields agree. */
  now: Date;
  /** Whether the document was written by a client: the service's own documents need no limits. */
  limited: boolean;
  /** Where a subscription gets its events; undefined for requests that are no subscription. */
  live: Live | undefined;
  /** Undefined when the answer cannot set it, or no page of the service itself has sent the request. */
  cookie: SessionCookie | undefined;
  /** The names of input fields at the door that the request came through. */
  nameOf: NameOf;
  /** Set when the answer is that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  /** Undefined while it is certain that nothing is charged. */
  charge: ChargeState | undefined;
}

export function createContext(
  services: Services,
  caller: Caller | undefined,
  {
    limited,
    live,
    cookie,
    nameOf = schemaName,
  }: { limited: boolean; live?: Live; cookie?: SessionCookie | undefined; nameOf?: NameOf },
): RequestContext {
  if (caller) noteAbout({ resellerId: caller.resellerId });
  const now = services.clock.now();
  const loaders = createLoaders(services, caller, now);
  return {
    services,
    caller,
    now,
    limited,
    live,
    cookie,
    nameOf,
    replayed: false,
    charge: undefined,
    ...loaders,
  };
}

/** To be called after a change of the caller's data: fields that are resolved from now on read it again. */
export function forgetReadings(context: RequestContext): void {
  Object.assign(context, createLoaders(context.services, context.caller, context.now));
}

/** Throws UnauthorizedError for an anonymous request. */
export function callerOf(context: RequestContext): Caller {
  if (!context.caller) throw new UnauthorizedError();
  return context.caller;
}

/** The caller's session of the console. Throws UnauthorizedError, and SessionRequiredError for an API key. */
export function sessionOf(context: RequestContext): SessionCredential {
  const { credential } = callerOf(context);
  if (credential.kind !== 'session') throw new SessionRequiredError();
  return credential;
}

/** The same. Also throws SignInAgainError when the sign-in is too old for what changes keys. */
export function freshSessionOf(context: RequestContext): SessionCredential {
  const session = sessionOf(context);
  if (freshUntil(session.signedInAt) <= context.now) throw new SignInAgainError();
  return session;
}

/** The caller as a buyer at API prices. */
export function buyerOf(context: RequestContext) {
  const { resellerId, priceList, catalogVersion, credential } = callerOf(context);
  const source: Buyer['source'] = credential.kind === 'session' ? 'console' : 'api';
  return { resellerId, priceList, catalogVersion, source };
}
