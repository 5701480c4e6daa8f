import { isDeepStrictEqual } from 'node:util';
import { hasOutcome, UpstreamError } from '../failure.ts';
import { type CallKind, checkedReference } from '../http.ts';
import type { OnCondition } from '../own-account.ts';
import type {
  AccountSettings,
  Credentials,
  Gateway,
  HeldAccount,
  NewAccount,
  TrafficAccount,
  TrafficReading,
  TrafficUpstream,
} from '../traffic.ts';
import {
  accountAnswer,
  additionAnswer,
  additionRow,
  balanceRow,
  credentialsAnswer,
  doneAnswer,
  heldRow,
  labelRow,
  listsAnswer,
  pageAnswer,
  poolOf,
  trafficAnswer,
  usable,
  wrappedRows,
} from './answers.ts';
import { ADDRESS_ADDITION, type DataImpulseCall, failure, type Input, numberOf } from './api-call.ts';

const HISTORY = 'sub-user/balance/addition-history';

/** `onCondition` hears whether our own traffic lasts: additions are taken from it, and no answer names it. */
export function createAccounts(call: DataImpulseCall, { stickyPorts }: Gateway, onCondition: OnCondition) {
  async function create({ product, reference, settings }: NewAccount): Promise<TrafficAccount> {
    const input = {
      label: checkedReference('dataimpulse', reference),
      pool_type: poolOf(product),
      threads: settings.threads,
      sticky_range: { start: stickyPorts.first, end: stickyPorts.last },
      allowed_ips: settings.allowedIps,
      default_pool_parameters: poolParameters(settings),
    };
    return call('sub-user/create', input, accountAnswer);
  }

  async function find(upstreamId: string): Promise<TrafficAccount> {
    const account = await call('sub-user/get', named(upstreamId), accountAnswer);
    if (account.upstreamId !== upstreamId)
      throw failure('unknown', 'sub-user/get', 'the answer is about another account');
    return account;
  }

  /** Dropping a balance gives it back to us; whether deleting does is not documented. */
  async function remove(upstreamId: string): Promise<void> {
    try {
      const { leftBytes } = await traffic(upstreamId);
      if (leftBytes > 0n) await call('sub-user/balance/drop', named(upstreamId), doneAnswer);
      await call('sub-user/delete', named(upstreamId), doneAnswer);
    } catch (error) {
      if (!hasOutcome(error, 'gone')) throw error;
    }
  }

  async function addTraffic(upstreamId: string, gb: number): Promise<void> {
    if (!Number.isSafeInteger(gb) || gb === 0)
      throw new UpstreamError('refused', 'dataimpulse: not sent, traffic is sold by whole GB');
    try {
      await call('sub-user/balance/add', { ...named(upstreamId), traffic: gb }, additionAnswer);
      if (gb > 0) onCondition({ about: 'balance', isGood: true });
    } catch (error) {
      if (gb > 0 && hasOutcome(error, 'out_of_stock')) onCondition({ about: 'balance', isGood: false });
      throw error;
    }
  }

  async function traffic(upstreamId: string, kind?: CallKind): Promise<TrafficReading> {
    return call('sub-user/balance/get', named(upstreamId), trafficAnswer, kind);
  }

  async function addedGb(upstreamId: string): Promise<number> {
    const rows = await call(HISTORY, named(upstreamId), wrappedRows);
    const additions = usable(additionRow, rows ?? []);
    // A row that was left out would look like traffic that was never added.
    if (additions.length !== rows?.length)
      throw failure('unknown', HISTORY, 'not every addition can be read');
    return additions.reduce((sum, gb) => sum + gb, 0);
  }

  async function resetPassword(upstreamId: string): Promise<Credentials> {
    return call('sub-user/reset-password', named(upstreamId), credentialsAnswer);
  }

  return { create, find, remove, addTraffic, traffic, addedGb, resetPassword };
}

function named(upstreamId: string) {
  return { subuser_id: numberOf(upstreamId) };
}

const LIST = 'sub-user/list';
/** The most that DataImpulse puts on one page. */
const PAGE_SIZE = 1_000;
/** A hundred thousand accounts; a longer list is taken for a loop of pages. */
const MAX_PAGES = 100;
/** A million accounts. */
const MAX_PAGES_OF_ALL = 1_000;

interface Page {
  rows: unknown[];
  /** How many accounts there are; undefined when the answer does not say. */
  total: number | undefined;
}

export function createListing(call: DataImpulseCall) {
  function read(page: number): Promise<Page> {
    return call(LIST, { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, pageAnswer);
  }

  async function leftOnPage(page: number) {
    const { rows } = await read(page);
    const left = usable(balanceRow, rows).map(({ id, balance }) => [id, balance] as const);
    return { leftBytes: new Map(left), isLast: rows.length < PAGE_SIZE };
  }

  async function* pages(most: number): AsyncGenerator<Page> {
    for (let number = 0; number < most; number++) {
      const page = await read(number);
      checkWhole(page, number);
      yield page;
      if (page.rows.length < PAGE_SIZE) return;
    }
    throw notRead(most);
  }

  async function* all(): AsyncGenerator<HeldAccount[]> {
    for await (const { rows } of pages(MAX_PAGES_OF_ALL)) {
      const held = usable(heldRow, rows);
      if (held.length < rows.length) throw failure('unknown', LIST, 'an account cannot be read');
      if (held.length > 0) yield held;
    }
  }

  /** DataImpulse cannot search for a label, so pages of accounts are read until the answer is certain. */
  async function findByReference(reference: string): Promise<TrafficAccount[]> {
    const label = checkedReference('dataimpulse', reference);
    const found = new Map<string, TrafficAccount>();
    for await (const { rows, total = 0 } of pages(MAX_PAGES)) {
      // A total that is no more than the page itself may be the page's own.
      if (total > PAGE_SIZE) return findFromTheEnd(label, total);
      for (const account of labelled(label, rows)) found.set(account.upstreamId, account);
    }
    return [...found.values()];
  }

  /**
   * From the end, where new accounts are. When one is removed meanwhile, others move to the page before,
   * which is read later. After a match, only the page before can have another of the purchase.
   */
  async function findFromTheEnd(label: string, total: number): Promise<TrafficAccount[]> {
    const lastPage = Math.ceil(total / PAGE_SIZE) - 1;
    const found = new Map<string, TrafficAccount>();
    for (let number = lastPage; number >= 0 && number > lastPage - MAX_PAGES; number--) {
      const page = await read(number);
      checkWhole(page, number);
      const foundBefore = found.size > 0;
      for (const account of labelled(label, page.rows)) found.set(account.upstreamId, account);
      if (number === 0 || foundBefore) return [...found.values()];
    }
    throw notRead(MAX_PAGES);
  }

  return { findByReference, leftOnPage, all };
}

/** Only the last page may be shorter than requested. */
function checkWhole({ rows, total = 0 }: Page, number: number): void {
  if (rows.length < Math.min(PAGE_SIZE, total - number * PAGE_SIZE)) {
    throw failure('unknown', LIST, 'a page has fewer accounts than the answer says');
  }
}

function labelled(wanted: string, rows: readonly unknown[]): TrafficAccount[] {
  const labels = usable(labelRow, rows);
  if (labels.length < rows.length) throw failure('unknown', LIST, 'the label of an account cannot be read');
  const ours = labels.filter(({ label }) => label === wanted);
  const accounts = usable(accountAnswer, ours);
  // A row that cannot be read may be the account that is looked for.
  if (accounts.length < ours.length) throw failure('unknown', LIST, 'an account of ours cannot be read');
  return accounts;
}

function notRead(pages: number) {
  return failure('unknown', LIST, `not read to the end, more than ${pages} pages`);
}

/** DataImpulse's limit for one account. */
const MAX_ALLOWED_IPS = 5;

/**
 * Pausing comes first and resuming last, so that a half configured account passes no traffic; then the
 * addresses, which are refused most often, as another account may have one.
 */
export function createConfigure(call: DataImpulseCall): TrafficUpstream['configure'] {
  return async (upstreamId, settings, from) => {
    const account = { subuser_id: numberOf(upstreamId) };
    const set = (path: string, input: Input) => call(path, { ...account, ...input }, doneAnswer);

    async function bring({ path, input }: SettingsGroup, known: typeof from): Promise<void> {
      if (!known || !isDeepStrictEqual(input(settings), input(known))) await set(path, input(settings));
    }

    if (settings.paused) await bring(PAUSE, from);
    const present = from ?? (await call('sub-user/get', account, listsAnswer));
    const before = new Set(present.allowedIps);
    const after = new Set(settings.allowedIps);
    const leaving = [...before.difference(after)];
    const leave = async (ip: string) => set('sub-user/allowed-ips/remove', { ip });
    let count = before.size;
    for (const ip of after.difference(before)) {
      // A new address may be refused, and another account may take a removed one at once: old addresses are
      // removed as late as room allows.
      const removedFirst = count < MAX_ALLOWED_IPS ? undefined : leaving.shift();
      if (removedFirst !== undefined) await leave(removedFirst);
      else count += 1;
      await set(ADDRESS_ADDITION, { ip });
    }
    for (const ip of leaving) await leave(ip);
    for (const group of GROUPS) await bring(group, from);
    // Without `from`, the answer may not say which hosts are blocked; then they are sent.
    const { blockedHosts } = present;
    await bring(BLOCKED_HOSTS, blockedHosts && { ...settings, blockedHosts });
    if (!settings.paused) await bring(PAUSE, from);
  };
}

const PROTOCOLS = { http: ['http'], socks5: ['socks5'], both: ['http', 'socks5'] };

/** What an account's exit addresses are narrowed to and how long one is kept, by DataImpulse's names. */
function poolParameters(settings: AccountSettings) {
  return {
    countries: listOf(settings.country?.toLowerCase() ?? null),
    states: listOf(settings.state),
    cities: listOf(settings.city),
    zipcodes: listOf(settings.zip),
    asns: listOf(settings.asn),
    exclude_asn: settings.excludeAsn.toSorted(),
    anonymous_filter: settings.anonymous,
    rotation_interval: settings.stickyMinutes,
  };
}

function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}

/** One call and its part of the settings. Lists are sorted, because their order means nothing. */
interface SettingsGroup {
  path: string;
  input(settings: AccountSettings): Record<string, unknown>;
}

/** The settings that are replaced as a whole, each group by a call of its own. */
const GROUPS: readonly SettingsGroup[] = [
  { path: 'sub-user/update', input: ({ threads }) => ({ threads }) },
  {
    path: 'sub-user/set-default-pool-parameters',
    input: (settings) => ({ default_pool_parameters: poolParameters(settings) }),
  },
  {
    path: 'sub-user/supported-protocols/set',
    input: ({ protocol }) => ({ supported_protocols: PROTOCOLS[protocol] }),
  },
];

/** Blocked hosts. DataImpulse does not document how an empty list is sent: it is sent as []. */
const BLOCKED_HOSTS: SettingsGroup = {
  path: 'sub-user/set-blocked-hosts',
  input: ({ blockedHosts }) => ({ blocked_hosts: blockedHosts.toSorted() }),
};

const PAUSE: SettingsGroup = {
  path: 'sub-user/set-blocked',
  input: ({ paused }) => ({ blocked: paused }),
};
