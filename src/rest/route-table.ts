import { readBalance } from './balance-routes.ts';
import { listCountries, readCatalog } from './catalog-routes.ts';
import { listOrders, readOrder } from './order-routes.ts';
import { createOrder, renewOrder } from './purchase-routes.ts';
import type { Route } from './route.ts';

/** Every route of `/v1`. */
export const ROUTES: readonly Route[] = [
  readBalance,
  readCatalog,
  listCountries,
  createOrder,
  listOrders,
  readOrder,
  renewOrder,
];
