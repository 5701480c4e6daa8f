import { LOCATION_KINDS, type Location, type LocationFilter, locations } from '../geo/pool-size.ts';
import { locationsRequest, poolRequest } from '../requests.ts';
import { type Call, call } from './call.ts';

const EVERYWHERE: LocationFilter = { countries: [], states: [], cities: [], zipcodes: [], asns: [] };

/** The calls that list the places and networks of exit addresses. */
export const LOCATION_CALLS: readonly Call[] = [
  call('locations', 'GET', '/common/locations', poolRequest, ({ pool_type }) =>
    locations(pool_type, 'countries', EVERYWHERE).map(({ code, name }) => ({
      country_code: code,
      country_name: name,
    })),
  ),
  call('pool-stats', 'GET', '/common/pool_stats', poolRequest, ({ pool_type }) =>
    locations(pool_type, 'countries', EVERYWHERE).map(({ code, name, count }) => ({
      country_code: code,
      country_name: name,
      count,
    })),
  ),
  ...LOCATION_KINDS.map((kind) =>
    call('locations', 'POST', `/common/locations/${kind}`, locationsRequest(kind), (given) => {
      const { pool_type, countries, states, cities, order_by } = given;
      return sorted(locations(pool_type, kind, { ...EVERYWHERE, countries, states, cities }), order_by);
    }),
  ),
];

/** `order` is a field and a direction: `count,desc`. */
function sorted(found: Location[], order: string): Location[] {
  const [field, direction] = order.split(',');
  const rows = found.toSorted((one, other) => {
    if (field === 'count') return one.count - other.count;
    return field === 'name' ? one.name.localeCompare(other.name) : one.code.localeCompare(other.code);
  });
  return direction === 'desc' ? rows.reverse() : rows;
}
