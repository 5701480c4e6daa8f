import { z } from 'zod';

export const poolSchema = z.enum(['residential', 'residential_premium', 'mobile', 'datacenter']);
export type Pool = z.infer<typeof poolSchema>;

/** The most codes of one filter, more than a person enters by hand. */
const MAX_CODES = 200;
const MAX_CODE_CHARACTERS = 100;

const code = z.string().min(1).max(MAX_CODE_CHARACTERS).toLowerCase();
const codes = z.array(code).max(MAX_CODES).default([]);
/** ISO-2. Upper case is refused, because it would be a filter that silently matches nothing. */
const countries = z
  .array(z.string().regex(/^[a-z]{2}$/, 'must be two lower-case letters'))
  .max(MAX_CODES)
  .default([]);
const networks = z
  .array(z.union([z.int().positive().transform(String), z.string().regex(/^\d{1,10}$/)]))
  .max(MAX_CODES)
  .default([]);

/**
 * What an account's exit addresses are picked by, and for how many minutes a sticky port keeps its address.
 */
export const poolParametersSchema = z
  .object({
    countries,
    states: codes,
    cities: codes,
    zipcodes: codes,
    asns: networks,
    exclude_asn: networks,
    anonymous_filter: z.boolean().default(false),
    rotation_interval: z.int().min(1).max(120).nullable().default(null),
  })
  .refine(
    ({ countries, states, cities, zipcodes, asns }) =>
      countries.length > 0 || states.length + cities.length + zipcodes.length + asns.length === 0,
    { path: ['countries'], message: 'is required with states, cities, zipcodes and asns' },
  );
export type PoolParameters = z.infer<typeof poolParametersSchema>;
