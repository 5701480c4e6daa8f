import type { Door } from './client-record.ts';
import type { Random } from './random.ts';

/**
 * Few addresses, so that orders of one run ask for the same one, which the upstream gives to only one of
 * them.
 */
const ADDRESSES = Array.from({ length: 12 }, (_, index) => `198.51.100.${index + 1}`);
const HOSTS = ['ads.example', 'tracker.example', 'media.example'];
const DOCUMENT = `mutation($input: UpdateSettingsInput!) { result: updateSettings(input: $input) {
  ... on UpdateSettingsSuccess { settings { threads paused allowedIps blockedHosts } } ... on Error { code message } } }`;

/** A settings change, by the names of the schema. */
type Change = Record<string, unknown>;

/**
 * Draws one setting or several: each takes one call of the upstream or more, and a change of several can fail
 * half-way.
 */
export function drawChange(random: Random): Change {
  const some = (things: readonly string[], most: number) =>
    random.shuffle(things).slice(0, random.whole(0, most));
  const settings = random.shuffle([
    { threads: random.whole(1, 200) },
    { paused: random.chance(0.3) },
    { allowedIps: some(ADDRESSES, 3) },
    { blockedHosts: some(HOSTS, HOSTS.length) },
  ]);
  return Object.assign({}, ...settings.slice(0, random.whole(1, settings.length)));
}

export function settingsRequest(door: Door, orderId: string, change: Change) {
  if (door === 'graphql')
    return { path: '/graphql', body: { query: DOCUMENT, variables: { input: { orderId, ...change } } } };
  const body = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  return { path: `/v1/orders/${orderId}/settings`, method: 'PATCH', body };
}
