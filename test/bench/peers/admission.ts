import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { prepared } from './database.ts';

export interface Caller {
  resellerId: number;
  priceList: string;
}

/**
 * Finds the key of a request that may be served, and writes the request into the log of its last 60, unless
 * the oldest of them is less than a minute old. `remaining` is null then.
 */
const ADMIT = `
  with caller as (
    select api_keys.id as key_id, reseller_id, price_list
    from api_keys join resellers on resellers.id = reseller_id, service_state
    where hash = $1 and not disabled and api_disabled_message is null
      and (cardinality(allowed_ips) = 0 or $2::inet <<= any (allowed_ips))
  ), counted as (
    insert into rate_windows (key_id, admitted)
    select key_id, array_fill('-infinity'::timestamptz, array[59]) || clock_timestamp()
    from caller, (select set_config('synchronous_commit', 'off', true)) without_wait_for_disk
    on conflict (key_id) do update set admitted = rate_windows.admitted[2:] || clock_timestamp()
      where rate_windows.admitted[1] <= clock_timestamp() - interval '60 seconds'
    returning admitted, width_bucket(clock_timestamp() - interval '60 seconds', admitted) as remaining
  )
  select reseller_id, price_list, remaining,
    ceil(extract(epoch from admitted[remaining + 1] - clock_timestamp()) + 60)::int
  from caller left join counted on true`;

type AdmissionRow = [resellerId: number, priceList: string, remaining: number | null, reset: number | null];
const admit = prepared<AdmissionRow>('admit', ADMIT);

/** Admits a request by one statement, and writes the headers of its rate. */
export function createAdmission(pool: Pool) {
  return async ({ headers, ip }: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const [row] = await admit(pool, hash('sha256', token, 'buffer'), ip);
    if (!row) throw refusal(401, 'no such key');
    const [resellerId, priceList, remaining, reset] = row;
    if (remaining === null) throw refusal(429, 'too many requests');
    reply.headers({
      'ratelimit-limit': '60',
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(Math.max(1, reset ?? 1)),
    });
    return { resellerId, priceList };
  };
}

/** An error that Fastify answers with this status. */
export function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
