import DataLoader from 'dataloader';
import { readCoins, readWallets, type Wallet } from '../../billing/accounts.ts';
import { readSpent } from '../../billing/movements.ts';
import { findJobs } from '../../bulk/jobs.ts';
import { selectWatches } from '../../catalog/stock-watches.ts';
import { findEvents } from '../../events/log.ts';
import { findFrontendTokens, listFrontendTokens } from '../../frontend-tokens/frontend-tokens.ts';
import { MOST_BEHIND_MS } from '../../kit/copies.ts';
import type { Sql } from '../../kit/database.ts';
import { type NameOf, schemaName } from '../../kit/errors.ts';
import { noteAbout } from '../../kit/request.ts';
import type { Cells } from '../../live/cells.ts';
import { showEvents } from '../../live/event-log.ts';
import type { Live } from '../../live/live.ts';
import { readSettings } from '../../luxury/luxury-order.ts';
import { attachedProxies, CURRENT_PROXIES, readCurrentProxies } from '../../luxury/proxy.ts';
import { refreshTraffic } from '../../luxury/refresh-traffic.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { readSamples, type UsageRange, type UsageSample } from '../../luxury/usage-samples.ts';
import { readAutoRenewals } from '../../orders/auto-renewals.ts';
import { findOwnOrders, orderFinder } from '../../orders/order.ts';
import { listPasskeys } from '../../passkeys/passkeys.ts';
import { selectLists } from '../../proxy-lists/proxy-lists.ts';
import { findMovements, readPaid } from '../../purchases/account-statement.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import { type Caller, mayReadOrder, type SessionCredential } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { listKeys } from '../../resellers/keys.ts';
import { keepWritten } from '../../resellers/rate-limit.ts';
import { freshUntil, listSessions, SessionRequiredError, SignInAgainError } from '../../sessions/sessions.ts';
import { listWebhooks } from '../../webhooks/webhooks.ts';

/**
 * Whether a request has charged: `done` when it has, `possible` when it failed with an unknown outcome, and
 * `undecided` when it did so with an idempotency key, by which it can be repeated.
 */
export type ChargeState = 'possible' | 'undecided' | 'done';

/** The cookie in which a browser keeps its session of the console. */
export interface SessionCookie {
  /** The token that the request carries, whether or not it is one of a session. */
  token: string | undefined;
  /** The origin of the page that has sent the request, such as `https://proxies.example`, if it is told. */
  origin: string | undefined;
  userAgent: string | undefined;
  /** Has the browser keep another token, by the answer to the request. */
  keep(token: string): void;
  clear(): void;
}

export class RequestContext {
  services: Services;
  /** Undefined for an anonymous request, which may look at the schema and nothing else. */
  caller: Caller | undefined;
  /** One instant for the whole request, so that all its fields agree. */
  readonly now: Date;
  /** Whether the document was written by a client: the service's own documents need no limits. */
  readonly limited: boolean;
  /** Where a subscription gets its events; undefined for requests that are no subscription. */
  readonly live: Live | undefined;
  /** The last event that a client got from the stream which it opens again, as it says. */
  readonly lastEventId: string | undefined;
  /** Where who signs in is looked for; undefined for requests by which nobody can. */
  readonly cells: Cells | undefined;
  /** Undefined when the answer cannot set it, or no page of the service itself has sent the request. */
  readonly cookie: SessionCookie | undefined;
  readonly nameOf: NameOf;
  /** Set when the answer is that of an earlier request with the same Idempotency-Key. */
  replayed = false;
  /** Undefined while it is certain that nothing is charged. */
  charge: ChargeState | undefined;
  /**
   * Where lists, the statement, sums and charts are read: for a query in a copy, if there is one.
   */
  listed: Sql;
  #readings: ReturnType<typeof createReadings> | undefined;

  constructor(
    services: Services,
    caller: Caller | undefined,
    {
      limited,
      live,
      lastEventId,
      cells,
      cookie,
      nameOf = schemaName,
    }: {
      limited: boolean;
      live?: Live;
      lastEventId?: string | undefined;
      cells?: Cells;
      cookie?: SessionCookie | undefined;
      nameOf?: NameOf;
    },
  ) {
    if (caller) noteAbout({ resellerId: caller.resellerId });
    if (caller?.credential.kind === 'session') noteAbout({ cause: 'console' });
    this.services = services;
    this.listed = services.database.sql;
    this.caller = caller;
    this.now = services.clock.now();
    this.limited = limited;
    this.live = live;
    this.lastEventId = lastEventId;
    this.cells = cells;
    this.cookie = cookie;
    this.nameOf = nameOf;
  }

  /** For who signs in: the rest of the request is in the cell of their reseller. */
  enter(services: Services): void {
    this.services = services;
    this.listed = services.database.sql;
    this.forgetReadings();
  }

  /** For a query. What changes something reads what it has changed, and an event what it tells. */
  readFromCopies(): void {
    const { copies, sql } = this.services.database;
    this.listed = copies?.sqlFor(this.caller?.writtenTo ?? null) ?? sql;
  }

  /**
   * After a change by the caller: what they read from now on is not older. Throws nothing. Where it cannot be
   * kept, this process reads from no copy until any has it.
   */
  async keepWritten(): Promise<void> {
    const { copies, sql } = this.services.database;
    if (!copies || !this.caller) return;
    const { id: credentialId } = this.caller.credential;
    await keepWritten(sql, { credentialId }).catch(() => copies.rest('behind', MOST_BEHIND_MS));
  }

  /** Reads the caller's data, each thing once; made when the first of it is needed. */
  get readings(): ReturnType<typeof createReadings> {
    this.#readings ??= createReadings(this.services, this.caller, this.now, this.listed);
    return this.#readings;
  }

  /** To be called after a change of the caller's data: fields that are resolved from now on read it again. */
  forgetReadings(): void {
    this.#readings = undefined;
  }
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

/** Throws as `sessionOf` does, and SignInAgainError when the sign-in is too old for what changes keys. */
export function freshSessionOf(context: RequestContext): SessionCredential {
  const session = sessionOf(context);
  if (freshUntil(session.signedInAt) <= context.now) throw new SignInAgainError();
  return session;
}

/** The caller. What its wallet has is read when it is selected, unless it was read already. */
export type ViewerNode = Pick<Wallet, 'resellerId'> | Wallet;

export async function walletOf(viewer: ViewerNode, { readings }: RequestContext): Promise<Wallet> {
  if ('balance' in viewer) return viewer;
  const wallet = await readings.wallets.load(viewer.resellerId);
  if (!wallet) throw new Error(`reseller ${viewer.resellerId} has no account`);
  return wallet;
}

export function buyerOf(context: RequestContext) {
  const { resellerId, priceList, catalogVersion, credential } = callerOf(context);
  const source: Buyer['source'] = credential.kind === 'session' ? 'console' : 'api';
  return { resellerId, priceList, catalogVersion, source };
}

const findWithProxies = orderFinder(CURRENT_PROXIES);

/** Loads by numbers: all that a request needs is read in one statement. `read` returns how to find each. */
function loader<Found>(read: (ids: readonly number[]) => Promise<(id: number) => Found>) {
  return new DataLoader<number, Found>(async (ids) => ids.map(await read(ids)));
}

function mapped<Found>(read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Found>>) {
  return loader(async (ids) => {
    const found = await read(ids);
    return (id) => found.get(id);
  });
}

function listed<Item>(read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Item[]>>) {
  return loader(async (ids) => {
    const found = await read(ids);
    return (id) => found.get(id) ?? [];
  });
}

function createReadings(services: Services, caller: Caller | undefined, now: Date, listedIn: Sql) {
  const { database, vault, catalog, traffic } = services;
  const { sql } = database;
  const known = () => {
    if (!caller) throw new UnauthorizedError();
    return caller;
  };
  const resellerId = () => known().resellerId;
  const readable = (orderIds: readonly number[]) => orderIds.filter((id) => mayReadOrder(known(), id));
  const own = (orderIds: readonly number[]) => {
    if (orderIds.length === 1) noteAbout({ orderId: orderIds[0] });
    return { resellerId: resellerId(), orderIds: readable(orderIds) };
  };
  const named = (orderIds: readonly number[]) =>
    readable(orderIds).map((orderId) => ({ resellerId: resellerId(), orderId }));
  const knownTraffic = mapped((orderIds) => readTraffic(sql, named(orderIds)));
  const usage = new Map<string, DataLoader<number, UsageSample[]>>();
  const keys = listed((resellerIds) => listKeys(sql, resellerIds));
  const sessions = listed((resellerIds) => listSessions(sql, resellerIds, now));
  const passkeys = listed((resellerIds) => listPasskeys(sql, resellerIds));
  const webhooks = listed((resellerIds) => listWebhooks(sql, resellerIds));
  const byReseller = <Own extends { resellerId: number }>(
    select: (db: Sql, values: { resellerIds: readonly number[] }) => Promise<Own[]>,
  ) =>
    listed(async (resellerIds) => Map.groupBy(await select(sql, { resellerIds }), (own) => own.resellerId));
  const stockWatches = byReseller(selectWatches);
  const proxyLists = byReseller(selectLists);
  const ownIn =
    <Found extends { id: number }>(lists: DataLoader<number, Found[]>) =>
    async (id: number) =>
      (await lists.load(resellerId())).find((own) => own.id === id);
  return {
    /** At the caller's prices. */
    catalog: () => catalog.read(known()),
    wallets: mapped((resellerIds) => readWallets(sql, resellerIds)),
    coins: new DataLoader((resellerIds: readonly number[]) =>
      Promise.all(resellerIds.map((id) => readCoins(sql, id))),
    ),
    /** What a reseller has, by its number: the oldest first, and of sessions the last used. */
    keys,
    sessions,
    passkeys,
    webhooks,
    stockWatches,
    proxyLists,
    /** One of these by its id; undefined when it is not the caller's. */
    ownKey: ownIn(keys),
    ownSession: ownIn(sessions),
    ownPasskey: ownIn(passkeys),
    ownWebhook: ownIn(webhooks),
    ownStockWatch: ownIn(stockWatches),
    ownProxyList: ownIn(proxyLists),
    /** The caller's jobs by their numbers. */
    bulkJobs: loader(async (ids) => byId(await findJobs(sql, { resellerId: resellerId(), ids }))),
    /** Frontend tokens by id; undefined for one that is not alive, or is not the caller's. */
    frontendTokens: loader(async (ids) =>
      byId(await findFrontendTokens(sql, { resellerId: resellerId(), ids }, now)),
    ),
    /** The frontend tokens of a reseller that are alive, the newest first. */
    aliveTokens: new DataLoader((resellerIds: readonly number[]) =>
      Promise.all(resellerIds.map((id) => listFrontendTokens(sql, id, now))),
    ),
    /** What the caller had spent before each instant, in milliseconds since 1970. */
    spentBefore: new DataLoader((instants: readonly number[]) => {
      const dates = instants.map((instant) => new Date(instant));
      return readSpent(listedIn, resellerId(), dates);
    }),
    /** The caller's movements by their positions. */
    movements: loader(async (positions) => {
      const found = await findMovements(sql, resellerId(), positions);
      return (wanted) => found.find(({ position }) => position === wanted);
    }),
    /** The caller's events that are kept, by their sequences. */
    events: loader(async (sequences) => {
      const events = await showEvents(sql, await findEvents(sql, resellerId(), [...sequences]));
      return (wanted) => events.find(({ sequence }) => sequence === wanted);
    }),
    /** What was paid for orders in all. */
    paid: mapped((orderIds) => readPaid(sql, resellerId(), orderIds)),
    /** Orders at the instant of the request; undefined for one that is not the caller's. */
    orders: loader(async (orderIds) => byId(await findOwnOrders(sql, own(orderIds), now))),
    ordersWithProxies: loader(async (orderIds) => {
      const found = await findWithProxies(sql, own(orderIds), now);
      return byId(
        found.map((order) => ({ ...order, proxies: attachedProxies(vault, traffic.gateway, order) })),
      );
    }),
    proxies: listed((orderIds) =>
      readCurrentProxies(sql, vault, traffic.gateway, resellerId(), readable(orderIds)),
    ),
    /** Traffic as it was last read. This and the following are undefined for what is no Luxury order. */
    knownTraffic,
    /** Read from the upstream for a request that asks for one order, else from the database. */
    traffic: new DataLoader<number, Traffic | undefined>(async (orderIds) => {
      // A list must not cost one call of the upstream for each order.
      const [only] = orderIds;
      if (only === undefined || orderIds.length > 1) return knownTraffic.loadMany(orderIds);
      return [mayReadOrder(known(), only) ? await refreshTraffic(services, resellerId(), only) : undefined];
    }),
    settings: mapped((orderIds) => readSettings(sql, named(orderIds))),
    /** How orders renew themselves; undefined for one that does not. */
    autoRenewals: mapped((orderIds) => readAutoRenewals(sql, own(orderIds))),
    /** What Luxury orders have used; fields that ask for the same range share a loader. */
    usage: (range: UsageRange) =>
      usage.getOrInsertComputed(JSON.stringify(range), () =>
        listed((orderIds) => readSamples(listedIn, named(orderIds), range)),
      ),
  };
}

function byId<Found extends { id: number }>(some: readonly Found[]): (id: number) => Found | undefined {
  const found = new Map(some.map((one) => [one.id, one]));
  return (id) => found.get(id);
}
