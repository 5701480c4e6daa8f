import { Resolver } from 'node:dns/promises';
import type { BlockList } from 'node:net';
import { familyOf, networksOf } from '../kit/address.ts';
import { within } from '../kit/clock.ts';
import { normalizeIp } from '../resellers/networks.ts';

/** More than any address of a receiver has; it is stored, and sent with each attempt. In characters. */
const MAX_URL_CHARACTERS = 2_048;
/** In milliseconds. A server of names that is asked twice in vain is down. */
const QUERY = { timeout: 1_500, tries: 2 };
/** By then a name has no address, however many servers of names are asked in vain. */
export const LOOKUP_MILLIS = 5_000;
/** More are further ways to the same receiver, and each is tried in turn. */
const MAX_ADDRESSES = 8;

/** IPv4 networks that are not the public internet: IANA's registry of special purposes, and multicast. */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
];
/** Within 2000::/3: protocols and tunnels (Teredo, 6to4, which leads to any IPv4 address), documentation. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** Where addresses are given out. NAT64 leads to the IPv4 address at its end, which must be public. */
const GIVEN_OUT_V6 = ['2000::/3', '64:ff9b::/96'];

const notPublic = networksOf([
  ...NOT_PUBLIC_V4.flatMap((network) => [network, nat64(network)]),
  ...NOT_PUBLIC_V6,
]);
const givenOutV6 = networksOf(GIVEN_OUT_V6);

function nat64(network: string): string {
  const [address, bits] = network.split('/');
  return `64:ff9b::${address}/${96 + Number(bits)}`;
}

/** This machine, as it may be written while everything is sandboxed, to try things. */
const LOCAL_URL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$)/i;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '::1'];
/** Names of this machine are no matter of DNS (RFC 6761). */
const LOOPBACK = ['127.0.0.1', '::1'];

/** All IPv4 and IPv6 addresses of a name; empty when it has none, or nobody can say. */
export type Lookup = (name: string) => Promise<string[]>;

/**
 * By DNS alone: `dns.lookup` waits in one of the few threads that the calls of upstreams need for theirs, and
 * who owns a name can make each query for it hang.
 */
export function lookupBy(servers?: readonly string[]): Lookup {
  const resolver = new Resolver(QUERY);
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

interface Rules {
  /** Whether everything is: then this machine may be called, too. */
  isSandboxed: boolean;
  /** What the operator allows besides what is public: `10.1.0.0/16`. */
  allowedNetworks: readonly string[];
  lookup?: Lookup;
}

/** Where webhooks may lead. Resellers choose that, and the service can reach more than they may. */
export class WebhookAddresses {
  readonly #isSandboxed: boolean;
  readonly #allowed: BlockList;
  readonly #lookup: Lookup;

  /** Throws when one of the networks is none. */
  constructor({ isSandboxed, allowedNetworks, lookup = lookupBy() }: Rules) {
    this.#isSandboxed = isSandboxed;
    this.#allowed = networksOf(allowedNetworks);
    this.#lookup = lookup;
  }

  /**
   * Why a URL is not taken, as it goes on after its name; undefined when it is. Asks DNS: a name that has no
   * address now is taken, and tried again at each attempt.
   */
  async refusalOf(text: string): Promise<string | undefined> {
    const refusal = this.refusalOfText(text);
    if (refusal !== undefined) return refusal;
    const addresses = await this.of(new URL(text).hostname);
    return addresses === 'invalid_webhook_url' ? NOT_PUBLIC : undefined;
  }

  /** Why the form of a URL is refused, wherever its host leads; undefined when it is not. */
  refusalOfText(text: string): string | undefined {
    const url = URL.parse(text);
    if (!url || text.length > MAX_URL_CHARACTERS)
      return `takes a URL of up to ${MAX_URL_CHARACTERS} characters: https://shop.example/webhooks`;
    if (url.username || url.password) return 'must have no user name and no password';
    const isLocal = this.#isSandboxed && LOCAL_URL.test(text);
    if (url.protocol !== 'https:' && !isLocal) return 'must begin with https://';
    return this.#isLocal(url.hostname) && !isLocal ? NOT_PUBLIC : undefined;
  }

  /**
   * The first addresses of a URL's host, whose URL was taken. `invalid_webhook_url`: not every address of it
   * may be called; `dns_failed`: it has none.
   */
  async of(host: string): Promise<string[] | 'invalid_webhook_url' | 'dns_failed'> {
    const found = (await within(LOOKUP_MILLIS, this.#find(host))) ?? [];
    const addresses = found.map((address) => normalizeIp(address) ?? address);
    if (addresses.length === 0) return 'dns_failed';
    const isTaken = this.#isLocal(host) || addresses.every((address) => this.#mayBeCalled(address));
    return isTaken ? addresses.slice(0, MAX_ADDRESSES) : 'invalid_webhook_url';
  }

  async #find(host: string): Promise<string[]> {
    const literal = normalizeIp(host.replace(/^\[(.*)\]$/, '$1'));
    if (literal !== undefined) return [literal];
    return /(?:^|\.)localhost\.?$/.test(host) ? LOOPBACK : this.#lookup(host);
  }

  #isLocal(host: string): boolean {
    return this.#isSandboxed && LOCAL_HOSTS.includes(host);
  }

  #mayBeCalled(address: string): boolean {
    const family = familyOf(address);
    if (this.#allowed.check(address, family)) return true;
    return !notPublic.check(address, family) && (family === 'ipv4' || givenOutV6.check(address, family));
  }
}

const NOT_PUBLIC = 'must lead to public addresses only';
