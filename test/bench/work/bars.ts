/**
 * What the service is to reach against an anchor, as ratios: at least so many requests a second, and at most
 * so much processor time. A bar that is left out is not set.
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
  | 'oneResellerToSql';

export const BARS: Record<Measured, Bars> = {
  restList: {},
  restOrder: {},
  graphqlList: {},
  graphqlNested: {},
  graphqlOrder: {},
  restPurchase: {},
  graphqlPurchase: {},
  restPurchaseToSql: {},
  graphqlPurchaseToSql: {},
  oneReseller: {},
  oneResellerToSql: {},
};
