import { LANGUAGES } from './texts.ts';

const STYLES = ['long', 'short'] as const;
const NAMES = LANGUAGES.flatMap((language) =>
  STYLES.map((style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })),
);

/** What people call countries besides: no list of names has these. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Англия'],
  NL: ['Holland', 'Голландия'],
  US: ['USA', 'America', 'Америка'],
};

/** Whatever a person may type for a country of that ISO-2 code, in every language. */
export function typedNamesOf(code: string): string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  const names = NAMES.map((one) => one.of(code)).filter((name) => name !== undefined);
  return [...new Set([...names, ...(CALLED[code] ?? [])])];
}
