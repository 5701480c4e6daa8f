import type { Option } from 'commander';
import type { CatalogChange } from '../catalog/diff-catalog.ts';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';

export interface Work extends Services {
  payments: Payments;
  /** The address of the database past any pooler, with no cell in it. */
  databaseUrl: string;
  /** What the line has said by --cell. */
  onCell: number | undefined;
  /** Prints how far a long command has come. */
  onProgress(progress: object): void;
  /** Has the audit log keep, with the outcome, what was changed: old values are nowhere else. */
  onChanged(changes: readonly Change[]): void;
}

export interface Needs {
  /** What the upstreams answer: the sandbox runs where it stands in for one. */
  asksUpstreams: boolean;
  writes: boolean;
  /** The command may be the first on an empty database; any other one would have the wrong database. */
  setsUp: boolean;
  /** The command is run when the key of the database is lost. */
  mayKeyBeLost: boolean;
}

/** A command of the operator. `read` and `run` take its options as they say that they are. */
export interface OperatorCommand extends Partial<Omit<Needs, 'writes'>> {
  name: string;
  about: string;
  /** Lines that somebody can give as they are, without what starts the program; `--help` prints them. */
  examples: [string, ...string[]];
  /**
   * What does not say that it reads may change something, and runs between two entries of the audit log. With
   * names of options it does so when one of these is given: without them it changes no money, goods or
   * settings, and shows no secret.
   */
  does?: 'reads' | readonly string[];
  /**
   * Where it is done where there are cells. `home`: where all catalogs and the closing of the API are changed
   * at once, and what is of no reseller is read. `each`: there, and in the cells one after the other.
   * `emptiest`: in the cell with the fewest resellers. When left out, in the cell of what an option names;
   * otherwise a command that reads goes over all cells, and one that changes something takes --cell.
   */
  at?: 'home' | 'each' | 'emptiest';
  /** Columns, such as `commands.commandId`, that are in the JSON alone, not in the tables. */
  omits?: readonly string[];
  /** What stands in the line without a name: `<file>`, what it is, and what reads it. */
  operand?: readonly [flags: string, about: string, read?: (text: string) => unknown];
  options?: readonly Option[];
  /**
   * Refuses options before anything is opened, by an error, and returns what `run` gets in their place, if
   * that is something else. The words of the line that are no options come second.
   */
  read?(options: object, words: readonly string[]): unknown;
  /**
   * Does the work and returns what is printed. A result with `ok: false` makes the command fail. Of what
   * changes something, it names the reseller as `resellerId` where no option does, and says by `replayed`
   * that the same was done before.
   */
  run(work: Work, input: unknown): Promise<object>;
}

/** What a command has changed: one value, from what it was to what it is. */
export interface Change {
  /** Such as `name`, or `changed period prem/ipv4/30d priceUsd`. */
  of: string;
  old: Value;
  new: Value;
}

type Value = string | number | boolean | null | readonly string[];

/** Half a reason. Both values of one change then fit into the message of an entry. */
const MAX_VALUE_CHARACTERS = 250;
/** Less than the audit log keeps of a message, for how many more there are. */
const MAX_CHARACTERS = 560;

/** The changes as one line of the audit log: as many as fit, and how many more there are. */
export function describeChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'nothing was changed';
  const parts: string[] = [];
  let length = 0;
  for (const { of, ...values } of changes) {
    const part = `${of}: ${textOf(values.old)} -> ${textOf(values.new)}`;
    length += part.length + 2;
    if (length > MAX_CHARACTERS && parts.length > 0) break;
    parts.push(part);
  }
  const hidden = changes.length - parts.length;
  return `${parts.join('; ')}${hidden > 0 ? `; and ${hidden} more` : ''}`;
}

function textOf(value: Value): string {
  const characters = [...JSON.stringify(value)];
  return characters.length > MAX_VALUE_CHARACTERS
    ? `${characters.slice(0, MAX_VALUE_CHARACTERS).join('')}…`
    : characters.join('');
}

/** The change of one value, or nothing when it is the same as before. */
export function changeOf(of: string, old: Value, value: Value): Change[] {
  return textOf(old) === textOf(value) ? [] : [{ of, old, new: value }];
}

/** Such as `changed period prem/ipv4/30d priceUsd`. */
export function changeOfCatalog({ of, name, change, field, ...values }: CatalogChange): Change {
  return { of: [change, of, name === of ? null : name, field].filter(Boolean).join(' '), ...values };
}
