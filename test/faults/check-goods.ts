import type { IssuedEntry } from '../../src/sandbox/control.ts';
import type { BookedOperation, BookedOrder, Books } from './books.ts';

type Px6Entry = Extract<IssuedEntry, { upstream: 'px6' }>;
type TrafficEntry = Extract<IssuedEntry, { upstream: 'dataimpulse' }>;

/** Everything that an upstream ever issued was paid for by a reseller, was given back, or is written off. */
export function checkGoods(books: Books): string[] {
  return [...checkProxies(books), ...checkExtensions(books), ...checkTraffic(books)];
}

function checkProxies({ issued, orders, operations }: Books): string[] {
  const violations: string[] = [];
  const live = liveProxies(issued);
  const owners = new Map<string, string>();
  const settled = new Set(operations.filter(({ state }) => state === 'settled').map(({ id }) => id));
  for (const order of orders.filter(({ upstream }) => upstream === 'px6')) {
    if (order.upstreamIds.length !== order.quantity)
      violations.push(
        `goods: order ${order.id} has ${order.upstreamIds.length} proxies of ${order.quantity}`,
      );
    for (const id of order.upstreamIds) {
      if (owners.has(id))
        violations.push(`goods: proxy ${id} was given to two orders: ${owners.get(id)}, ${order.id}`);
      owners.set(id, order.id);
      if (live.get(id) !== order.operationId)
        violations.push(
          `goods: order ${order.id} has proxy ${id}, which the upstream has for ${live.get(id)}`,
        );
    }
    if (!settled.has(order.operationId)) violations.push(`goods: order ${order.id} was not settled`);
  }
  for (const [id, reference] of live)
    if (!owners.has(id))
      violations.push(
        `goods: proxy ${id}, bought as ${reference}, belongs to nobody: ${stateOf(reference, operations)}`,
      );
  return violations;
}

/** The state of the operation that has this reference at the upstream. */
function stateOf(reference: string | undefined, operations: BookedOperation[]): string {
  const operation = operations.find(({ id }) => id === reference);
  return operation
    ? `${operation.kind} ${operation.id} of order ${operation.orderId} ${operation.state}`
    : `no operation ${reference}`;
}

function story(history: TrafficEntry[]): string {
  return history.map(({ at, call, gb }) => `${at} ${call} ${gb}`).join(', ');
}

/** Proxies that were bought and not given back, with our reference. */
function liveProxies(issued: IssuedEntry[]): Map<string, string> {
  const live = new Map<string, string>();
  for (const entry of issued.filter((one): one is Px6Entry => one.upstream === 'px6')) {
    for (const id of entry.proxyIds) {
      if (entry.call === 'buy') live.set(id, entry.reference);
      if (entry.call === 'delete') live.delete(id);
    }
  }
  return live;
}

function checkExtensions({ issued, orders, operations }: Books): string[] {
  const violations: string[] = [];
  const extended = new Map<string, number>();
  const givenBack = daysGivenBack(issued);
  for (const entry of issued) {
    if (entry.upstream !== 'px6' || entry.call !== 'prolong') continue;
    const days = entry.days * entry.proxyIds.length;
    extended.set(entry.reference, (extended.get(entry.reference) ?? 0) + days);
  }
  for (const order of orders.filter(({ upstream }) => upstream === 'px6')) {
    const paid = operations
      .filter(({ kind, state, orderId }) => kind === 'renewal' && state === 'settled' && orderId === order.id)
      .reduce((sum, { days }) => sum + days * order.quantity, 0);
    const given = extended.get(order.operationId) ?? 0;
    // Proxies that are given back are written off, unless the process dies in between.
    const surplus = order.writtenOffDays - (givenBack.get(order.operationId) ?? 0);
    const isKept = given === paid + order.writtenOffDays || given === paid + surplus;
    if (!isKept)
      violations.push(
        `goods: order ${order.id} was extended by ${given} proxy days, ${paid} were paid for, ${order.writtenOffDays} were written off`,
      );
  }
  return violations;
}

/** Of proxies of a purchase that were given back, by its reference: the days that they were bought for. */
function daysGivenBack(issued: IssuedEntry[]): Map<string, number> {
  const bought = new Map<string, { reference: string; days: number }>();
  const days = new Map<string, number>();
  for (const entry of issued.filter((one): one is Px6Entry => one.upstream === 'px6')) {
    for (const id of entry.proxyIds) {
      if (entry.call === 'buy') bought.set(id, entry);
      const given = entry.call === 'delete' && bought.get(id);
      if (given) days.set(given.reference, (days.get(given.reference) ?? 0) + given.days);
    }
  }
  return days;
}

function checkTraffic({ issued, orders, operations }: Books): string[] {
  const violations: string[] = [];
  const entries = issued.filter((one): one is TrafficEntry => one.upstream === 'dataimpulse');
  const accounts = Map.groupBy(entries, ({ subUserId }) => String(subUserId));
  const owners = new Map<string, BookedOrder>();
  for (const order of orders.filter(({ upstream }) => upstream === 'dataimpulse')) {
    for (const id of order.upstreamIds) {
      if (owners.has(id)) violations.push(`goods: account ${id} was given to two orders`);
      owners.set(id, order);
      const paid = operations
        .filter(({ state, orderId }) => state === 'settled' && orderId === order.id)
        .reduce((sum, { gb }) => sum + gb, 0);
      if (paid !== order.totalGb)
        violations.push(`goods: order ${order.id} shows ${order.totalGb} GB, and ${paid} were paid for`);
    }
  }
  for (const [id, history] of accounts) {
    const order = owners.get(id);
    const isClosed = history.some(({ call }) => call === 'delete');
    const gb = history.reduce((sum, entry) => sum + (entry.call === 'balance-add' ? entry.gb : 0), 0);
    if (!order && !isClosed)
      violations.push(
        `goods: account ${id} with ${gb} GB belongs to nobody: ${stateOf(history[0]?.reference, operations)}; ${story(history)}`,
      );
    if (order && isClosed) violations.push(`goods: account ${id} of order ${order.id} was closed`);
    if (order && gb !== order.totalGb + order.writtenOffGb)
      violations.push(
        `goods: order ${order.id} got ${gb} GB, ${order.totalGb} were paid for, ${order.writtenOffGb} were written off`,
      );
  }
  for (const [id, order] of owners)
    if (!accounts.has(id)) violations.push(`goods: account ${id} of order ${order.id} was never made`);
  return violations;
}
