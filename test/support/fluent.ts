import { readFileSync } from 'node:fs';
import { FluentResource } from '@fluent/bundle';

/** What a message refers to: values as `$name`, and other messages. */
export function referencesOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, name } = part as { type?: string; name?: string };
  const own = type === 'var' ? [`$${name}`] : type === 'mesg' ? [String(name)] : [];
  return [...own, ...Object.values(part).flatMap(referencesOf)];
}

export function readMessages(file: URL): FluentResource['body'] {
  return new FluentResource(readFileSync(file, 'utf8')).body;
}

/** The messages of a file, by their ids, with the values that each shows or is chosen by. */
export function messagesOf(file: URL): Map<string, string[]> {
  const references = new Map(readMessages(file).map(({ id, value }) => [id, referencesOf(value)]));
  const valuesOf = (id: string): string[] =>
    (references.get(id) ?? [`no message ${id}`]).flatMap((one) =>
      /^(\$|no )/.test(one) ? [one.replace('$', '')] : valuesOf(one),
    );
  return new Map([...references.keys()].map((id) => [id, [...new Set(valuesOf(id))].sort()]));
}

/** The ids of the lines that look like the beginning of a message: one that is not read has a mistake. */
export function idsIn(file: URL): string[] {
  return readFileSync(file, 'utf8').match(/^[a-z][\w-]*(?= =)/gm) ?? [];
}

/** The values that a message has words of its own for; none when it is the same for all. */
export function variantsOf(file: URL, message: string): string[] {
  const parts = [readMessages(file).find(({ id }) => id === message)?.value].flat();
  return parts.flatMap((part) =>
    typeof part === 'object' && part?.type === 'select'
      ? part.variants.map(({ key }) => String(key.value))
      : [],
  );
}
