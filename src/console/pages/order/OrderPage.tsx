import { useRef, useState } from 'react';
import { useSubscription } from 'urql';
import { AutoRenewButton, RenewButton } from '../../charge/renewal.tsx';
import { useFresh } from '../../data/use-fresh.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { isOrderNumber } from '../../kit/figures.tsx';
import { ErrorNote, Page } from '../../kit/Page.tsx';
import { Parts } from '../../kit/Tabs.tsx';
import { listed, t } from '../../texts/texts.tsx';
import { ConnectCard } from './ConnectCard.tsx';
import { DiagnosisCard, type LooseningStep } from './DiagnosisCard.tsx';
import { NoSuchOrder, OrderFacts, OrderSkeleton, PaymentsCard, ProxiesCard } from './OrderParts.tsx';
import { LUXURY_SETTINGS, SettingsCard, type SettingsEdit } from './settings.tsx';
import { TrafficCard } from './TrafficCard.tsx';

const ORDER = graphql(`
  query OrderPage($id: ID!) {
    order(id: $id) {
      label
      ...OrderFacts
      ...Renewal
      ...ProxiesCard
      ...LuxuryPart
    }
  }
`);

/** A subscription that keeps the order in the cache: status, end, settings and credentials. */
const ORDER_EVENTS = graphql(`
  subscription OrderEvents($id: ID!) {
    orderUpdated(orderId: $id) {
      label
      ...OrderFacts
      ...Renewal
      ...ProxiesCard
      ...LuxuryPart
    }
  }
`);

/** `id` is the order's number, from the address. */
export function OrderPage({ id }: { id: string }) {
  return isOrderNumber(id) ? <NumberedOrder id={id} /> : <NoSuchOrder id={id} />;
}

function NumberedOrder({ id }: { id: string }) {
  const { data, failure, again } = useFresh({ query: ORDER, variables: { id } });
  const order = data?.order;
  useSubscription({ query: ORDER_EVENTS, variables: { id }, pause: !order });
  if (order === null && !failure) return <NoSuchOrder id={id} />;
  return (
    <Page
      title={listed(t('order-title', { id }), order?.label)}
      actions={
        order?.__typename === 'TermOrder' && (
          <>
            <AutoRenewButton order={order} />
            <RenewButton order={order} onReplay={again} />
          </>
        )
      }
    >
      <ErrorNote message={failure} onRetry={again} />
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && (
            <>
              <ProxiesCard order={order} />
              <PaymentsCard orderId={id} />
            </>
          )}
          {order.__typename === 'LuxuryOrder' && <LuxuryPart order={order} onReplay={again} />}
        </>
      ) : (
        !failure && <OrderSkeleton />
      )}
    </Page>
  );
}

const LUXURY_PART = graphql(`
  fragment LuxuryPart on LuxuryOrder {
    id
    type
    settings {
      ...LuxurySettingsFields
    }
    ...TrafficCard
    ...ConnectCard
  }
`);

/** What there is to see and to do with traffic that was bought by the gigabyte. */
function LuxuryPart(props: { order: FragmentType<typeof LUXURY_PART>; onReplay: () => void }) {
  const fields = fieldsOf(LUXURY_PART, props.order);
  const settings = fieldsOf(LUXURY_SETTINGS, fields.settings);
  const [edit, setEdit] = useState<SettingsEdit>({});
  const form = useRef<HTMLFormElement>(null);
  const loosen = (step: LooseningStep) => {
    const isField = typeof step === 'string';
    if (!isField) setEdit({ ...edit, ...step });
    const target = isField
      ? form.current?.elements.namedItem(step)
      : form.current?.querySelector('[data-changes]');
    if (!(target instanceof HTMLElement)) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'center' });
  };
  return (
    <Parts
      label={t('order-parts')}
      tabs={[
        {
          value: 'connect',
          label: t('order-connect'),
          content: <ConnectCard order={fields} settings={settings} />,
        },
        {
          value: 'traffic',
          label: t('order-traffic'),
          content: <TrafficCard order={fields} onReplay={props.onReplay} />,
        },
        {
          value: 'settings',
          label: t('order-settings'),
          content: (
            <div className="column gap-5">
              <DiagnosisCard orderId={fields.id} settings={settings} onLoosen={loosen} />
              <SettingsCard
                orderId={fields.id}
                type={fields.type}
                settings={settings}
                edit={edit}
                onEdit={setEdit}
                ref={form}
              />
            </div>
          ),
        },
        { value: 'paid', label: t('order-paid'), content: <PaymentsCard orderId={fields.id} /> },
      ]}
    />
  );
}
