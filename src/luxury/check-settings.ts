import type { ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { DomainError, InvalidInputError } from '../kit/errors.ts';
import type { Flaw } from '../kit/flaws.ts';
import { checkGeo, type Refuse } from './check-geo.ts';
import type { Check } from './setting-checks.ts';
import { bySetting, type LuxurySettings, SETTINGS, type SettingName } from './settings.ts';

/** Where the settings come from. */
interface Circumstances {
  /** What the order is set to now; none when it is bought. */
  before?: LuxurySettings;
  /** Where in the input the settings stand. */
  at?: readonly string[];
}

/**
 * The settings in the one form that they are kept in. Throws InvalidOptionError with all that no order can be
 * set to, and InvalidCountryError or ProviderError, by way of the geo lookup, when nothing else is wrong.
 */
export async function checkSettings(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  { before, at = [] }: Circumstances = {},
): Promise<LuxurySettings> {
  const flaws: Flaw[] = [];
  const refuse: Refuse = (field, message, entry) =>
    flaws.push({ path: [...at, field, ...(entry === undefined ? [] : [String(entry)])], message });
  const checked = bySetting<LuxurySettings>((name) => checkAlone(name, settings, refuse));
  try {
    await checkGeo(checked, type, geo, before, refuse);
  } catch (error) {
    // What cannot be judged now must not hide what is known to be wrong.
    if (flaws.length === 0 || !(error instanceof DomainError)) throw error;
    if (error instanceof InvalidInputError) flaws.push(...error.flaws);
  }
  if (flaws.length > 0) throw new InvalidOptionError(flaws);
  return checked;
}

const CHECKS: {
  [Name in SettingName]: { initially: LuxurySettings[Name]; check?: Check<LuxurySettings[Name]> };
} = SETTINGS;

function checkAlone<Name extends SettingName>(name: Name, settings: LuxurySettings, refuse: Refuse) {
  const { check } = CHECKS[name];
  const value = settings[name];
  return check ? check(value, (message, entry) => refuse(name, message, entry)) : value;
}
