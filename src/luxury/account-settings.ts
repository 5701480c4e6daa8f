import type { AccountSettings } from '../upstreams/traffic.ts';
import type { LuxurySettings, SettingName } from './settings.ts';

/**
 * The settings as the upstream takes them. It takes all; whether the session is sticky follows from the
 * minutes.
 */
export function toAccountSettings(
  settings: LuxurySettings,
): Pick<AccountSettings, Exclude<SettingName, 'session'>> {
  const { country, session, stickyMinutes, ...same } = settings;
  return {
    ...same,
    country: country === 'ANY' ? null : country,
    stickyMinutes: session === 'sticky' ? stickyMinutes : null,
  };
}
