import { useState } from 'react';
import { useMutation } from 'urql';
import { ChargeDialog, type ChargeOutcome } from '../../charge/ChargeDialog.tsx';
import type { Charge } from '../../charge/unanswered.ts';
import { periodName } from '../../data/catalog.ts';
import { useChange } from '../../data/refusals.ts';
import { TRAFFIC_FIGURES, useTrafficEvents } from '../../data/traffic.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Bytes, formatBytes, GB, LITTLE_PERCENT } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { UPDATE_SETTINGS } from './settings.tsx';
import { UsageChart } from './UsageChart.tsx';

const TRAFFIC_CARD = graphql(`
  fragment TrafficCard on LuxuryOrder {
    id
    status
    product {
      id
    }
    settings {
      id
      paused
    }
    traffic {
      ...TrafficFigures
    }
    ...AddTrafficDialog
  }
`);

interface TrafficCardProps {
  order: FragmentType<typeof TRAFFIC_CARD>;
  onReplay: () => void;
}

export function TrafficCard({ order, onReplay }: TrafficCardProps) {
  const fields = fieldsOf(TRAFFIC_CARD, order);
  const { id, status, product } = fields;
  const isPaused = fields.settings.paused;
  const { usedGb, leftGb, totalGb, usedPercent } = fieldsOf(TRAFFIC_FIGURES, fields.traffic);
  const leftPercent = 100 - usedPercent;
  const [isAdding, setAdding] = useState(false);
  useTrafficEvents(id);
  return (
    <Card
      title={t('order-traffic')}
      action={
        <div className="row wrap end gap-2">
          <PauseButton orderId={id} isPaused={isPaused} />
          {product && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t('order-add-traffic')}
            </Button>
          )}
        </div>
      }
    >
      <div className="column gap-3">
        {status === 'EXHAUSTED' && (
          <p className="on-bad" style={{ padding: 'var(--s3) var(--s4)', borderRadius: 'var(--radius)' }}>
            {t('order-exhausted')}
          </p>
        )}
        <div className="row wrap baseline between" style={{ gap: '0 var(--s4)' }}>
          <p>
            {rich('order-left', {
              left: (
                <strong className="figure">
                  <Bytes bytes={Math.round(leftGb * GB)} />
                </strong>
              ),
            })}
          </p>
          <p className="dim">
            {rich('order-used', {
              used: <Bytes bytes={Math.round(usedGb * GB)} />,
              total: <Bytes bytes={Math.round(totalGb * GB)} />,
            })}
          </p>
        </div>
        {/* In steps of ten percent: nobody wants to hear every byte. */}
        <p role="status" className="heard">
          {leftGb === 0 || status === 'EXHAUSTED'
            ? t('order-used-up')
            : t('order-left-percent', { percent: Math.ceil(leftPercent / 10) * 10 })}
        </p>
        <div className="meter" aria-hidden="true">
          <div
            className={leftPercent < LITTLE_PERCENT ? 'little' : undefined}
            style={{ width: `${leftPercent}%` }}
          />
        </div>
        <UsageChart orderId={id} usedGb={usedGb} />
      </div>
      {isAdding && <AddTrafficDialog order={fields} onClose={() => setAdding(false)} onReplay={onReplay} />}
    </Card>
  );
}

/** Stops and resumes the order: while it is paused, the gateway refuses its connections. */
function PauseButton({ orderId, isPaused }: { orderId: string; isPaused: boolean }) {
  const { busy, change } = useChange();
  const toggle = async () => {
    const input = { orderId, paused: !isPaused };
    const told = t(isPaused ? 'order-resumed' : 'order-paused');
    const { refused } = await change(UPDATE_SETTINGS, { input }, told);
    if (refused.above) toast(refused.above);
  };
  return (
    <Button busy={busy} onClick={toggle}>
      {t(isPaused ? 'order-resume' : 'order-pause')}
    </Button>
  );
}

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
function AddTrafficDialog({ order, onClose, onReplay }: AddTrafficDialogProps) {
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
