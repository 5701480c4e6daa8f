import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd } from '../kit/money.ts';
import { requireUsedLists } from '../resellers/resellers.ts';
import { type CatalogFile, parseCatalogFile, type ShownCatalog, showCatalog } from './catalog-file.ts';

export interface CatalogChange {
  /** The part that differs: `tier`, `type`, `period`, `price_list`, `listed_price` or `coins`. */
  of: string;
  /** The name of the part, such as `prem/ipv4/30d`; the name of a listed price begins with the list. */
  name: string;
  change: 'added' | 'removed' | 'changed';
  /** The field of the file, or `order` of the parts; null when something without a price came or went. */
  field: string | null;
  old: string | null;
  new: string | null;
}

/** Thrown when the catalog has changed since a file was made of it, whose import would undo that. */
export class CatalogChangedError extends InvalidRequestError {
  readonly differences: readonly CatalogChange[];

  constructor(differences: readonly CatalogChange[]) {
    super('The catalog has changed since this file was made of it; nothing was changed.');
    this.differences = differences;
  }
}

/**
 * Differences in the order of the file, what it lacks last; and the versions, when that of the file is of
 * another catalog: an import has to be forced then. Throws what a forced import throws.
 */
export async function diffCatalog(database: Database, contents: string) {
  const file = parseCatalogFile(contents);
  await requireUsedLists(
    database.sql,
    file.priceLists.map(({ id }) => id),
  );
  const catalog = await showCatalog(database);
  const versions =
    file.version === undefined || file.version === catalog.version
      ? undefined
      : { catalog: catalog.version, file: file.version };
  return { differences: differencesOf(catalog, file), versions };
}

/** What an import of the file would change of the catalog. */
export function differencesOf(catalog: ShownCatalog, file: CatalogFile): CatalogChange[] {
  const before = partsOf(catalog);
  const after = partsOf(file);
  const removed = [...before].filter(([key]) => !after.has(key));
  return [
    ...[...after].flatMap(([key, part]) => {
      const old = before.get(key);
      return old ? changesOf(old, part) : whole(part, 'added');
    }),
    ...removed.flatMap(([, part]) => whole(part, 'removed')),
  ];
}

/** A part of the catalog with its fields as texts. */
interface Part {
  of: string;
  name: string;
  fields: Map<string, string>;
  /** The names of the parts in it, in their order. */
  inner: readonly string[];
}

/** Not put through the validation of files: an import is what takes out products that are gone. */
function partsOf({ tiers, priceLists, coins }: CatalogFile | ShownCatalog): Map<string, Part> {
  const parts: Part[] = [part('coins', 'coins', coins), part('catalog', 'tiers', {}, tiers)];
  for (const { types, ...tier } of tiers) {
    parts.push(part('tier', tier.id, tier, types));
    for (const { periods, upstream, ...type } of types) {
      const ofType = `${tier.id}/${type.id}`;
      const { network, product } = upstream;
      parts.push(
        part('type', ofType, { ...type, 'upstream.network': network, 'upstream.product': product }, periods),
      );
      for (const period of periods) parts.push(part('period', `${ofType}/${period.id}`, period));
    }
  }
  for (const { prices, ...list } of priceLists) {
    parts.push(part('price_list', list.id, list));
    for (const { tier, type, period, priceUsd } of prices)
      parts.push(part('listed_price', `${list.id}: ${tier}/${type}/${period}`, { priceUsd }));
  }
  return new Map(parts.map((one) => [`${one.of} ${one.name}`, one]));
}

function part(of: string, name: string, fields: object, inner: readonly { id: string }[] = []): Part {
  const texts = Object.entries(fields).map(
    ([field, value]) => [field, typeof value === 'bigint' ? formatUsd(value) : String(value)] as const,
  );
  return {
    of,
    name,
    fields: new Map(texts.filter(([field]) => field !== 'id')),
    inner: inner.map(({ id }) => id),
  };
}

function changesOf(before: Part, { of, name, fields, inner }: Part): CatalogChange[] {
  // What is added or removed is said of the part itself.
  const ordered = (of: readonly string[], others: readonly string[]) =>
    of.filter((id) => others.includes(id)).join(', ');
  const names = new Set([...before.fields.keys(), ...fields.keys()]);
  const values = [
    ...[...names].map((field) => [field, before.fields.get(field), fields.get(field)] as const),
    ['order', ordered(before.inner, inner), ordered(inner, before.inner)] as const,
  ];
  return values
    .filter(([, old, now]) => old !== now)
    .map(([field, old = null, now = null]) => ({ of, name, change: 'changed', field, old, new: now }));
}

/** What comes or goes as a whole: its prices, or one line when it has none. */
function whole({ of, name, fields }: Part, change: 'added' | 'removed'): CatalogChange[] {
  const prices = [...fields].filter(([field]) => field.endsWith('Usd'));
  const rows = prices.length > 0 ? prices : [[null, null] as const];
  return rows.map(([field, value]) => ({
    of,
    name,
    change,
    field,
    old: change === 'removed' ? value : null,
    new: change === 'added' ? value : null,
  }));
}
