import { instantOfId } from '../kit/clock.ts';

/**
 * All types of events: when each is written, and what its `data` has besides `cause`, and `order` where the
 * order exists. An event that moves the balance has `amount_usd` and `balance_usd`.
 */
export const EVENT_TYPES = {
  'order.created': 'A purchase is settled: `operation_id`, `period`, and `quantity` or `gb`.',
  'order.renewed': 'A renewal is settled: `operation_id` and `period`.',
  'order.traffic_added': 'Traffic that was bought for an order is there: `operation_id` and `gb`.',
  'purchase.failed':
    'A charged purchase, renewal or addition was refunded: `operation_id`, `kind`, `code` and, of a purchase, `request`. ' +
    '`amount_usd` is 0: the charge and its refund cancel, and have no event.',
  'order.settings_changed': 'Settings other than `paused`: `changed` has their names.',
  'order.paused': 'The order is paused.',
  'order.resumed': 'The order is no longer paused.',
  'order.password_changed': 'The order’s proxies have another password.',
  'order.protocol_changed': 'The order’s proxies speak another protocol.',
  'order.updated': 'The label, note or customer: `changed` has the names.',
  'order.ending': '72 and 24 hours before each end, once: `hours_left` and `auto_renew`.',
  'order.ended': 'The term is over.',
  'order.exhausted': 'The traffic is used up; once for each volume.',
  'order.traffic_used': 'As much of the traffic is used: `percent`, 80 or 95; once for each volume.',
  'order.renewal_refused': 'Renewing it by itself was refused: `code`, `message` and `next_try_at`.',
  'balance.topped_up': 'Money came: `reference`, and of a payment in the chat `payment_id`.',
  'balance.adjusted': 'The operator added an amount or took it: `reference`.',
  'balance.refunded': 'The operator gave back what was paid: `reference` and `operation_id`.',
  'balance.low': 'What was taken left the balance below the threshold: `balance_usd` and `threshold_usd`.',
  'payment.expired': 'A payment was not paid in time: `payment_id` and `provider`.',
  'payment.refunded':
    'A payer has a payment back: `payment_id` and `provider`; none where an older debt was taken.',
  'key.created': 'An API key: `key` has its `id`, `name` and `prefix`, as in the next five.',
  'key.reissued': 'The key has another secret.',
  'key.disabled': 'The key is refused.',
  'key.enabled': 'The key is admitted again.',
  'key.changed': 'Its name, addresses or rate.',
  'key.deleted': 'There is no such key any more.',
  'list.created': 'A list of proxies: `list` has its `id`, `name` and `prefix`.',
  'list.revoked': 'The list is no longer served.',
  'bulk.ended': 'A job over many orders: `job`.',
  'stock.low': 'Less than asked for is left: `tier`, `type`, `country`, `available` and `below`.',
  'stock.back': 'Enough is left again.',
  'webhook.disabled': 'A webhook was switched off: `webhook_id` and `reason`.',
  'webhook.enabled': 'A webhook was switched on: `webhook_id` and `reason`.',
} as const satisfies Record<string, string>;
export type EventType = keyof typeof EVENT_TYPES;

/** The place of an event in the log. */
export interface EventPlace {
  resellerId: number;
  sequence: number;
}

const SEQUENCE_BITS = 44n;
/** Those behind the two that say which kind of UUID it is. */
const LAST_BITS = 62n;

/**
 * `evt_` and a UUID of version 7: the instant, the reseller and the sequence, so that no index finds it. The
 * instant makes another event that a restored database gives the same number another id.
 */
export function eventId({ resellerId, sequence, createdAt }: EventPlace & { createdAt: Date }): string {
  const place = (BigInt(resellerId) << SEQUENCE_BITS) | BigInt(sequence);
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  const middle = (place >> LAST_BITS).toString(16).padStart(3, '0');
  const last = ((2n << LAST_BITS) | BigInt.asUintN(Number(LAST_BITS), place)).toString(16);
  return `evt_${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${last.slice(0, 4)}-${last.slice(4)}`;
}

const EVENT_ID = /^evt_([0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12}))$/;

/** Undefined for a text that `eventId` has not made. There need not be such an event. */
export function placeOfEvent(id: string): (EventPlace & { createdAt: Date }) | undefined {
  const [, uuid, middle, first, last] = EVENT_ID.exec(id) ?? [];
  if (uuid === undefined) return undefined;
  const place =
    (BigInt(`0x${middle}`) << LAST_BITS) | BigInt.asUintN(Number(LAST_BITS), BigInt(`0x${first}${last}`));
  return {
    resellerId: Number(place >> SEQUENCE_BITS),
    sequence: Number(BigInt.asUintN(Number(SEQUENCE_BITS), place)),
    createdAt: instantOfId(uuid),
  };
}
