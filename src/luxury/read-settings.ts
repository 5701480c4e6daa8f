import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { type SnakeCase, toSnakeCase } from '../kit/text.ts';
import type { OrderName } from '../orders/order.ts';
import { type OrderNames, orderNames, toOrderNames } from '../orders/order.ts';
import { type LuxurySettings, SETTING_NAMES, type SettingName } from './settings.ts';

type SettingColumns = { [Name in SettingName]: `s.${SnakeCase<Name>} as ${Name}` }[SettingName];

/** The columns of the settings, named like the settings; `s` is the table's alias. */
export const SETTING_COLUMNS = SETTING_NAMES.map(
  (name) => `s.${toSnakeCase(name)} as ${name}` as SettingColumns,
);

const selectSettings = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('luxury_settings as s')
    .select(['s.order_id', ...SETTING_COLUMNS])
    .where(({ eb, refTuple }) => eb(refTuple('s.reseller_id', 's.order_id'), 'in', orderNames(names))),
);

/**
 * The settings of any number of orders, by order id, in one statement. Orders that are not Luxury orders are
 * missing from the result.
 */
export async function readSettings(
  db: Sql,
  orders: readonly OrderName[],
): Promise<Map<number, LuxurySettings>> {
  const rows = await selectSettings(db, toOrderNames(orders));
  return new Map(rows.map(({ order_id, ...settings }) => [order_id, settings]));
}
