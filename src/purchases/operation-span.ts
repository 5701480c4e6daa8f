import type { SpanAttributes } from '../kit/spans.ts';
import type { Operation } from './operation.ts';

/** What a span says of the operation that it works on. */
export function spanAttributesOf({ id, kind, orderId, resellerId }: Operation): SpanAttributes {
  return {
    'gateway.operation.id': id,
    'gateway.operation.kind': kind,
    'gateway.order.id': orderId,
    'gateway.reseller.id': resellerId,
  };
}
