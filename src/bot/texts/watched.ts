/** What the operator knows the upstreams as, in every language. */
export const WATCHED = {
  px6_answers: 'PX6',
  px6_balance: 'PX6',
  dataimpulse_answers: 'DataImpulse',
  dataimpulse_balance: 'DataImpulse',
  cryptopay_answers: 'Crypto Pay',
} as const;
