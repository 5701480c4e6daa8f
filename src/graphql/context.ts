import DataLoader from 'dataloader';
import type { OrderProxy } from '../orders/order.ts';
import { readProxies } from '../orders/proxies.ts';
import type { Services } from '../purchases/services.ts';
import type { Caller } from '../resellers/authenticate.ts';
import { UnauthorizedError } from '../resellers/errors.ts';

/** What resolvers know of the request that they serve. */
export interface RequestContext {
  services: Services;
  /** Undefined for an anonymous request, which may look at the schema and nothing else. */
  caller: Caller | undefined;
  /** The one instant that the whole request is judged at. */
  now: Date;
  /** Whether the document was written by a client: the service's own documents need no limits. */
  limited: boolean;
  /** Set when the answer is that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  /** The proxies of the caller's orders, by order id; one statement for all that a request asks for. */
  proxies: DataLoader<number, OrderProxy[]>;
}

export function createContext(
  services: Services,
  caller: Caller | undefined,
  { limited }: { limited: boolean },
): RequestContext {
  return {
    services,
    caller,
    now: services.clock.now(),
    limited,
    replayed: false,
    proxies: new DataLoader(async (orderIds) => {
      if (!caller) throw new UnauthorizedError();
      const found = await readProxies(services.database.sql, services.vault, caller.resellerId, orderIds);
      return orderIds.map((id) => found.get(id) ?? []);
    }),
  };
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
