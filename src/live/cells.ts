import type { Services } from '../purchases/services.ts';
import type { Live } from './live.ts';

/**
 * A part of the installation: resellers with all that is theirs, in a schema of its own, and the
 * subscriptions to it. A reseller is always of one cell.
 */
export interface Cell {
  services: Services;
  live: Live;
}

/** The cells of an installation; most installations have one. */
export interface Cells {
  /** What is of no reseller; the only cell where there is one. */
  readonly home: Cell;
  /**
   * The cell of whoever has a secret, by its hash; `home` for a secret of nobody. Throws
   * DatabaseUnavailableError when a cell that may know it cannot be asked.
   */
  of(secretHash: Buffer | undefined): Cell | Promise<Cell>;
  ofReseller(resellerId: number): Cell;
}

export function oneCell(cell: Cell): Cells {
  return { home: cell, of: () => cell, ofReseller: () => cell };
}
