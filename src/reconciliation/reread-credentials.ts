import { isKeyLost } from '../kit/vault.ts';
import {
  findUnreadableCredentials,
  replaceUnreadable,
  type UnreadableCredentials,
  unreadableCredentials,
} from '../orders/credentials.ts';
import type { OrderName } from '../orders/order.ts';
import { readOperationId } from '../purchases/operation.ts';
import type { Services } from '../purchases/services.ts';
import type { Credentials } from '../upstreams/traffic.ts';
import { PAUSE_MS, unlessGone } from './compare-upstreams.ts';
import { refuseWhileServed } from './restore.ts';

/** How many orders are named whose credentials were not read again; the others are counted. */
const MAX_NAMED = 1_000;

export interface Reread {
  /** Whether the key of the database was not among those of the vault. */
  isKeyLost: boolean;
  /** Proxies whose credentials were read again, and sealed with the first key. */
  proxies: number;
  /** Proxies whose credentials the upstreams do not have any more. */
  left: number;
  /** The orders of the proxies that are `left`. */
  orders: OrderName[];
  /** Proxies that were given an empty login and password instead. */
  emptied: number;
}

interface Options {
  /**
   * Gives an empty login and password, so that they can be shown, to proxies of orders that have ended or
   * that the upstream, asked for the order alone, has not shown whole.
   */
  emptyOthers: boolean;
  onProgress: (progress: object) => void;
}

/** What an upstream shows of a proxy or an account. */
interface Shown {
  reference: string;
  upstreamId: string;
  credentials: Credentials | undefined;
}

/**
 * Reads logins and passwords that no key opens from the upstreams again, and seals them with the first key:
 * from the lists of all that they have for us, a thousand in a call. Nothing is kept between steps, so what
 * was cut off is continued by starting again, and what was done already is not written again.
 *
 * Throws UpstreamError when a list cannot be read to its end. Where the key of the database is not among
 * those of the vault, throws InvalidRequestError while processes of the service are connected: they have it.
 */
export async function rereadCredentials(
  services: Services,
  { emptyOthers, onProgress }: Options,
): Promise<Reread> {
  const { database, vault } = services;
  const isLost = await isKeyLost(database.sql, vault);
  if (isLost) await refuseWhileServed(database.sql);
  const rereading = new Rereading(services);
  for (const pages of [services.term.all(), services.traffic.all()]) {
    for await (const page of pages) {
      await rereading.take(page);
      onProgress({ reread: rereading.proxies });
      await services.delay(PAUSE_MS);
    }
  }
  await rereading.askAlone(onProgress);
  const emptied = emptyOthers ? await rereading.emptyOthers() : 0;
  const left = await rereading.findLeft();
  return { isKeyLost: isLost, proxies: rereading.proxies, ...left, emptied };
}

class Rereading {
  readonly #services: Services;
  /** Credentials of orders whose other proxies are on pages to come, by reference and upstream's id. */
  readonly #shown = new Map<string, Map<string, Credentials>>();
  /** The references that an upstream was asked for alone and has not shown whole. */
  readonly #gone = new Set<string>();
  /** Whether an order has ended is one question for the whole run: then it is not asked for. */
  readonly #began: Date;
  proxies = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#began = services.clock.now();
  }

  /** Takes what one page of a list shows. Returns the references that nothing is left of. */
  async take(page: readonly Shown[]): Promise<Set<string>> {
    const { database, vault } = this.#services;
    const ours = page.filter(({ reference }) => readOperationId(reference));
    for (const { reference, upstreamId, credentials } of ours) {
      const shown = this.#shown.get(reference) ?? new Map<string, Credentials>();
      if (credentials) this.#shown.set(reference, shown.set(upstreamId, credentials));
    }
    const references = [...new Set(ours.map(({ reference }) => reference))];
    const found = await findUnreadableCredentials(database.sql, vault, references);
    const left = new Set(await this.#replace(found));
    const whole = new Set(references).difference(left);
    for (const reference of whole) this.#shown.delete(reference);
    return whole;
  }

  /**
   * A list that is read in pages can miss what is there, so orders that have not ended are asked for alone,
   * however many: what is emptied afterwards is gone for good.
   */
  async askAlone(onProgress: (progress: object) => void): Promise<void> {
    const { database, vault, delay } = this.#services;
    let asked = 0;
    for await (const part of unreadableCredentials(database.sql, vault)) {
      for (const one of part.filter((each) => !this.#hasEnded(each))) {
        const whole = await this.take(await this.#showAlone(one));
        if (!whole.has(one.operationId)) this.#gone.add(one.operationId);
        asked += 1;
        onProgress({ asked });
        await delay(PAUSE_MS);
      }
    }
  }

  async emptyOthers(): Promise<number> {
    const { database, vault } = this.#services;
    const none = { login: '', password: '' };
    let emptied = 0;
    for await (const part of unreadableCredentials(database.sql, vault)) {
      const given = part.filter((one) => this.#hasEnded(one) || this.#gone.has(one.operationId));
      const values = given.map((unreadable) => ({
        unreadable,
        credentials: unreadable.upstreamIds.map(() => none),
      }));
      if (values.length > 0) await replaceUnreadable(database.sql, vault, values);
      emptied += proxiesOf(given);
    }
    return emptied;
  }

  async findLeft(): Promise<Pick<Reread, 'left' | 'orders'>> {
    const { database, vault } = this.#services;
    const orders = new Map<string, OrderName>();
    let left = 0;
    for await (const part of unreadableCredentials(database.sql, vault)) {
      left += proxiesOf(part);
      for (const { resellerId, orderId } of part.slice(0, MAX_NAMED - orders.size))
        orders.set(`${resellerId}:${orderId}`, { resellerId, orderId });
    }
    return { left, orders: [...orders.values()] };
  }

  /** Seals what has been shown whole. Returns the references of what is left. */
  async #replace(found: readonly UnreadableCredentials[]): Promise<string[]> {
    const { database, vault } = this.#services;
    const left: string[] = [];
    const values: Parameters<typeof replaceUnreadable>[2][number][] = [];
    for (const unreadable of found) {
      const { operationId, upstreamIds } = unreadable;
      const shown = this.#shown.get(operationId);
      const credentials = upstreamIds.flatMap((id) => shown?.get(id) ?? []);
      if (credentials.length === upstreamIds.length) values.push({ unreadable, credentials });
      else left.push(operationId);
    }
    if (values.length > 0) await replaceUnreadable(database.sql, vault, values);
    this.proxies += proxiesOf(values.map(({ unreadable }) => unreadable));
    return left;
  }

  #hasEnded({ expiresAt }: UnreadableCredentials): boolean {
    return expiresAt !== null && expiresAt <= this.#began;
  }

  async #showAlone({ operationId: reference, ...order }: UnreadableCredentials): Promise<Shown[]> {
    const { term, traffic } = this.#services;
    if (order.upstream === 'px6') {
      const issued = await term.findByReference({ account: order.account, reference }, 'background');
      return issued.map(({ upstreamId, ...credentials }) => ({ reference, upstreamId, credentials }));
    }
    const shown: Shown[] = [];
    for (const upstreamId of order.upstreamIds) {
      const credentials = await traffic.find(upstreamId).catch(unlessGone);
      if (credentials) shown.push({ reference, upstreamId, credentials });
    }
    return shown;
  }
}

function proxiesOf(values: readonly UnreadableCredentials[]): number {
  return values.reduce((sum, { upstreamIds }) => sum + upstreamIds.length, 0);
}
