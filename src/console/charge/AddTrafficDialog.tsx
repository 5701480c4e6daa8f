import { useMutation } from 'urql';
import { periodName } from '../data/catalog.ts';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { formatBytes, GB } from '../kit/figures.tsx';
import { t } from '../texts/texts.tsx';
import { ChargeDialog, type ChargeOutcome } from './ChargeDialog.tsx';
import type { Charge } from './unanswered.ts';

const ADD_TRAFFIC_DIALOG = graphql(`
  fragment AddTrafficDialog on LuxuryOrder {
    id
    period
    traffic {
      id
      leftGb
    }
    product {
      id
      periods {
        id
        code
        name
        gb
        priceUsd
      }
    }
  }
`);

const ADD_TRAFFIC = graphql(`
  mutation AddTraffic($input: AddTrafficInput!) {
    addTraffic(input: $input) {
      ... on AddTrafficSuccess {
        replayed
        order {
          id
          status
          trafficGb
        }
        traffic {
          leftGb
          ...TrafficFigures
        }
        viewer {
          id
          balanceUsd
        }
      }
      ...Refusal
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);

interface AddTrafficDialogProps {
  order: FragmentType<typeof ADD_TRAFFIC_DIALOG>;
  onClose: () => void;
  /** Called when the answer is that of an earlier request: the order may have changed since. */
  onReplay: () => void;
}

/** Adds a volume to a Luxury order; it works again at once if it was out of traffic. */
export function AddTrafficDialog({ order, onClose, onReplay }: AddTrafficDialogProps) {
  const { id, period, traffic, product } = fieldsOf(ADD_TRAFFIC_DIALOG, order);
  const [, addTraffic] = useMutation(ADD_TRAFFIC);
  const offers = (product?.periods ?? []).map(({ code, name, gb, priceUsd }) => ({
    code,
    name: periodName({ name }),
    totalUsd: priceUsd,
    after: formatBytes((traffic.leftGb + (gb ?? 0)) * GB),
  }));
  const charge = async (input: Charge): Promise<ChargeOutcome> => {
    const { data, error } = await addTraffic({ input: { orderId: id, ...input } });
    const result = data?.addTraffic;
    if (result?.__typename !== 'AddTrafficSuccess') return { refusal: result, error };
    if (result.replayed) onReplay();
    return { done: t('charge-traffic-added', { left: formatBytes(result.traffic.leftGb * GB) }) };
  };
  return (
    <ChargeDialog
      name={`Add traffic to order ${id}`}
      title={t('charge-traffic-title', { id })}
      legend={t('charge-traffic-volume')}
      afterLabel={t('charge-traffic-after')}
      usual={period}
      {...{ offers, charge, onClose }}
    />
  );
}
