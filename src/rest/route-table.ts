import { readBalance } from './balance.ts';
import { listCountries, listGeo, readCatalog } from './catalog.ts';
import { addTraffic, listLines, readStats, readTraffic, resetPassword } from './luxury-order.ts';
import { readSettings, updateSettings } from './luxury-settings.ts';
import { createOrder, listOrders, readOrder, renewOrder } from './orders.ts';
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
