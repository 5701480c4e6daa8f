import { builder, readableBy } from './builder.ts';

/** A found object with the name of its type. */
export interface FoundNode {
  __typename: string;
}

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an id of its own, by which client caches recognise it in every answer.',
  resolveType: (found) => (found as FoundNode).__typename,
  fields: (t) =>
    readableBy(['any'], { id: t.id({ description: 'Unique in the whole schema. It never changes.' }) }),
});

// The ids of nodes. An order's id is its number alone, as in the REST API; every other id begins with its
// type. The catalog's identifiers contain neither ":" nor "/", so that both can separate the parts.

export const tierId = (tier: string) => `tier:${tier}`;
export const productId = (tier: string, type: string) => `product:${tier}/${type}`;
export const periodId = (tier: string, type: string, period: string) => `period:${tier}/${type}/${period}`;
export const viewerId = (resellerId: number) => `viewer:${resellerId}`;
export const trafficId = (orderId: number) => `traffic:${orderId}`;
export const keyId = (key: number) => `key:${key}`;
export const sessionId = (session: number) => `session:${session}`;
export const passkeyId = (passkey: number) => `passkey:${passkey}`;
export const frontendTokenId = (token: number) => `frontend-token:${token}`;
export const settingsId = (orderId: number) => `settings:${orderId}`;
export const movementId = (resellerId: number, position: number) => `movement:${resellerId}/${position}`;

/** The options of the field `id` of a node; `example` begins its description. */
export const nodeIdField = <Parent>(example: string, resolve: (parent: Parent) => string) => ({
  description: `${example}; unique in the whole schema.`,
  resolve,
});

const KINDS = [
  'tier',
  'product',
  'period',
  'viewer',
  'key',
  'session',
  'passkey',
  'frontend-token',
  'traffic',
  'settings',
  'movement',
] as const;

/** What an id names: its kind, and the identifiers or the number behind the colon. */
export interface NodeName {
  kind: (typeof KINDS)[number] | 'order';
  path: string[];
}

const NUMBER = /^[1-9]\d{0,14}$/;

/** Undefined for what cannot be the id of anything. */
export function parseNodeId(id: string): NodeName | undefined {
  if (NUMBER.test(id)) return { kind: 'order', path: [id] };
  const kind = KINDS.find((known) => id.startsWith(`${known}:`));
  return kind && { kind, path: id.slice(kind.length + 1).split('/') };
}

/** As a movement's position is written in ids and cursors; undefined for what cannot be one. */
export function parsePosition(text = ''): number | undefined {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** A number in an id: without leading zeros, and exact in JavaScript. */
export function numberIn([text = '', ...more]: readonly string[]): number | undefined {
  return more.length === 0 && NUMBER.test(text) ? Number(text) : undefined;
}

/** The number in an id that was checked already: 7 in `key:7`. */
export function numberNamed(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1));
}
