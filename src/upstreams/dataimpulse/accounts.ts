import { UpstreamError } from '../failure.ts';
import type { CallKind } from '../http.ts';
import type { OnCondition } from '../own-account.ts';
import type {
  Credentials,
  Gateway,
  HeldAccount,
  NewAccount,
  TrafficAccount,
  TrafficReading,
  TrafficUpstream,
} from '../traffic.ts';
import { checkedReference } from '../wire.ts';
import {
  accountAnswer,
  additionAnswer,
  additionRow,
  balanceRow,
  credentialsAnswer,
  doneAnswer,
  heldRow,
  labelRow,
  pageAnswer,
  trafficAnswer,
  usable,
  wrappedRows,
} from './answers.ts';
import { type DataImpulseCall, failure, numberOf } from './api-call.ts';
import { poolParameters } from './configure.ts';
import { poolOf } from './pools.ts';

type Accounts = Pick<
  TrafficUpstream,
  'create' | 'find' | 'remove' | 'addTraffic' | 'traffic' | 'addedGb' | 'resetPassword'
>;

const HISTORY = 'sub-user/balance/addition-history';

/** `onCondition` hears whether our own traffic lasts: additions are taken from it, and no answer names it. */
export function createAccounts(
  call: DataImpulseCall,
  { stickyPorts }: Gateway,
  onCondition: OnCondition,
): Accounts {
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

  /**
   * Dropping a balance gives it back to us; whether deleting does is not documented, so what is left is
   * dropped first.
   */
  async function remove(upstreamId: string): Promise<void> {
    try {
      const { leftBytes } = await traffic(upstreamId);
      if (leftBytes > 0n) await call('sub-user/balance/drop', named(upstreamId), doneAnswer);
      await call('sub-user/delete', named(upstreamId), doneAnswer);
    } catch (error) {
      if (!(error instanceof UpstreamError && error.outcome === 'gone')) throw error;
    }
  }

  async function addTraffic(upstreamId: string, gb: number): Promise<void> {
    if (!Number.isSafeInteger(gb) || gb === 0)
      throw new UpstreamError('refused', 'dataimpulse: not sent, traffic is sold by whole GB');
    try {
      await call('sub-user/balance/add', { ...named(upstreamId), traffic: gb }, additionAnswer);
      if (gb > 0) onCondition({ about: 'balance', isGood: true });
    } catch (error) {
      const isUsedUp = gb > 0 && error instanceof UpstreamError && error.outcome === 'out_of_stock';
      if (isUsedUp) onCondition({ about: 'balance', isGood: false });
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

export function createListing(
  call: DataImpulseCall,
): Pick<TrafficUpstream, 'findByReference' | 'leftOnPage' | 'all'> {
  function read(page: number): Promise<Page> {
    return call(LIST, { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, pageAnswer);
  }

  async function leftOnPage(page: number) {
    const { rows } = await read(page);
    const left = usable(balanceRow, rows).map(({ id, balance }) => [id, balance] as const);
    return { leftBytes: new Map(left), isLast: rows.length < PAGE_SIZE };
  }

  async function* all(): AsyncGenerator<HeldAccount[]> {
    for (let number = 0; number < MAX_PAGES_OF_ALL; number++) {
      const page = await read(number);
      checkWhole(page, number);
      const held = usable(heldRow, page.rows);
      if (held.length < page.rows.length) throw failure('unknown', LIST, 'an account cannot be read');
      if (held.length > 0) yield held;
      if (held.length < PAGE_SIZE) return;
    }
    throw notRead(MAX_PAGES_OF_ALL);
  }

  /** DataImpulse cannot search for a label, so pages of accounts are read until the answer is certain. */
  async function findByReference(reference: string): Promise<TrafficAccount[]> {
    const label = checkedReference('dataimpulse', reference);
    const first = await read(0);
    if (first.rows.length < PAGE_SIZE) {
      checkWhole(first, 0);
      return labelled(label, first.rows);
    }
    // A total that is no more than the page itself may be the page's own.
    const { total = 0 } = first;
    return total > PAGE_SIZE ? findFromTheEnd(label, total) : findFromTheStart(label, first);
  }

  /**
   * Reads from the last page to the first, because new accounts come last and a purchase that is looked up is
   * new. When an account is removed meanwhile, others move to the page before, which is read later, so none
   * is missed. After a page with a match, only the page before it can have another account of the same
   * purchase.
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
    throw notRead();
  }

  async function findFromTheStart(label: string, first: Page): Promise<TrafficAccount[]> {
    const found = new Map<string, TrafficAccount>();
    let page = first;
    for (let number = 1; ; number++) {
      for (const account of labelled(label, page.rows)) found.set(account.upstreamId, account);
      if (page.rows.length < PAGE_SIZE) return [...found.values()];
      if (number >= MAX_PAGES) throw notRead();
      page = await read(number);
    }
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

function notRead(pages = MAX_PAGES) {
  return failure('unknown', LIST, `not read to the end, more than ${pages} pages`);
}
