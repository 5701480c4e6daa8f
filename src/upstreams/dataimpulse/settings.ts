import type { AccountSettings } from '../traffic.ts';

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
export interface SettingsGroup {
  path: string;
  input(settings: AccountSettings): Record<string, unknown>;
}

/** The settings that are replaced as a whole, each group by a call of its own. */
export const GROUPS: readonly SettingsGroup[] = [
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
export const BLOCKED_HOSTS: SettingsGroup = {
  path: 'sub-user/set-blocked-hosts',
  input: ({ blockedHosts }) => ({ blocked_hosts: blockedHosts.toSorted() }),
};

export const PAUSE: SettingsGroup = {
  path: 'sub-user/set-blocked',
  input: ({ paused }) => ({ blocked: paused }),
};
