import type { ReactNode } from 'react';
import { connection } from '../../data/requests.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { formatUsd, Money, toMicros } from '../../kit/figures.tsx';
import { ErrorNote, Facts, type FactsByName } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import type { PurchaseState } from './purchase.ts';
import { Bill } from './Summary.tsx';

interface ConfirmDialogProps {
  facts: FactsByName;
  /** How many addresses a Luxury order would have. */
  addresses: ReactNode;
  totalUsd: string;
  balanceUsd: string;
  state: PurchaseState;
  refusalText: string | undefined;
  onBuy: () => void;
  onResume: () => void;
  onTake: (available: number) => void;
  onClose: () => void;
}

/** Everything that is bought, on one screen, before it is paid; and what became of it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { facts, addresses, totalUsd, balanceUsd, state, refusalText } = props;
  const { onBuy, onResume, onTake, onClose } = props;
  const isSent = state.is === 'sent';
  const isSlow = connection.use().lostSince !== undefined || (isSent && state.isSlow);
  const isCovered = toMicros(balanceUsd) >= toMicros(totalUsd);
  const left = state.is === 'refused' && 'available' in state.refusal ? state.refusal.available : undefined;
  return (
    <Dialog
      title={t(state.is === 'lost' ? 'buy-was-it' : 'buy-this')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(isSent || state.is === 'lost' ? 'buy-later' : 'buy-not-now')}</Button>
          {left !== undefined && left > 0 && (
            <Button variant="primary" onClick={() => onTake(left)}>
              {t('buy-take', { count: left })}
            </Button>
          )}
          {left === undefined && state.is === 'lost' && (
            <Button variant="primary" onClick={onResume}>
              {t('buy-find-out')}
            </Button>
          )}
          {left === undefined && state.is !== 'lost' && (
            <Button variant="primary" busy={isSent} disabled={!isSent && !isCovered} onClick={onBuy}>
              {t('buy-for', { price: formatUsd(totalUsd) })}
            </Button>
          )}
        </>
      }
    >
      <Facts className="grid tight pairs" facts={facts} />
      {addresses}
      <div className="row baseline between ruled-3 bold heading">
        <span>{t('buy-price')}</span>
        <Money usd={totalUsd} />
      </div>
      {/* As high as the balance with what is left of it, so that the buttons stay where they are. */}
      <div style={{ minHeight: 'calc(2lh + 6px)' }}>
        {!isSent && state.is !== 'lost' && <Bill totalUsd={totalUsd} balanceUsd={balanceUsd} />}
        <p role="status" className="dim">
          {isSent && t(isSlow ? 'buy-slow' : 'buy-under-way')}
        </p>
      </div>
      <ErrorNote message={refusalText} />
      {state.is === 'lost' && <ErrorNote message={t('buy-lost', { reason: state.message })} />}
    </Dialog>
  );
}
