import { formatUsd } from '../../kit/figures.tsx';
import { toMicros, toUsd } from '../../kit/figures.tsx';
import type { PurchaseRefusal } from './use-purchase.ts';

/** Why a purchase was refused, with the figures, and what to do. `where` is the name of the country. */
export function refusalText(refusal: PurchaseRefusal, shownUsd: string, where: string): string {
  switch (refusal.__typename) {
    case 'PriceChangedError':
      return `The price has changed from ${formatUsd(shownUsd)} to ${formatUsd(refusal.priceUsd)}. Nothing was charged. Buy at the new price, or leave it.`;
    case 'OutOfStockError':
      return refusal.available === 0
        ? `Nothing is left in ${where}. Nothing was charged. Choose another country.`
        : `Only ${refusal.available.toLocaleString('en-US')} left in ${where}. Nothing was charged. Take fewer, or choose another country.`;
    case 'InsufficientBalanceError': {
      const missing = toUsd(toMicros(refusal.requiredUsd) - toMicros(refusal.balanceUsd));
      return `This costs ${formatUsd(refusal.requiredUsd)} and the balance was ${formatUsd(refusal.balanceUsd)}: ${formatUsd(missing)} is missing. Nothing was charged. Top up, then buy.`;
    }
    default:
      return refusal.message;
  }
}
