import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { importCatalog } from '../catalog/import-catalog.ts';
import { showCatalog } from '../catalog/show-catalog.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { changes, type Run, reads } from './run.ts';

/** Twice the length of a catalog with ten thousand prices. Anything longer is another file. */
const MAX_FILE_BYTES = 4 * 1_048_576;

export function addCatalogCommands(program: Command, run: Run): void {
  const catalog = program.command('catalog').description('look at the catalog and replace it');

  reads(catalog.command('show'))
    .description('print the catalog in the form of the file that "import" takes')
    .action(() => run(({ database }) => showCatalog(database)));

  changes(catalog.command('import'))
    .description('replace tiers, types, periods, prices and price lists, all or nothing')
    .argument('<file>', 'a JSON file')
    .action(async (file: string) => {
      const contents = await readText(file);
      await run(async ({ database }) => {
        await importCatalog(database, contents);
        const { tiers, priceLists } = await showCatalog(database);
        const types = tiers.flatMap((tier) => tier.types);
        const periods = types.flatMap((type) => type.periods);
        return {
          tiers: tiers.length,
          types: types.length,
          periods: periods.length,
          priceLists: priceLists.length,
        };
      });
    });
}

/**
 * Reads a file or a pipe as UTF-8, and stops at the longest length of a catalog. Throws InvalidRequestError.
 */
async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file, { end: MAX_FILE_BYTES })) {
      chunks.push(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new InvalidRequestError(`The catalog file cannot be read: ${code}.`);
  }
  if (bytes > MAX_FILE_BYTES) {
    throw new InvalidRequestError(`The catalog file is longer than ${MAX_FILE_BYTES} bytes.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InvalidRequestError('The catalog file is not valid UTF-8.');
  }
}
