import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Flaw } from '../kit/flaws.ts';
import { normalizeIp } from './authenticate.ts';

/** Every request checks the whole list of its key; nobody needs more networks than this. */
const MAX_NETWORKS = 100;
/** Length in bits of the prefix `::ffff:` before an IPv4 address. */
const MAPPED_BITS = 96;

/**
 * The networks of an allow-list in the form that PostgreSQL's `cidr` takes. A plain address is a network of
 * one address; `::ffff:a.b.c.d` is its IPv4 address. Throws InvalidRequestError.
 */
export async function parseNetworks(sqlClient: Sql, texts: readonly string[]): Promise<string[]> {
  if (texts.length > MAX_NETWORKS)
    throw new InvalidRequestError(`A key takes at most ${MAX_NETWORKS} allowed networks.`);
  const parsed = texts.map(parseNetwork);
  const flaws = parsed.flatMap((network, i) =>
    network === undefined
      ? [flawOf(i, `"${texts[i]}" is neither an IP address nor a CIDR network such as 203.0.113.0/24`)]
      : [],
  );
  if (flaws[0]) throw new InvalidRequestError(`${flaws[0].message}.`, flaws);
  const networks = parsed.filter((network) => network !== undefined);
  const given = sql<{ network: string }>`unnest(${networks}::text[])`;
  const odd = await sqlClient
    .selectFrom(given.as<'given'>(sql`given (network)`))
    .select('network')
    .where(({ ref }) => {
      const network = ref('network');
      return sql<boolean>`host(network(${network}::inet)) <> host(${network}::inet)`;
    })
    .executeTakeFirst();
  if (odd) {
    const message = `${odd.network} has bits set behind its prefix; write the network's first address`;
    throw new InvalidRequestError(`${message}.`, [flawOf(networks.indexOf(odd.network), message)]);
  }
  return networks;
}

function flawOf(place: number, message: string): Flaw {
  return { path: ['allowedIps', String(place)], message };
}

/** Undefined for what is no network. */
function parseNetwork(text: string): string | undefined {
  const [, base = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = normalizeIp(base);
  const width = address !== undefined && isIP(address) === 4 ? 32 : 128;
  const mapped = width === 32 && isIP(base) === 6;
  const prefix = bits === undefined ? width : Number(bits) - (mapped ? MAPPED_BITS : 0);
  if (address === undefined || prefix < 0 || prefix > width) return undefined;
  return `${address}/${prefix}`;
}
