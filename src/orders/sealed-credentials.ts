import { sealedValues } from '../kit/sealed-values.ts';
import { proxyIdentity } from './proxies.ts';

/** Logins and passwords of proxies. */
export const SEALED_CREDENTIALS = sealedValues({
  table: 'proxies',
  select: (db) => db.selectFrom('proxies'),
  update: (db) => db.updateTable('proxies'),
  column: 'credentials',
  key: { reseller_id: 'bigint', order_id: 'bigint', position: 'integer' },
  identityOf: ({ reseller_id, order_id, position }) => proxyIdentity(reseller_id, order_id, position),
});
