import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Period } from '../catalog/catalog.ts';
import { showCatalog } from '../catalog/catalog-file.ts';
import { type CheckedCatalog, checkCatalog, knownCost, type ProductStock } from '../catalog/check-catalog.ts';
import { diffCatalog } from '../catalog/diff-catalog.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import { type PriceChange, setPrice } from '../catalog/set-price.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { STANDARD } from '../resellers/resellers.ts';
import { flag, MAX_WORD_CHARACTERS, option, product, required, text, usd } from './arguments.ts';
import { changeOf, changeOfCatalog, type OperatorCommand } from './command.ts';
import { usdOrNull } from './format.ts';

/** Twice the length of a catalog with ten thousand prices. Anything longer is another file. */
const MAX_FILE_BYTES = 4 * 1_048_576;
/** A line of progress for so many prices that were asked for: some three seconds of one account. */
const PRICES_OF_LINE = 10;

const word = text(MAX_WORD_CHARACTERS);

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'catalog show',
    at: 'home',
    does: 'reads',
    about: 'print the catalog in the form of the file that "import" takes, with its version',
    examples: ['catalog show > catalog.json'],
    run: ({ database }) => showCatalog(database),
  },
  {
    name: 'catalog import',
    at: 'home',
    setsUp: true,
    about:
      'replace tiers, types, periods, prices and price lists, all or nothing; a file whose "version" is not that of the catalog is refused',
    examples: ['catalog import catalog.json'],
    operand: ['<file>', 'a JSON file'],
    options: [
      flag(
        '--force',
        'also when the catalog has changed since the file was made, or a price changes by more than a half',
      ),
    ],
    read: async ({ force }: { force: boolean }, [file = '']) => ({ force, contents: await readText(file) }),
    async run({ database, onChanged }, { force, contents }: { force: boolean; contents: string }) {
      const differences = await importCatalog(database, contents, { force });
      onChanged(differences.map(changeOfCatalog));
      const { tiers, priceLists } = await showCatalog(database);
      const types = tiers.flatMap((tier) => tier.types);
      const periods = types.flatMap((type) => type.periods);
      return {
        tiers: tiers.length,
        types: types.length,
        periods: periods.length,
        priceLists: priceLists.length,
      };
    },
  },
  {
    name: 'catalog diff',
    at: 'home',
    does: 'reads',
    about:
      'print what an import of a file would change, and whether it has to be forced; exit status 1 when that is something',
    examples: ['catalog diff catalog.json --format table'],
    operand: ['<file>', 'a JSON file'],
    read: (_options, [file = '']) => readText(file),
    async run({ database }, contents: string) {
      const { differences, versions } = await diffCatalog(database, contents);
      // An import without --force refuses such a file.
      return { ok: differences.length === 0 && !versions, ...(versions && { versions }), differences };
    },
  },
  {
    name: 'catalog set-price',
    at: 'home',
    asksUpstreams: true,
    about: 'change one price for what is bought from now on, in every process at once',
    examples: [
      'catalog set-price --product prem/ipv4 --period 30d --usd 1.90',
      'catalog set-price --product prem/ipv4 --period 30d --price-list wholesale --reset',
    ],
    options: [
      required('--product <tier/type>', 'such as prem/ipv4, as in "catalog show"', product),
      required('--period <id>', 'the period or volume', word),
      option('--usd <amount>', 'the new price', usd),
      option('--price-list <id>', `the price list of the API; "${STANDARD}" when left out`, word),
      option('--retail', 'the price in the chat bot'),
      option('--reset', 'take the price list’s own price away, so that the standard price holds there'),
      flag('--force', 'also a price that is below its cost, or changes by more than a half'),
    ],
    read: (options: PriceOptions) => ({ change: priceChangeOf(options), force: options.force }),
    async run(work, { change, force }: { change: PriceChange; force: boolean }) {
      const { database, term, traffic } = work;
      const cost = force ? undefined : await knownCost({ sql: database.sql, term, traffic }, change);
      const changed = await setPrice(database, change, { cost, force });
      const { price: _, ...path } = change;
      work.onChanged(changeOf('priceUsd', usdOrNull(changed.old.own), usdOrNull(changed.new.own)));
      const [oldUsd, newUsd] = [formatUsd(changed.old.effective), formatUsd(changed.new.effective)];
      return { ...path, priceList: nameOfPrices(path.priceList), oldUsd, newUsd };
    },
  },
  {
    name: 'catalog check',
    at: 'home',
    does: 'reads',
    asksUpstreams: true,
    about:
      'compare prices with what the upstreams take now, and see what they have; exit status 1 when something sells below its cost or nothing of it is there',
    examples: ['catalog check --format table'],
    async run({ database, term, traffic, onProgress }) {
      const onAsked = (pricesAsked: number, of: number) => {
        if (pricesAsked % PRICES_OF_LINE === 0) onProgress({ pricesAsked, of });
      };
      return renderCheck(await checkCatalog({ sql: database.sql, term, traffic, onAsked }));
    },
  },
];

interface PriceOptions {
  product: { tier: string; type: string };
  period: string;
  usd?: Micros;
  priceList?: string;
  retail?: true;
  reset?: true;
  force: boolean;
}

/** Throws InvalidRequestError unless the options say one price and one change of it. */
function priceChangeOf(options: PriceOptions): PriceChange {
  const { product: path, period, usd: price, priceList, retail, reset } = options;
  if ((price === undefined) === (reset === undefined))
    throw new InvalidRequestError('Give the new price by --usd, or --reset.');
  if (!retail) return { ...path, period, priceList: priceList ?? STANDARD, price: price ?? null };
  if (priceList !== undefined)
    throw new InvalidRequestError('Give --retail or --price-list: the retail price is on no list.');
  if (price === undefined)
    throw new InvalidRequestError('A retail price has nothing to go back to: give the new one by --usd.');
  return { ...path, period, priceList: null, price };
}

function renderCheck({ compared, losses, unknown, stock }: CheckedCatalog) {
  const stocks = stock.map(renderStock);
  return {
    ok: losses.length === 0 && stocks.every(({ isEmpty }) => isEmpty !== true),
    pricesCompared: compared,
    losses: losses.map(({ period, priceList, price, cost }) => ({
      ...pathOf(period),
      priceList: nameOfPrices(priceList),
      priceUsd: formatUsd(price),
      costUsd: formatUsd(cost),
      lossUsd: formatUsd(cost - price),
    })),
    unknownCosts: unknown.map(({ period, reason }) => ({ ...pathOf(period), reason })),
    stock: stocks,
  };
}

function nameOfPrices(priceList: string | null): string {
  return priceList ?? 'retail';
}

function pathOf({ tier, type, id: period }: Period) {
  return { tier, type, period };
}

function renderStock({ type, available, ...counted }: ProductStock) {
  const { tier, id, upstream, billing } = type;
  const amount = billing === 'per_gb' ? { availableGb: available } : { availableProxies: available };
  return { tier, type: id, upstream, availableProxies: null, availableGb: null, ...amount, ...counted };
}

/** Reads a file or a pipe as UTF-8, to the longest length of a catalog. Throws InvalidRequestError. */
async function readText(file: string): Promise<string> {
  const stream = createReadStream(file, { end: MAX_FILE_BYTES });
  const contents = await buffer(stream).catch(({ code = 'unreadable' }: NodeJS.ErrnoException) => {
    throw new InvalidRequestError(`The catalog file cannot be read: ${code}.`);
  });
  if (contents.length > MAX_FILE_BYTES)
    throw new InvalidRequestError(`The catalog file is longer than ${MAX_FILE_BYTES} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contents);
  } catch {
    throw new InvalidRequestError('The catalog file is not valid UTF-8.');
  }
}
