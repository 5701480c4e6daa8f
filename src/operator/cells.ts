import { readCatalogFile } from '../catalog/catalog-file.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import {
  addCells,
  CellError,
  cellOfId,
  cellOfOrder,
  cellOfReseller,
  FIRST_CELL,
  HOME,
  MAX_CELLS,
  moveCell,
  placesOfCells,
  planMoves,
  readNodes,
  schemaOf,
} from '../cells/cells.ts';
import { countListeners } from '../events/events.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Payments } from '../payments/payments.ts';
import { readOperationId } from '../purchases/operation.ts';
import type { Services } from '../purchases/services.ts';
import { disableApi, readClosing } from '../resellers/admission.ts';
import { countResellers } from '../resellers/resellers.ts';
import { flag, required, text, wholeNumber } from './arguments.ts';
import type { OperatorCommand } from './command.ts';

/** What a command works with in a cell, or at home. */
export interface Part {
  services: Services;
  payments: Payments;
}

export const cellNumber = wholeNumber(MAX_CELLS);
const MAX_NODE_CHARACTERS = 260;

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'cell list',
    does: 'reads',
    at: 'home',
    about: 'the cells, with how much each has and on which node of Citus',
    examples: ['cell list --format table'],
    async run({ databaseUrl }) {
      return { cells: await placesOfCells(databaseUrl), nodes: await readNodes(databaseUrl) };
    },
  },
  {
    name: 'cell add',
    // Tables are renamed, and so is the one in which it would be on record.
    does: 'reads',
    at: 'home',
    setsUp: true,
    about:
      'divide the database into cells, while no process serves: the first has all resellers that there are, the others are empty',
    examples: ['cell add --count 8'],
    options: [required('--count <number>', 'how many there are to be in all', cellNumber)],
    async run({ databaseUrl, database }, { count }: { count: number }) {
      if ((await countListeners(database.sql)) > 0)
        throw new CellError('Stop all processes of the service first: each knows the cells of its start.');
      if (count < 2) throw new CellError('There are two at least.');
      const added = await addCells(databaseUrl, count);
      const schemas = (await placesOfCells(databaseUrl)).map((one) => schemaOf(one.cell));
      // The first one has its catalog, which all others get, with one version.
      const first = database.inEach([schemaOf(FIRST_CELL)]);
      const { version: _, ...catalog } = await first.inTransaction(readCatalogFile);
      const all = database.inEach([HOME, ...schemas]);
      if (catalog.tiers.length > 0) await importCatalog(all, JSON.stringify(catalog), { force: true });
      const closing = await first.inTransaction(readClosing);
      if (closing) await disableApi(all, closing.message, closing.until ?? undefined);
      return { added };
    },
  },
  {
    name: 'cell move',
    about: 'move a cell to another node of Citus, while it is used',
    examples: ['cell move --cell 7 --node db3:5432'],
    options: [required('--node <host:port>', 'the node, as in "cell list"', text(MAX_NODE_CHARACTERS))],
    async run({ databaseUrl, onCell }, { node }: { node: string }) {
      if (!onCell) throw new InvalidRequestError('The home schema stays on the coordinator.');
      const before = (await placesOfCells(databaseUrl)).find((one) => one.cell === onCell);
      await moveCell(databaseUrl, onCell, node);
      return { cell: onCell, from: before?.node ?? null, to: node };
    },
  },
  {
    name: 'cell balance',
    at: 'home',
    does: ['move'],
    about: 'plan moves that even out what the nodes of Citus have, or make them',
    examples: ['cell balance', 'cell balance --move'],
    options: [flag('--move', 'make the moves')],
    async run({ databaseUrl, onProgress }, { move }: { move?: boolean }) {
      const moves = planMoves(await placesOfCells(databaseUrl), await readNodes(databaseUrl));
      for (const one of move ? moves : []) {
        onProgress(one);
        await moveCell(databaseUrl, one.cell, one.node);
      }
      return { moves, moved: move === true };
    },
  },
];

export interface OpenCells {
  /** Their numbers; none where everything is at home. */
  cells: readonly number[];
  openCell(cell: number): Promise<Part>;
}

interface Where {
  at: OperatorCommand['at'];
  isChange: boolean;
  /** By --cell; undefined when the line does not say. */
  named: number | undefined;
  options: Record<string, unknown>;
}

/** Where a command is run: at home, which has the number 0, or in cells. Throws CellError. */
export async function partsFor(
  home: Part,
  { cells, openCell }: OpenCells,
  { at, isChange, named, options }: Where,
): Promise<Map<number, Part>> {
  if (named !== undefined && (cells.length === 0 || at === 'home'))
    throw new CellError('This is not done in one cell: leave --cell out.');
  if (cells.length === 0) return new Map([[0, home]]);
  if (at === 'home') {
    const database = home.services.database.inEach([HOME, ...cells.map(schemaOf)]);
    return new Map([[0, { ...home, services: { ...home.services, database } }]]);
  }
  const open = async (some: readonly number[]) => {
    const parts = new Map<number, Part>();
    for (const cell of some) parts.set(cell, cell === 0 ? home : await openCell(cell));
    return parts;
  };
  if (at === 'each' && named === undefined) return new Map([[0, home], ...(await open(cells))]);
  const { reseller, order, key, operation } = options;
  const payer = typeof operation === 'string' ? readOperationId(operation)?.resellerId : undefined;
  const number =
    (at === 'emptiest' ? await cellOfNew(await open(cells), options['reference'], named) : named) ??
    numbered(reseller ?? payer, cellOfReseller) ??
    numbered(order, cellOfOrder) ??
    numbered(key, cellOfId);
  if (number === undefined && isChange)
    throw new CellError('Say in which cell, by --cell; 0 is what is of no reseller.');
  if (number !== undefined && number !== 0 && !cells.includes(number))
    throw new CellError(`There is no cell ${number}; there are ${cells.join(', ')}.`);
  return open(number === undefined ? cells : [number]);
}

function numbered(id: unknown, cellOf: (id: number) => number): number | undefined {
  return typeof id === 'number' ? cellOf(id) : undefined;
}

/** The cell of the one that was added by the same reference, else the named one, or that with the fewest. */
async function cellOfNew(cells: ReadonlyMap<number, Part>, reference: unknown, named: number | undefined) {
  const counting = cells.entries().map(async ([number, { services }]) => {
    return { number, ...(await countResellers(services.database.sql, String(reference ?? ''))) };
  });
  const counted = (await Promise.all(counting)).sort((one, other) => one.count - other.count);
  return counted.find(({ isAdded }) => isAdded)?.number ?? named ?? counted[0]?.number;
}

/** The results of several cells as one: their values in a list, and each of their lists with all rows. */
export function mergedResult(results: ReadonlyMap<number, object>): object {
  const lists: Record<string, object[]> = {};
  const cells: object[] = [];
  for (const [cell, result] of results) {
    const values: Record<string, unknown> = { cell };
    for (const [name, value] of Object.entries(result)) {
      if (!Array.isArray(value) || value.some((row) => typeof row !== 'object')) values[name] = value;
      else lists[name] = [...(lists[name] ?? []), ...value.map((row) => ({ cell, ...row }))];
    }
    cells.push(values);
  }
  const isOk = [...results.values()].every((result) => !('ok' in result && result.ok === false));
  return { ok: isOk, cells, ...lists };
}
