import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { describeFlaws, type Flaw, InvalidRequestError, quoted } from '../kit/errors.ts';

/** Every request checks the whole list of its key; nobody needs more networks than this. */
const MAX_NETWORKS = 100;
/** Length in bits of the prefix `::ffff:` before an IPv4 address. */
const MAPPED_BITS = 96;

/**
 * The networks of an allow-list in the form that PostgreSQL's `cidr` takes. A plain address is a network of
 * one address; `::ffff:a.b.c.d` is its IPv4 address. Throws InvalidRequestError with all that is wrong.
 */
export async function parseNetworks(sqlClient: Sql, texts: readonly string[]): Promise<string[]> {
  if (texts.length > MAX_NETWORKS)
    throw refusal([{ path: [FIELD], message: `A key takes at most ${MAX_NETWORKS} allowed networks` }]);
  const networks = texts.map(parseNetwork);
  const flaws = texts.flatMap((text, place): Flaw[] => {
    const message = `${quoted(text)} is neither an IP address nor a CIDR network such as 203.0.113.0/24`;
    return networks[place] === undefined ? [{ path: [FIELD, String(place)], message }] : [];
  });
  if (flaws.length > 0) throw refusal(flaws);
  const given = sql<{ network: string; place: number }>`unnest(${networks}::text[]) with ordinality`;
  const odd = await sqlClient
    .selectFrom(given.as<'given'>(sql`given (network, place)`))
    .select(['network', 'place'])
    .where(({ ref }) => {
      const network = ref('network');
      return sql<boolean>`host(network(${network}::inet)) <> host(${network}::inet)`;
    })
    .orderBy('place')
    .execute();
  if (odd.length > 0) {
    const message = "has bits set behind its prefix; write the network's first address";
    throw refusal(
      odd.map(({ network, place }) => ({
        path: [FIELD, String(place - 1)],
        message: `${network} ${message}`,
      })),
    );
  }
  return networks.filter((network) => network !== undefined);
}

/** What the schema calls the list. */
const FIELD = 'allowedIps';

/** The operator's commands give the list in options of other names, so that the sentence has none. */
function refusal(flaws: readonly Flaw[]): InvalidRequestError {
  return new InvalidRequestError(describeFlaws(flaws.map(({ message }) => ({ path: [], message }))), flaws);
}

/** Undefined for what is not a network. */
function parseNetwork(text: string): string | undefined {
  const [, base = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = normalizeIp(base);
  const width = address !== undefined && isIP(address) === 4 ? 32 : 128;
  const mapped = width === 32 && isIP(base) === 6;
  const prefix = bits === undefined ? width : Number(bits) - (mapped ? MAPPED_BITS : 0);
  return address === undefined || prefix < 0 || prefix > width ? undefined : `${address}/${prefix}`;
}

const IPV4_IN_IPV6 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * The address in its canonical form, without a zone, and IPv4-mapped IPv6 as IPv4. `undefined` when the text
 * is not an address.
 */
export function normalizeIp(ip: string | undefined): string | undefined {
  const bare = ip?.replace(/%.*$/, '') ?? '';
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined;
  // The URL parser gives the canonical spelling of an IPv6 address, which has many.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${h >> 8}.${h & 255}.${l >> 8}.${l & 255}`;
}
