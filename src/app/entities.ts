import { AUDIT_ENTITIES } from '../audit/entities.ts';
import { BILLING_ENTITIES } from '../billing/entities.ts';
import { BOT_ENTITIES } from '../bot/entities.ts';
import { BULK_ENTITIES } from '../bulk/entities.ts';
import { CATALOG_ENTITIES } from '../catalog/entities.ts';
import { CELL_ENTITIES } from '../cells/entities.ts';
import { EVENT_ENTITIES } from '../events/entities.ts';
import { FRONTEND_TOKEN_ENTITIES } from '../frontend-tokens/entities.ts';
import { KIT_ENTITIES } from '../kit/entities.ts';
import type { TablesOf } from '../kit/tables.ts';
import { LUXURY_ENTITIES } from '../luxury/entities.ts';
import { ORDER_ENTITIES } from '../orders/entities.ts';
import { PASSKEY_ENTITIES } from '../passkeys/entities.ts';
import { PAYMENT_ENTITIES } from '../payments/entities.ts';
import { PROXY_LIST_ENTITIES } from '../proxy-lists/entities.ts';
import { PURCHASE_ENTITIES } from '../purchases/entities.ts';
import { RECONCILIATION_ENTITIES } from '../reconciliation/entities.ts';
import { RESELLER_ENTITIES } from '../resellers/entities.ts';
import { SESSION_ENTITIES } from '../sessions/entities.ts';
import { UPSTREAM_ENTITIES } from '../upstreams/entities.ts';
import { WEBHOOK_ENTITIES } from '../webhooks/entities.ts';

export const ENTITIES = [
  ...KIT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...EVENT_ENTITIES,
  ...UPSTREAM_ENTITIES,
  ...RESELLER_ENTITIES,
  ...SESSION_ENTITIES,
  ...PASSKEY_ENTITIES,
  ...BILLING_ENTITIES,
  ...PAYMENT_ENTITIES,
  ...CATALOG_ENTITIES,
  ...ORDER_ENTITIES,
  ...FRONTEND_TOKEN_ENTITIES,
  ...LUXURY_ENTITIES,
  ...PURCHASE_ENTITIES,
  ...PROXY_LIST_ENTITIES,
  ...BULK_ENTITIES,
  ...BOT_ENTITIES,
  ...RECONCILIATION_ENTITIES,
  ...WEBHOOK_ENTITIES,
  ...CELL_ENTITIES,
];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof ENTITIES)[number]> {}
}
