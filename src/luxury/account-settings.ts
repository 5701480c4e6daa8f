import type { AccountSettings } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';

/** The settings as the upstream takes them. */
export function toAccountSettings(settings: LuxurySettings): AccountSettings {
  const { country, session, stickyMinutes, ...same } = settings;
  return {
    ...same,
    country: country === 'ANY' ? null : country,
    stickyMinutes: session === 'sticky' ? stickyMinutes : null,
  };
}
