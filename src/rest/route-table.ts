import { readBalance } from './balance-routes.ts';
import { listCountries, readCatalog } from './catalog-routes.ts';
import { listGeo } from './geo-routes.ts';
import {
  addTraffic,
  listLines,
  readSettings,
  readStats,
  readTraffic,
  resetPassword,
  updateSettings,
} from './luxury-routes.ts';
import { listOrders, readOrder } from './order-routes.ts';
import { createOrder, renewOrder } from './purchase-routes.ts';
import type { Route } from './route.ts';

/** Every route of `/v1`. */
export const ROUTES: readonly Route[] = [
  readBalance,
  readCatalog,
  listCountries,
  listGeo,
  createOrder,
  listOrders,
  readOrder,
  renewOrder,
  readTraffic,
  addTraffic,
  readSettings,
  updateSettings,
  listLines,
  resetPassword,
  readStats,
];
