import type { Subject } from '../alerts.ts';

/** What the operator knows the upstreams as, in every language. */
const WATCHED = {
  px6_answers: 'PX6',
  px6_balance: 'PX6',
  px6_key: 'PX6',
  px6_user: 'PX6',
  dataimpulse_answers: 'DataImpulse',
  dataimpulse_balance: 'DataImpulse',
  cryptopay_answers: 'Crypto Pay',
} as const;

type Told = keyof typeof WATCHED | 'ledger' | 'upstreams' | 'payments' | 'refunds';

/** What an alert is about, and the name of its upstream, with the account unless it is the first one. */
export function watchedIn(subject: Subject): { about: Told; name: string } {
  const [about, account] = subject.split(':') as [Told, string | undefined];
  const upstream = about in WATCHED ? WATCHED[about as keyof typeof WATCHED] : '';
  return { about, name: account === undefined ? upstream : `${upstream} (${account})` };
}

/** Whether an alert about payments names one. */
export function isOne(detail: string | null): boolean {
  return !detail?.includes('\n');
}
