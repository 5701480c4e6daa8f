import type { OnCondition } from '../condition.ts';
import { UpstreamError } from '../failure.ts';
import type { CallKind } from '../http.ts';
import type {
  Credentials,
  Gateway,
  NewAccount,
  TrafficAccount,
  TrafficReading,
  TrafficUpstream,
} from '../traffic.ts';

import {
  accountAnswer,
  additionAnswer,
  additionRow,
  credentialsAnswer,
  doneAnswer,
  trafficAnswer,
  usable,
  wrappedRows,
} from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { labelOf, numberOf } from './naming.ts';
import { poolOf } from './pools.ts';
import { failure } from './request-sender.ts';
import { poolParameters } from './settings.ts';

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
      label: labelOf(reference),
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
