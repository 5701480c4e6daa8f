import type { TrafficAccount, TrafficUpstream } from '../traffic.ts';
import { accountAnswer, balanceRow, labelRow, pageAnswer, usable } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { labelOf } from './naming.ts';
import { failure } from './request-sender.ts';

const LIST = 'sub-user/list';
/** The most that DataImpulse puts on one page. */
const PAGE_SIZE = 1_000;
/** A hundred thousand accounts; a list that goes on after that is taken for one without an end. */
const MAX_PAGES = 100;

interface Page {
  rows: unknown[];
  /** How many accounts there are, as far as the answer tells. */
  total: number | undefined;
}

export function createListing(
  call: DataImpulseCall,
): Pick<TrafficUpstream, 'findByReference' | 'leftOnPage'> {
  function read(page: number): Promise<Page> {
    return call(LIST, { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, pageAnswer);
  }

  async function leftOnPage(page: number) {
    const { rows } = await read(page);
    const left = usable(balanceRow, rows).map(({ id, balance }) => [id, balance] as const);
    return { leftBytes: new Map(left), isLast: rows.length < PAGE_SIZE };
  }

  /** DataImpulse cannot be asked for a label, so accounts are read until there is certainty. */
  async function findByReference(reference: string): Promise<TrafficAccount[]> {
    const label = labelOf(reference);
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
   * New accounts come last, and what is looked for is new. An account that is removed meanwhile moves others to the page
   * before, which is read later, so none is missed. Where one is found, the page before it is the last that can hold another
   * of the same purchase.
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

  return { findByReference, leftOnPage };
}

/** A page may be shorter than asked for only where the accounts end. */
function checkWhole({ rows, total = 0 }: Page, number: number): void {
  if (rows.length < Math.min(PAGE_SIZE, total - number * PAGE_SIZE)) {
    throw failure('unknown', LIST, 'a page has fewer accounts than the answer says');
  }
}

function labelled(wanted: string, rows: readonly unknown[]): TrafficAccount[] {
  const told = usable(labelRow, rows);
  if (told.length < rows.length) throw failure('unknown', LIST, 'does not tell the label of every account');
  const ours = told.filter(({ label }) => label === wanted);
  const accounts = usable(accountAnswer, ours);
  // An account that cannot be read is not one that was never made.
  if (accounts.length < ours.length) throw failure('unknown', LIST, 'an account of ours cannot be read');
  return accounts;
}

function notRead() {
  return failure('unknown', LIST, `not read to the end, more than ${MAX_PAGES} pages`);
}
