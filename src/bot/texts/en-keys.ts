import type { ShownKey } from '../../resellers/list-keys.ts';
import { DAY, INSTANT } from './en-formats.ts';
import { type Html, html } from './html.ts';

/** As many networks of a key, which has up to 100, as a line and a message have room for. */
const NETWORKS = { inLine: 2, inMessage: 50 } as const;

function networksOf({ allowedIps }: ShownKey, most: number, any: string): string {
  if (allowedIps.length === 0) return any;
  const more = allowedIps.length - most;
  return `${allowedIps.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const keyLine = (key: ShownKey) =>
  html`<code>${key.prefix}…</code> ${key.name ? `${key.name}: ` : ''}${key.disabled ? 'disabled, ' : ''}${networksOf(key, NETWORKS.inLine, 'any network')}, ${key.lastUsedOn === null ? 'never used' : `last used ${DAY.format(new Date(key.lastUsedOn))}`}`;

/** What the dialogue `/keys` says. */
export const enKeys = {
  /** `newest`: those that are described; `count`: how many there are. */
  keys: (newest: readonly ShownKey[], count: number): Html =>
    count === 0
      ? html`You have no API key yet. Your programs need one: create it here.`
      : html`<b>API keys</b>

${newest.map(keyLine)}

${count > newest.length ? `These are the newest ${newest.length} of ${count}. ` : ''}Choose one to change it.`,
  keyName: (): Html =>
    html`What shall the key be called? Type a name of at most 50 characters, such as the program that will use it.`,
  keyButton: ({ name, prefix, disabled }: ShownKey): string =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (disabled)' : ''}`,
  key: (key: ShownKey): Html => html`<b>API key <code>${key.prefix}…</code></b> ${key.name ?? ''}

State: ${key.disabled ? 'disabled' : 'in use'}
Allowed networks: ${networksOf(key, NETWORKS.inMessage, 'any')}
Secret since: ${INSTANT.format(key.issuedAt)} UTC
Last used: ${key.lastUsedOn === null ? 'never' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey: string): Html => html`Your API key, shown this once:

<code>${apiKey}</code>

Save it now. Delete this message when you have: whoever reads it can spend your balance.`,
  reissueSure: (key: ShownKey): Html =>
    html`Replace the secret of <code>${key.prefix}…</code>? The present one stops working at once.`,
  networks: (
    key: ShownKey,
  ): Html => html`From where may <code>${key.prefix}…</code> be used? Now: ${networksOf(key, NETWORKS.inMessage, 'any network')}.

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,
  badNetworks: (flaws: string): Html => html`That does not work: ${flaws}

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,
};
