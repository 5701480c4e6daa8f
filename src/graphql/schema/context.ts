import { type NameOf, schemaName } from '../../kit/flaws.ts';
import type { Live } from '../../live/live.ts';
import type { Services } from '../../purchases/services.ts';
import type { Caller } from '../../resellers/authenticate.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** What is known of the money of a request that failed: its work is charged and done, or may turn out so. */
export type Charge = 'possible' | 'done';

/** What resolvers know of the request that they serve. */
export interface RequestContext extends Loaders {
  services: Services;
  /** Undefined for an anonymous request, which may look at the schema and nothing else. */
  caller: Caller | undefined;
  /** The one instant that the whole request is judged at. */
  now: Date;
  /** Whether the document was written by a client: the service's own documents need no limits. */
  limited: boolean;
  /** Where a subscription gets its events; undefined for requests that are no subscription. */
  live: Live | undefined;
  /** What the door that the request came by calls the fields of inputs. */
  nameOf: NameOf;
  /** Set when the answer is that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  /** Set when the request has charged and delivered, or when it failed and nobody knows whether it will have. */
  charge: Charge | undefined;
}

export function createContext(
  services: Services,
  caller: Caller | undefined,
  { limited, live, nameOf = schemaName }: { limited: boolean; live?: Live; nameOf?: NameOf },
): RequestContext {
  const now = services.clock.now();
  const loaders = createLoaders(services, caller, now);
  return { services, caller, now, limited, live, nameOf, replayed: false, charge: undefined, ...loaders };
}

/** To be called once something of the caller's has changed: what is asked for from now on is read again. */
export function forgetReadings(context: RequestContext): void {
  Object.assign(context, createLoaders(context.services, context.caller, context.now));
}

/** Who asks. Throws UnauthorizedError for an anonymous request. */
export function callerOf(context: RequestContext): Caller {
  if (!context.caller) throw new UnauthorizedError();
  return context.caller;
}

/** The caller as a buyer at API prices. */
export function buyerOf(context: RequestContext) {
  const { resellerId, priceList } = callerOf(context);
  return { resellerId, priceList, source: 'api' as const };
}
