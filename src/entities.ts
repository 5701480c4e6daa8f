import { LuxurySettingsEntity, LuxuryTrafficEntity } from './luxury/entities.ts';
import { OrderEntity, ProxyEntity } from './orders/entities.ts';
import { ApiKeyEntity, ResellerEntity } from './resellers/entities.ts';

/** Everything that the unit of work writes. */
export const ENTITIES = [
  ResellerEntity,
  ApiKeyEntity,
  OrderEntity,
  ProxyEntity,
  LuxurySettingsEntity,
  LuxuryTrafficEntity,
];
