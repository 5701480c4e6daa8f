/**
 * What the service is to reach against an anchor, as ratios: at least so many requests a second, with the
 * processor time of the upstream left out, and at most so much processor time of its own and of the database.
 * A bar that is left out is not set.
 */
export interface Bars {
  perSecond?: number;
  cpu?: number;
  databaseCpu?: number;
}

type Measured =
  | 'restList'
  | 'restOrder'
  | 'graphqlList'
  | 'graphqlNested'
  | 'graphqlOrder'
  | 'restPurchase'
  | 'graphqlPurchase'
  | 'restPurchaseToSql'
  | 'graphqlPurchaseToSql'
  | 'oneReseller'
  | 'oneResellerToSql'
  | 'twoWorkers'
  | 'traces';

export const BARS: Record<Measured, Bars> = {
  restList: { perSecond: 1 },
  restOrder: { perSecond: 0.9 },
  graphqlList: { perSecond: 1 },
  graphqlNested: { perSecond: 1 },
  graphqlOrder: { perSecond: 1 },
  restPurchase: { perSecond: 0.65 },
  graphqlPurchase: { perSecond: 0.65 },
  restPurchaseToSql: { databaseCpu: 1.3 },
  graphqlPurchaseToSql: { databaseCpu: 1.3 },
  oneReseller: {},
  oneResellerToSql: { perSecond: 0.6 },
  twoWorkers: { perSecond: 1 },
  traces: { perSecond: 0.8 },
};
