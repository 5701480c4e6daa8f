import type { PoolParameters } from './pool-parameters.ts';

/** Separates a login from its parameters: `login__cr.us,ca;sessid.x`. */
const SEPARATOR = '__';
const MAX_SESSION_MINUTES = 120;

/** What a client asks for by its login, for this connection only. */
export interface LoginParameters {
  /** Some of the pool's parameters, instead of the account's own. */
  pool: Partial<Pick<PoolParameters, 'countries' | 'states' | 'cities' | 'zipcodes' | 'asns'>>;
  /** Connections with the same one share an exit address. */
  session: string | undefined;
  /** How long the exit address is kept. */
  sessionMinutes: number | undefined;
}

const LISTS = { cr: 'countries', state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' } as const;

/** Splits a login into its name and its parameters. Unknown parameters are ignored. */
export function readLogin(text: string): { login: string; parameters: LoginParameters } {
  const start = text.indexOf(SEPARATOR);
  const login = start < 0 ? text : text.slice(0, start);
  const parameters: LoginParameters = { pool: {}, session: undefined, sessionMinutes: undefined };
  if (start < 0) return { login, parameters };
  for (const part of text.slice(start + SEPARATOR.length).split(';')) {
    const [, key, value] = /^([a-z]+)\.(.+)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) continue;
    if (key === 'sessid') parameters.session = value;
    else if (key === 'sessttl') parameters.sessionMinutes = minutes(value);
    else if (isList(key)) parameters.pool[LISTS[key]] = value.toLowerCase().split(',');
  }
  return { login, parameters };
}

/**
 * The parameters of one connection. If the client asks for another country, the account's states, cities,
 * postal codes and networks do not apply, because they were picked inside of the account's own countries.
 */
export function narrowed(own: PoolParameters, { pool }: LoginParameters): PoolParameters {
  if (Object.keys(pool).length === 0) return own;
  const elsewhere = { states: [], cities: [], zipcodes: [], asns: [], exclude_countries: [] };
  return { ...own, ...(pool.countries && elsewhere), ...pool };
}

function isList(key: string): key is keyof typeof LISTS {
  return Object.hasOwn(LISTS, key);
}

function minutes(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= MAX_SESSION_MINUTES ? number : undefined;
}
