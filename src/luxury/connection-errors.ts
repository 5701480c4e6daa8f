import { type LuxurySettings, MAX_THREADS, type SettingName } from './settings.ts';

/** The settings that can be the reason why connections fail. */
export type AdvisedSetting = Exclude<SettingName, 'session' | 'stickyMinutes'>;

interface Explanation {
  /** What happened, for people. */
  meaning: string;
  /** What to do about it, for people. */
  advice: string;
  /** The setting to change. */
  setting?: AdvisedSetting;
  /** Whether the setting, as it is now, can still be the reason; when left out, it always can. */
  applies?(settings: LuxurySettings): boolean;
}

/** Connections fail for want of an address. What helps depends on all filters of the order. */
export const NO_ADDRESS = 'NO_RAY';

/** The codes by which the upstream's gateway refuses connections. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  [NO_ADDRESS]: {
    meaning: 'The provider had no address that matched the filters of the order and of the login.',
    advice: 'Loosen the filters of the order, or those that your programs add to the login.',
  },
  TRAFFIC_EXHAUSTED: {
    meaning: 'The traffic of the order was used up.',
    advice: 'Add traffic to the order; it works again at once.',
  },
  THREADS_EXHAUSTED: {
    meaning: 'More connections were open at the same time than the threads of the order allow.',
    advice: `Raise the threads, which can be up to ${MAX_THREADS}, or let your programs open fewer connections at a time and close those that they no longer use.`,
    setting: 'threads',
    applies: ({ threads }) => threads < MAX_THREADS,
  },
  NO_USER: {
    meaning:
      'The login or the password was wrong, or there was none and the address of the program is not allowed.',
    advice:
      'Copy login and password from the order again: after a new password, the old one no longer works. For programs without a password, add their IP address to the allowed addresses.',
    setting: 'allowedIps',
  },
  USER_BLOCKED: {
    meaning: 'The order was paused.',
    advice:
      'Resume the order if it is still paused. If it is not, and connections are still refused, ask for help.',
    setting: 'paused',
    applies: ({ paused }) => paused,
  },
  PORT_NOT_ALLOWED: {
    meaning: 'The program used a protocol or a port of the gateway that is not allowed for the order.',
    advice: 'Connect as the lines of the order say, or allow both protocols in its settings.',
    setting: 'protocol',
    applies: ({ protocol }) => protocol !== 'both',
  },
  HOST_BLOCKED: {
    meaning: 'The target is blocked: the order blocks its host or a domain above it, or the provider does.',
    advice:
      'If the order blocks it by mistake, take the host off the blocked hosts. What the provider blocks stays blocked.',
    setting: 'blockedHosts',
    applies: ({ blockedHosts }) => blockedHosts.length > 0,
  },
  SITE_PERMANENTLY_BLOCKED: {
    meaning: 'The provider lets nobody connect to this target.',
    advice: 'Connect to this target without the proxies: no setting of the order changes it.',
  },
  PORT_BLOCKED: {
    meaning: 'The provider lets nobody connect to this port of a target.',
    advice: 'Use another port of the target, such as 443: no setting of the order changes it.',
  },
  NO_HOST_CONNECTION: {
    meaning: 'The target could not be reached from the exit address.',
    advice:
      'Check the name and the port of the target. If they are right, try again: the next exit address may reach it.',
  },
};

/**
 * A code of the gateway in words, with the setting to change, if there is one. Any other code gets a general
 * sentence.
 */
export function explain(
  code: string,
  settings: LuxurySettings,
): { meaning: string; advice: string; setting: AdvisedSetting | undefined } {
  const known = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
  if (!known)
    return {
      meaning: `The provider refused connections and gave the reason ${code}.`,
      advice: 'Try again in a moment. If it goes on, ask for help, and name this reason.',
      setting: undefined,
    };
  const { meaning, advice, setting, applies } = known;
  return { meaning, advice, setting: applies?.(settings) === false ? undefined : setting };
}
