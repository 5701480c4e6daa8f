import { readStored } from '../kit/json.ts';
import { addingTraffic } from './add-traffic.ts';
import { buyingProxies } from './buy-proxies.ts';
import type { OrderRequest } from './new-order.ts';
import { openingAccount } from './open-account.ts';
import type { Operation } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import { extending } from './renew.ts';

/** The handler for an operation, found by its stored kind and request. */
export function handlerOf({ kind, request }: Operation): OperationHandler {
  switch (kind) {
    case 'renewal':
      return extending;
    case 'traffic':
      return addingTraffic;
    case 'purchase':
      return (request as OrderRequest).upstream === 'px6' ? buyingProxies : openingAccount;
  }
}

/** The handler for an operation that any version has charged, and that operation with its request as read. */
export function continued<Stored extends Operation>(stored: Stored) {
  const handler = handlerOf(stored);
  const request = readStored(handler.request, `request of operation ${stored.id}`, stored.request);
  return { handler, operation: { ...stored, request } };
}
