import { useMutation } from 'urql';
import { failureText, type Refusal, refusalFor } from '../../../data/refusals.ts';
import { graphql } from '../../../generated/index.ts';
import { SETTING_NAMES, type SettingsEdit } from './settings.ts';

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
      ... on Error {
        code
        message
      }
      ... on InvalidInputError {
        fields {
          path
          message
        }
      }
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
