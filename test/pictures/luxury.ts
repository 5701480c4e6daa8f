import type { LuxuryOptions } from '../../src/luxury/settings.ts';

/** What an order shows in the pictures. */
export type LuxuryName = 'busy' | 'mobile' | 'paused' | 'exhausted' | 'strict';

interface LuxuryPurchase {
  name: LuxuryName;
  daysAgo: number;
  /** When its volume was bought once more. */
  addedDaysAgo?: number;
  type: string;
  country: string;
  period: string;
  options?: LuxuryOptions;
  /** About how much goes through it. */
  gbADay: number;
}

export const LUXURY: readonly LuxuryPurchase[] = [
  {
    name: 'busy',
    daysAgo: 24.1,
    type: 'diresi',
    country: 'US',
    period: '50gb',
    options: { session: 'sticky', stickyMinutes: 10 },
    gbADay: 1.7,
  },
  { name: 'exhausted', daysAgo: 20.4, type: 'didc', country: 'ANY', period: '1gb', gbADay: 0.25 },
  { name: 'paused', daysAgo: 15.2, type: 'dipremium', country: 'DE', period: '1gb', gbADay: 0.05 },
  {
    name: 'mobile',
    daysAgo: 12.3,
    addedDaysAgo: 3.9,
    type: 'dimobile',
    country: 'GB',
    period: '5gb',
    gbADay: 0.31,
  },
  {
    name: 'strict',
    daysAgo: 3.3,
    type: 'diresi',
    country: 'US',
    period: '1gb',
    // A provider that has no address in this city.
    options: { state: 'california', city: 'losangeles', asn: '701' },
    gbADay: 0.04,
  },
];
