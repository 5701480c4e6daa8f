import { isIP } from 'node:net';
import { z } from 'zod';
import { protocolSchema } from './events.ts';
import { LOCATION_KINDS, type LocationKind } from './geo/pool-size.ts';
import { MAX_ALLOWED_IPS } from './network.ts';
import { givenPoolSchema, poolParametersSchema } from './pool-parameters.ts';

const MAX_LABEL_CHARACTERS = 255;
const MAX_THREADS = 2_000;
const DEFAULT_THREADS = 100;
/** The sticky ports of the network. */
const STICKY = { start: 10_000, end: 30_000 };
const MAX_PAGE = 1_000;
const MAX_BLOCKED_HOSTS = 1_000;
/** In GB, more than we ever own. */
const MAX_GB = 10_000_000;

/** Numbers come as JSON in bodies and as text in queries. */
const subUserId = z.coerce.number().int().positive();
const label = z.string().max(MAX_LABEL_CHARACTERS);
const threads = z.int().min(1).max(MAX_THREADS);
const stickyPort = z.int().min(STICKY.start).max(STICKY.end);
const stickyRange = z
  .object({ start: stickyPort, end: stickyPort })
  .refine(({ start, end }) => start <= end, 'must start before it ends');
const ip = z
  .string()
  .toLowerCase()
  .refine((text) => isIP(text) !== 0, 'must be an ip address');
const host = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'must be a host name');
/** A missing value is an empty list, because a form has no other way to send one. */
const hosts = z.preprocess((given) => given ?? [], z.array(host).max(MAX_BLOCKED_HOSTS));

export const tokenRequest = z.object({ login: z.string(), password: z.string() });
export const subUserRequest = z.object({ subuser_id: subUserId });

export const createRequest = z.object({
  label: label.default(''),
  pool_type: givenPoolSchema,
  threads: threads.default(DEFAULT_THREADS),
  sticky_range: stickyRange.default(STICKY),
  allowed_ips: z.array(ip).max(MAX_ALLOWED_IPS).default([]),
  default_pool_parameters: poolParametersSchema.prefault({}),
});
export const updateRequest = subUserRequest.extend({
  label: label.optional(),
  threads: threads.optional(),
  sticky_range: stickyRange.optional(),
});
export const listRequest = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
  offset: z.coerce.number().int().min(0).default(0),
});
export const blockedRequest = subUserRequest.extend({ blocked: z.boolean() });
export const blockedHostsRequest = subUserRequest.extend({ blocked_hosts: hosts });
export const parametersRequest = subUserRequest.extend({ default_pool_parameters: poolParametersSchema });
export const allowedIpRequest = subUserRequest.extend({ ip });
export const protocolsRequest = subUserRequest.extend({
  supported_protocols: z.array(protocolSchema).min(1),
});
export const trafficRequest = subUserRequest.extend({
  traffic: z
    .int()
    .min(-MAX_GB)
    .max(MAX_GB)
    .refine((gb) => gb !== 0, 'must not be 0'),
});

/** The days of each period. */
const PERIOD_DAYS = { week: 7, month: 30, '3months': 90, '6months': 180 } as const;
export const usageRequest = subUserRequest
  .extend({ period: z.enum(['week', 'month', '3months', '6months']).default('week') })
  .transform(({ period, ...given }) => ({ ...given, days: PERIOD_DAYS[period] }));

export const poolRequest = z.object({ pool_type: givenPoolSchema });

const order = z
  .string()
  .regex(/^(count|code|name),(asc|desc)$/)
  .default('count,desc');
/** Every kind except the countries themselves requires at least one country. */
export function locationsRequest(kind: LocationKind) {
  const { countries, states, cities } = poolParametersSchema.shape;
  return z
    .object({ pool_type: givenPoolSchema, countries, states, cities, order_by: order })
    .refine((given) => kind === LOCATION_KINDS[0] || given.countries.length > 0, {
      path: ['countries'],
      message: 'is required',
    });
}
