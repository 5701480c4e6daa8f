import { z } from 'zod';

export const poolSchema = z.enum(['residential', 'residential_premium', 'mobile', 'datacenter']);
export type Pool = z.infer<typeof poolSchema>;

/** Other spellings that clients send. */
const SPELLINGS: Readonly<Record<string, Pool>> = {
  residental: 'residential',
  premium_residential: 'residential_premium',
};
export const givenPoolSchema = z
  .string()
  .transform((name) => SPELLINGS[name] ?? name)
  .pipe(poolSchema);

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
    exclude_countries: countries,
    exclude_asn: networks,
    anonymous_filter: z.boolean().default(false),
    rotation_interval: z.int().min(1).max(120).nullable().default(null),
  })
  .refine(({ countries, exclude_countries }) => countries.length === 0 || exclude_countries.length === 0, {
    path: ['exclude_countries'],
    message: 'cannot be used together with countries',
  })
  .refine(
    ({ countries, states, cities, zipcodes, asns }) =>
      countries.length > 0 || states.length + cities.length + zipcodes.length + asns.length === 0,
    { path: ['countries'], message: 'is required with states, cities, zipcodes and asns' },
  );
export type PoolParameters = z.infer<typeof poolParametersSchema>;
