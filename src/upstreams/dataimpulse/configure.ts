import { isDeepStrictEqual } from 'node:util';
import type { TrafficUpstream } from '../traffic.ts';
import { doneAnswer, listsAnswer } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { numberOf } from './naming.ts';
import { ADDRESS_ADDITION } from './refusals.ts';
import type { Input } from './request-sender.ts';
import { BLOCKED_HOSTS, GROUPS, PAUSE, type SettingsGroup } from './settings.ts';

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
