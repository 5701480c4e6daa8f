import { type AddressCount, countAddresses } from '../catalog/address-count.ts';
import type { ProductType } from '../catalog/catalog.ts';
import type { Geo } from '../catalog/geo.ts';
import { toAccountSettings } from './account-settings.ts';
import { explain, NO_ADDRESS } from './connection-errors.ts';
import { adviceOnFilters, type Loosening, loosened } from './loosening.ts';
import type { LuxuryServices } from './services.ts';
import type { LuxurySettings } from './settings.ts';
import { readStats } from './stats.ts';
import type { Traffic } from './traffic.ts';

/** Why connections of one code failed, and what to do. */
export interface Finding {
  code: string;
  /** Refused connections of the last seven days. */
  count: number;
  meaning: string;
  advice: string;
  /** Most addresses first; empty when no setting can be the reason. */
  loosenings: Loosening[];
}

export interface Diagnosis {
  /** The most frequent first. */
  findings: Finding[];
  /** How many addresses match the settings now; undefined when the type is not sold any more. */
  now: AddressCount | undefined;
}

interface DiagnosedOrder {
  /** Undefined when it is not sold any more. */
  type: ProductType | undefined;
  settings: LuxurySettings;
  traffic: Traffic;
}

/**
 * The connection errors of the last seven days in words, with what to change and how many addresses match
 * then. The errors are at most five seconds old; the numbers are those of the last readings of the upstream's
 * lists. Throws ProviderError and TooManyReadsError.
 */
export async function diagnose(
  services: LuxuryServices,
  { type, settings, traffic }: DiagnosedOrder,
): Promise<Diagnosis> {
  const { geo } = services;
  const [{ errors }, now] = await Promise.all([
    readStats(services, traffic),
    type && countAddresses(geo, type, toAccountSettings(settings)),
  ]);
  const lacksAddresses = errors.some(({ code }) => code === NO_ADDRESS);
  const filters = type && lacksAddresses ? await countLoosened(geo, type, settings) : [];
  const findings = errors.map(({ code, count }) => {
    const { meaning, advice, setting } = explain(code, settings);
    if (code === NO_ADDRESS && now)
      return { code, count, meaning, advice: adviceOnFilters(now, filters), loosenings: filters };
    return { code, count, meaning, advice, loosenings: setting ? [{ setting, count: now }] : [] };
  });
  return { findings, now };
}

async function countLoosened(geo: Geo, type: ProductType, settings: LuxurySettings) {
  const counted = loosened(settings).map(async ({ setting, settings: without }) => ({
    setting,
    count: await countAddresses(geo, type, toAccountSettings(without)),
  }));
  return (await Promise.all(counted)).sort((a, b) => b.count.addresses - a.count.addresses);
}
