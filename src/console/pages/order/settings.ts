import { useMutation } from 'urql';
import { failureText, type Refusal, refusalFor } from '../../data/refusals.ts';
import type { LuxurySettingsFieldsFragment } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';

export const LUXURY_SETTINGS = graphql(`
  fragment LuxurySettingsFields on LuxurySettings {
    id
    country
    state
    city
    zip
    asn
    anonymous
    excludeAsn
    session
    stickyMinutes
    protocol
    threads
    allowedIps
    blockedHosts
    paused
    login
  }
`);

export type SettingName = Exclude<
  keyof LuxurySettingsFieldsFragment,
  'id' | 'login' | '__typename' | ' $fragmentName'
>;
export type Settings = Pick<LuxurySettingsFieldsFragment, SettingName>;
/** What the form would change. */
export type SettingsEdit = Partial<Settings>;

/** What a setting is called, in the order of the form. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  paused: 'Paused',
  country: 'Country',
  state: 'State',
  city: 'City',
  zip: 'ZIP code',
  asn: 'Provider',
  excludeAsn: 'Providers left out',
  anonymous: 'Anonymous addresses only',
  session: 'Session',
  stickyMinutes: 'Minutes for each address',
  protocol: 'Protocols',
  threads: 'Connections at once',
  allowedIps: 'Allowed without a password',
  blockedHosts: 'Blocked hosts',
};

export const SETTING_NAMES = Object.keys(SETTING_LABELS) as SettingName[];

/** What of an edit differs from the settings as they are now. */
export function changesOf(settings: Settings, edit: SettingsEdit): SettingsEdit {
  const changed = SETTING_NAMES.filter(
    (name) => edit[name] !== undefined && String(edit[name]) !== String(settings[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, edit[name]]));
}

const UPDATE_SETTINGS = graphql(`
  mutation UpdateSettings($input: UpdateSettingsInput!) {
    updateSettings(input: $input) {
      __typename
      ... on UpdateSettingsSuccess {
        order {
          id
          status
          protocol
          proxies {
            host
            port
            login
            password
          }
          settings {
            ...LuxurySettingsFields
          }
        }
        viewer {
          id
          balanceUsd
        }
      }
      ...Refusal
    }
  }
`);

/** Changes settings of an order; the promise has what stood in the way, if anything did. */
export function useUpdateSettings(orderId: string) {
  const [{ fetching }, send] = useMutation(UPDATE_SETTINGS);
  const update = async (edit: SettingsEdit): Promise<Refusal | undefined> => {
    const { data, error } = await send({ input: { orderId, ...edit } });
    const result = data?.updateSettings;
    if (result?.__typename === 'UpdateSettingsSuccess') return undefined;
    if (result) return refusalFor(result, SETTING_NAMES);
    return { at: {}, above: error ? failureText(error) : 'The service gave no answer. Try again.' };
  };
  return [fetching, update] as const;
}
