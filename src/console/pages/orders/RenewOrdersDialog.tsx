import { useState } from 'react';
import { Link } from 'wouter';
import { useBalance } from '../../charge/ChargeDialog.tsx';
import { RENEW_DIALOG } from '../../charge/renewal.tsx';
import { periodName, useCatalog } from '../../data/catalog.ts';
import { useNodes } from '../../data/use-nodes.ts';
import { fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Checkbox, SelectField } from '../../kit/fields.tsx';
import { DateTime, Money, toMicros } from '../../kit/figures.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ErrorNote, Facts, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './RenewOrdersDialog.module.css';
import { type Outcome, type Renewal, renewalOf, sumOf, termsOf, useRenewals } from './renewals.ts';

const ORDERS_TO_RENEW = graphql(`
  query OrdersToRenew($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order {
        tier
        type
        ...RenewDialog
      }
    }
  }
`);

interface RenewOrdersDialogProps {
  ids: readonly string[];
  onClose: () => void;
}

/** Renews the selected orders one after the other: what each costs, the total, and what became of each. */
export function RenewOrdersDialog({ ids, onClose }: RenewOrdersDialogProps) {
  const { nodes, failure, again } = useNodes(ORDERS_TO_RENEW, ids);
  const balanceUsd = useBalance();
  const { nameOf } = useCatalog();
  const [chosen, setChosen] = useState<string>();
  const [stopsAtRefusal, setStopsAtRefusal] = useState(false);
  const { outcomes, prices, isRunning, stop, run } = useRenewals(stopsAtRefusal);

  const orders = (nodes ?? []).flatMap((node) =>
    node && 'tier' in node ? [{ tier: node.tier, type: node.type, ...fieldsOf(RENEW_DIALOG, node) }] : [],
  );
  const terms = termsOf(orders);
  const term = terms.find(({ code }) => code === chosen) ?? terms[0];
  const renewals = orders.map((order) => renewalOf(order, term, prices));
  const done = renewals.filter(({ order }) => outcomes[order.id]?.state === 'renewed');
  const open = renewals.flatMap(({ order, priceUsd }) =>
    priceUsd === undefined || outcomes[order.id]?.state === 'renewed'
      ? []
      : [{ orderId: order.id, period: term?.code ?? '', maxPriceUsd: priceUsd }],
  );
  const totalUsd = sumOf(open.map(({ maxPriceUsd }) => maxPriceUsd));
  const price = <Money usd={totalUsd} />;
  const hasBegun = Object.keys(outcomes).length > 0;
  const isShort = balanceUsd !== undefined && toMicros(balanceUsd) < toMicros(totalUsd);

  return (
    <Dialog
      title={t('renew-title', { count: ids.length })}
      onClose={() => !isRunning && onClose()}
      actions={
        <>
          {isRunning ? (
            <Button onClick={stop}>{t('renew-stop')}</Button>
          ) : (
            <Button onClick={onClose}>{hasBegun ? t('close') : t('cancel')}</Button>
          )}
          {(open.length > 0 || !nodes) && (
            <Button variant="primary" busy={isRunning} disabled={!nodes} onClick={() => run(open)}>
              {nodes ? (
                <span>
                  {rich(hasBegun ? 'renew-pay-rest' : 'renew-pay', { price }, { count: open.length })}
                </span>
              ) : (
                t('list-renew')
              )}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote message={failure} onRetry={again} />
      {nodes && terms.length === 0 ? (
        <p>{t('renew-none')}</p>
      ) : (
        <SelectField
          label={t('renew-add')}
          value={term?.code ?? ''}
          options={terms.map((one) => [one.code, periodName(one)])}
          disabled={hasBegun || !nodes}
          onChange={setChosen}
        />
      )}
      <ul className={styles['list']} aria-label={t('renew-orders')}>
        {nodes
          ? renewals.map((renewal) => (
              <RenewalRow
                key={renewal.order.id}
                renewal={renewal}
                outcome={outcomes[renewal.order.id]}
                product={nameOf(renewal.order)}
              />
            ))
          : ids.map((id) => (
              <li key={id} className="grid middle" style={{ height: 58, padding: '0 var(--s3)' }}>
                <Skeleton height="20px" />
              </li>
            ))}
      </ul>
      <div className="grid gap-2">
        <output>{hasBegun && <Progress outcomes={outcomes} count={done.length + open.length} />}</output>
        <Facts
          className="grid pairs strong"
          style={{ gap: 2 }}
          facts={{
            [hasBegun ? t('renew-balance-now') : t('renew-balance')]:
              balanceUsd === undefined ? <Skeleton width="64px" /> : <Money usd={balanceUsd} />,
            [hasBegun ? t('renew-still') : t('renew-total')]: open.length > 0 && price,
          }}
        />
        {isShort && !isRunning && open.length > 0 && <p className="warn">{t('renew-not-covered')}</p>}
      </div>
      {open.length > 1 && terms.length > 0 && (
        <Checkbox checked={stopsAtRefusal} onChange={setStopsAtRefusal}>
          {t('renew-stop-at-refusal')}
        </Checkbox>
      )}
    </Dialog>
  );
}

function Progress({ outcomes, count }: { outcomes: Readonly<Record<string, Outcome>>; count: number }) {
  const all = Object.values(outcomes);
  const charged = all.flatMap((outcome) => (outcome.state === 'renewed' ? [outcome.chargedUsd] : []));
  const failed = all.filter(({ state }) => state === 'refused' || state === 'unknown').length;
  const done = charged.length + failed;
  return (
    <span className="grid gap-2">
      {/* Every browser draws another <progress>. */}
      <span
        role="progressbar"
        aria-label={t('renew-progress')}
        aria-valuenow={done}
        aria-valuemax={count}
        className="block meter"
      >
        <span style={{ width: `${(100 * done) / count}%`, borderRadius: 3 }} />
      </span>
      <span>
        {rich(
          'renew-done',
          { price: <Money usd={sumOf(charged)} /> },
          { done: charged.length, count, failed },
        )}
      </span>
    </span>
  );
}

/** Of the picture at an order, by what has become of it. */
const TONES = { running: 'dim', renewed: 'good', refused: 'bad', unknown: 'bad' };

interface RenewalRowProps {
  renewal: Renewal;
  outcome: Outcome | undefined;
  /** What the order is of, by its name. */
  product: string;
}

/** One order, its price, and what became of it. */
function RenewalRow({ renewal, outcome, product }: RenewalRowProps) {
  const { order, priceUsd, obstacle, isSent } = renewal;
  const { id, quantity, expiresAt } = order;
  const isRenewed = outcome?.state === 'renewed';
  const end = isRenewed ? outcome.expiresAt : expiresAt;
  const isLeftOut = !outcome && obstacle !== undefined;
  const tone = outcome ? TONES[outcome.state] : isLeftOut ? 'warn' : 'dim';
  const unsure = isSent && !outcome && t('renew-unsure');
  const problem = outcome && 'message' in outcome ? outcome.message : (obstacle ?? unsure);
  return (
    <li className={classNames('grid start gap-3', styles['row'])}>
      <Link href={`/orders/${id}`}>{id}</Link>
      <div className="grid anywhere">
        <span>
          {product}
          {quantity > 1 && ` × ${quantity}`}
        </span>
        {end && (
          <span className="dim small">
            {rich(isRenewed ? 'renew-renewed-until' : 'renew-until', { end: <DateTime at={end} dateOnly /> })}
          </span>
        )}
        {problem && <span className={classNames('small', isLeftOut ? 'warn' : 'bad')}>{problem}</span>}
      </div>
      <span className={classNames('grid', tone, styles['state'])}>
        {isRenewed && <Icon name="check" />}
        {outcome?.state === 'running' && <span className={styles['running']} />}
        {problem && <Icon name="warning" />}
      </span>
      <span className="right">
        {priceUsd !== undefined && <Money usd={isRenewed ? outcome.chargedUsd : priceUsd} />}
      </span>
    </li>
  );
}
