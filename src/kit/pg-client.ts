import { Client } from 'pg';

/** From the how-manieth time on a text is prepared: what comes once or twice is not worth it. */
const PREPARED_FROM_USE = 3;
/** Texts that are prepared at the most; each costs some 50 KB in every connection of the server. The service sends about a hundred. */
const MAX_PREPARED = 150;
/** Texts that are counted at the most: those with one place for each of many values come in many lengths. */
const MAX_COUNTED = 2_000;

/** How often each text with parameters was sent, in this process. */
const uses = new Map<string, number>();
/** Names of the prepared ones; each connection prepares a text when it first sends it. */
const names = new Map<string, string>();

/**
 * pg's client with promises of its own for plain queries. Those that pg makes itself keep what a query has read alive until the next
 * full garbage collection, which made lists cost a sixth more processor time. And what is sent often is prepared, since the server
 * spends as long on planning a small statement as on doing it. Anything but a plain query goes to pg as it is.
 */
export class PgClient extends Client {
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text !== 'string' || args.some((argument) => typeof argument === 'function')) {
      return Reflect.apply(super.query, this, args) as never;
    }
    const parameters = values as unknown[] | undefined;
    const name = parameters?.length ? nameOf(text) : undefined;
    return new Promise((resolve, reject) => {
      super.query({ name, text, values: parameters } as never, (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    }) as never;
  }
}

/** Undefined for what is not prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (uses.size < MAX_COUNTED || uses.has(text)) uses.set(text, count);
  if (count < PREPARED_FROM_USE) return undefined;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  uses.delete(text);
  return name;
}
