import type { TrafficUpstream } from '../traffic.ts';
import { geoRow, usable, wrappedRows } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { poolOf } from './pools.ts';
import { failure } from './request-sender.ts';

export function createGeo(call: DataImpulseCall): TrafficUpstream['geo'] {
  return async (product, kind, { country, state, city }) => {
    const path = `common/locations/${kind}`;
    const input = {
      pool_type: poolOf(product),
      ...(country === undefined ? {} : { countries: [country.toLowerCase()] }),
      ...(state === undefined ? {} : { states: [state] }),
      ...(city === undefined ? {} : { cities: [city] }),
      order_by: 'count,desc',
    };
    const rows = await call(path, input, wrappedRows, 'read');
    if (!rows) throw failure('unknown', path, 'an answer without a list');
    const items = usable(geoRow, rows).sort((a, b) => b.count - a.count);
    if (kind !== 'countries') return items;
    return items
      .filter(({ code }) => /^[a-z]{2}$/i.test(code))
      .map((item) => ({ ...item, code: item.code.toUpperCase() }));
  };
}
