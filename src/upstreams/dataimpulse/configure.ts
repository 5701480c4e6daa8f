import { isDeepStrictEqual } from 'node:util';
import type { TrafficUpstream } from '../traffic.ts';
import { doneAnswer, listsAnswer } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { numberOf } from './naming.ts';
import type { Input } from './request-sender.ts';
import { GROUPS, PAUSE, type SettingsGroup } from './settings.ts';

/** DataImpulse's limit for one account. */
const MAX_ALLOWED_IPS = 5;

/**
 * Pausing comes first and resuming last, so that an account whose settings are only half applied passes no
 * traffic. The allowed addresses come next, because they are refused most often: another account may have one
 * of them.
 */
export function createConfigure(call: DataImpulseCall): TrafficUpstream['configure'] {
  return async (upstreamId, settings, from) => {
    const account = { subuser_id: numberOf(upstreamId) };
    const set = (path: string, input: Input) => call(path, { ...account, ...input }, doneAnswer);

    async function bring({ path, input }: SettingsGroup): Promise<void> {
      if (!from || !isDeepStrictEqual(input(settings), input(from))) await set(path, input(settings));
    }

    if (settings.paused) await bring(PAUSE);
    const present = from ?? (await call('sub-user/get', account, listsAnswer));
    const before = new Set(present.allowedIps);
    const after = new Set(settings.allowedIps);
    const leaving = [...before.difference(after)];
    const leave = async (ip: string) => set('sub-user/allowed-ips/remove', { ip });
    let count = before.size;
    for (const ip of after.difference(before)) {
      // A new address may be refused, and another account may take a removed one at once: old addresses are
      // removed as late as room allows.
      const making = count < MAX_ALLOWED_IPS ? undefined : leaving.shift();
      if (making !== undefined) await leave(making);
      else count += 1;
      await set('sub-user/allowed-ips/add', { ip });
    }
    for (const ip of leaving) await leave(ip);
    for (const group of GROUPS) await bring(group);
    const blockedHosts = settings.blockedHosts.toSorted();
    // It is not documented how an empty list is sent. It is sent as [], and only if the account has entries
    // or the answer does not say.
    if (!isDeepStrictEqual(blockedHosts, present.blockedHosts?.toSorted())) {
      await set('sub-user/set-blocked-hosts', { blocked_hosts: blockedHosts });
    }
    if (!settings.paused) await bring(PAUSE);
  };
}
