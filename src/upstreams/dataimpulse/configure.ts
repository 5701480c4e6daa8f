import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, TrafficUpstream } from '../traffic.ts';
import { doneAnswer, listsAnswer } from './answers.ts';
import { ADDRESS_ADDITION, type DataImpulseCall, type Input, numberOf } from './api-call.ts';

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

const PROTOCOLS = { http: ['http'], socks5: ['socks5'], both: ['http', 'socks5'] };

/** What an account's exit addresses are narrowed to and how long one is kept, by DataImpulse's names. */
export function poolParameters(settings: AccountSettings) {
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

/** It is not documented how an empty list is sent: it is sent as []. */
const BLOCKED_HOSTS: SettingsGroup = {
  path: 'sub-user/set-blocked-hosts',
  input: ({ blockedHosts }) => ({ blocked_hosts: blockedHosts.toSorted() }),
};

const PAUSE: SettingsGroup = {
  path: 'sub-user/set-blocked',
  input: ({ paused }) => ({ blocked: paused }),
};
