import type { ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Flaw } from '../kit/errors.ts';
import { DomainError, InvalidInputError } from '../kit/errors.ts';
import { checkGeo, type Refuse } from './check-geo.ts';
import type { Check } from './setting-checks.ts';
import { bySetting, type LuxurySettings, SETTINGS, type SettingName } from './settings.ts';

/** The context in which settings are checked. */
interface CheckContext {
  /** The present settings of the order; left out at a purchase. */
  before?: LuxurySettings;
  /** The path of the settings in the input. */
  at?: readonly string[];
}

/**
 * Checks the settings and returns them in the one form in which they are stored. Throws InvalidOptionError
 * with all flaws that are found. Only when there are no other flaws, throws the InvalidCountryError or
 * ProviderError of the geo lookup.
 */
export async function checkSettings(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  { before, at = [] }: CheckContext = {},
): Promise<LuxurySettings> {
  const flaws: Flaw[] = [];
  const refuse: Refuse = (field, message, entry) =>
    flaws.push({ path: [...at, field, ...(entry === undefined ? [] : [String(entry)])], message });
  const checked = bySetting<LuxurySettings>((name) => checkAlone(name, settings, refuse));
  try {
    await checkGeo(checked, type, geo, before, refuse);
  } catch (error) {
    // A failed geo lookup must not hide the flaws that are found already.
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
