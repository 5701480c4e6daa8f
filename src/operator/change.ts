import type { CatalogChange } from '../catalog/diff-catalog.ts';

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
