const FIRST_SECOND_OCTET = 16;
const SECOND_OCTETS = 224;
/** Last octets 1 to 254, so that no address looks like a network's or a broadcast address. */
const LAST_OCTETS = 254;

/**
 * The address that the target sees for the proxy of that number, from 127.16.0.1 on. Of 14 million
 * consecutive numbers each has an address of its own. All of them are on this machine's loopback.
 */
export function exitAddress(ordinal: number): string {
  const block = Math.floor(ordinal / LAST_OCTETS);
  const second = FIRST_SECOND_OCTET + (Math.floor(block / 256) % SECOND_OCTETS);
  return `127.${second}.${block % 256}.${(ordinal % LAST_OCTETS) + 1}`;
}
