import type { Tier } from '../../catalog/catalog.ts';
import type { Micros } from '../../kit/money.ts';
import type { AccountMovement } from '../../purchases/account-statement.ts';
import { describeMovement } from '../../purchases/movement-text.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import { enAlert } from './en-alert.ts';
import { enBuy } from './en-buy.ts';
import { COUNT, counted, DAY, INSTANT, signed, usd } from './en-formats.ts';
import { enNotices } from './en-notices.ts';
import { enOrders } from './en-orders.ts';
import { refusalInEnglish } from './en-refusals.ts';
import { enSettings } from './en-settings.ts';
import { enTopUp } from './en-top-up.ts';
import { cut, type Html, html, MAX_LIST_UNITS, MAX_MOVEMENT_UNITS } from './html.ts';

/** Where a key may be used from and when it last was; of its networks, which may be many, two are named. */
function keyLine({ prefix, name, disabled, allowedIps, lastUsedOn }: ShownKey): Html {
  const more = allowedIps.length > 2 ? ` and ${allowedIps.length - 2} more` : '';
  const from = allowedIps.length === 0 ? 'any network' : `${allowedIps.slice(0, 2).join(', ')}${more}`;
  const used = lastUsedOn === null ? 'never used' : `last used ${DAY.format(new Date(lastUsedOn))}`;
  return html`<code>${prefix}…</code> ${name ? `${name}: ` : ''}${disabled ? 'disabled, ' : ''}${from}, ${used}`;
}

/** What the bot says in English. Every other language has the same texts. */
export const en = {
  /** The menu of commands in Telegram, and their buttons under the greeting. */
  commands: {
    buy: 'Buy proxies',
    orders: 'Your orders',
    balance: 'Balance and statement',
    topup: 'Top up the balance',
    keys: 'API access',
    console: 'Sign in to the console',
    invite: 'Invite others and earn coins',
    notices: 'Choose your notices',
    language: 'Language',
    help: 'What this bot does',
  },
  buttons: {
    buy: 'Buy proxies',
    orders: 'Orders',
    balance: 'Balance',
    topup: 'Top up',
    pay: 'Pay',
    openChat: 'Open a private chat',
    keys: 'API access',
    console: 'Console',
    invite: 'Invite others',
    notices: 'Notices',
    language: 'Language',
    help: 'Help',
    threshold: 'Low-balance notice',
    statement: 'Statement (CSV)',
    back: '« Back',
    cancel: 'Cancel',
    again: 'Try again',
    newKey: 'New key',
    noName: 'Without a name',
    reissue: 'Replace secret',
    disable: 'Disable',
    enable: 'Enable',
    networks: 'Allowed networks',
    anyNetwork: 'Any network',
    sure: 'Yes, replace it',
    reissueOverlap: 'Replace, old one ends in 24 h',
    deleteSecret: 'Saved: delete this message',
  },

  welcome: (name: string): Html => html`<b>Welcome, ${name}!</b>

You have an account for buying proxies now. Top up its balance, and create an API key for your programs or sign in to the console in a browser.`,
  welcomeBack: (name: string): Html => html`<b>Hello, ${name}.</b> What would you like to do?`,
  linked: (reseller: string): Html => html`You manage the account <b>${reseller}</b> from now on.`,
  linkedInstead: (reseller: string, before: number): Html =>
    html`You manage the account <b>${reseller}</b> from now on. Your account before, number ${before}, is kept: support can bind you to it again.`,
  oldLink: (): Html => html`This link has been used or is too old. Ask support for a new one.`,
  startFirst: (): Html => html`Send /start first: it gives you an account.`,
  help: (): Html => html`<b>What this bot does</b>

/buy – buy proxies
/orders – your orders: proxies, renewal, traffic, settings
/balance – your balance, when it counts as low, the statement
/topup – pay in Telegram Stars or by Crypto Pay
/keys – API keys for your programs
/console – a link that signs you in to the console in a browser
/invite – a link by which others come, and you earn coins
/notices – which notices you get
/language – English or Russian

Only private chats are answered.`,
  unknown: (): Html => html`I did not understand that. /help lists what I can do.`,
  textOnly: (): Html => html`I understand text and buttons only. /help lists what I can do.`,
  privateOnly: (): Html =>
    html`I work in private chats only, and answer nothing else in a group. Please write to me in a chat of our own.`,
  edited: (): Html => html`I do not read changes of messages. Send it again as a new message, please.`,
  oldButton: (): Html => html`This button is too old. Open the list again, please.`,
  slowDown: (): Html => html`That is too fast for me: I take 30 messages a minute. Please go on in a minute.`,
  failed: (): Html => html`Something went wrong on our side. Please try again.`,
  refusal: refusalInEnglish,

  /** Of what was charged and then not carried out. */
  moneyBack: ({ charged, coins, balance }: { charged: Micros; coins: number; balance: Micros }): Html =>
    html`${usd(charged)}${coins > 0 ? ` and ${counted(coins, 'coin', 'coins')}` : ''} went back to you: your balance is ${usd(balance)}.`,

  language: (): Html => html`Which language should I speak?`,
  languageSet: (): Html => html`I speak English now.`,

  console: (link: string, minutes: number): Html => html`<a href="${link}">Sign in to the console</a>

The link works once, within ${counted(minutes, 'minute', 'minutes')}. Do not pass it on: it opens your account.

${link}`,

  invite: (
    link: string,
    percent: number,
  ): Html => html`Whoever starts this bot by your link is referred by you. You get <b>${percent} %</b> of what they pay here as coins, and each coin takes $0.01 off what you buy here.

${link}`,

  balance: (view: {
    balance: Micros;
    coins: number;
    thresholdUsd: number;
    movements: readonly AccountMovement[];
    catalog: readonly Tier[];
  }): Html => html`<b>Balance: ${usd(view.balance)}</b>
Coins: ${COUNT.format(view.coins)}. Each takes $0.01 off what you buy here.
${view.thresholdUsd === 0 ? 'You get no notice when it is low.' : `You get a notice when it falls below ${usd(BigInt(view.thresholdUsd) * 1_000_000n)}.`}

${view.movements.length === 0 ? html`Nothing has moved yet.` : html`<b>Last movements</b>`}
${view.movements.map((movement) => html`${DAY.format(movement.position / 1_000)}  <b>${signed(movement.amount)}</b>  ${cut(describeMovement(movement, view.catalog), MAX_MOVEMENT_UNITS)}`)}`,
  threshold: (
    usdNow: number,
  ): Html => html`You get a notice when the balance falls below an amount. Now it is <b>$${COUNT.format(usdNow)}</b>; with 0 you get none.

Choose one, or type whole dollars from 0 to 1,000,000.`,
  badThreshold: (): Html =>
    html`That is not a whole number from 0 to 1,000,000. Please type digits only, such as 25 or 1000.`,
  thresholdUsd: (amount: number): string => `$${amount}`,
  statementCaption: (count: number, isWhole: boolean): Html =>
    isWhole
      ? html`Your statement: ${counted(count, 'movement', 'movements')}.`
      : html`The newest ${counted(count, 'movement', 'movements')} of your statement. The console has the older ones.`,
  statementHeader: ['Time (UTC)', 'What', 'Amount, USD', 'Balance after, USD', 'Reference'],
  movement: (movement: AccountMovement, catalog: readonly Tier[]): string =>
    describeMovement(movement, catalog),

  buy: enBuy,

  /** `newest`: those that are described; `count`: how many there are. */
  keys: (newest: readonly ShownKey[], count: number): Html =>
    count === 0
      ? html`You have no API key yet. Your programs need one: create it here.`
      : html`<b>API keys</b>

${newest.map(keyLine)}

${count > newest.length ? `These are the newest ${newest.length} of ${count}. ` : ''}Choose one to change it.`,
  keyName: (): Html =>
    html`What should the key be called? Type a name of at most 50 characters, such as the program that will use it.`,
  badKeyName: (): Html =>
    html`A name has 1 to 50 characters, and none that change the direction of text. Please type another one.`,
  keyButton: ({ name, prefix, disabled }: ShownKey): string =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (disabled)' : ''}`,
  key: (key: ShownKey): Html => html`<b>API key <code>${key.prefix}…</code></b> ${key.name ?? ''}

State: ${key.disabled ? 'disabled' : 'in use'}
Allowed networks: ${key.allowedIps.length === 0 ? 'any' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}
Secret since: ${INSTANT.format(key.issuedAt)} UTC${key.oldSecret ? html`\nOld secret: <code>${key.oldSecret.prefix}…</code> works until ${INSTANT.format(key.oldSecret.until)} UTC` : ''}
Last used: ${key.lastUsedOn === null ? 'never' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey: string): Html => html`Your API key, shown this once:

<code>${apiKey}</code>

Save it now. Delete this message when you have: whoever reads it can spend your balance.`,
  /** Instead of a message that Telegram does not delete. */
  emptied: (): Html =>
    html`The secret that stood here is gone. Telegram lets bots delete no message that is older than 48 hours.`,
  notDeleted: (): Html =>
    html`Telegram lets me neither delete nor change that message. Please delete it yourself: whoever reads the secret in it can use it.`,
  reissueSure: (key: ShownKey): Html =>
    html`Replace the secret of <code>${key.prefix}…</code>? The present one stops working at once, or in 24 hours.`,
  networks: (
    key: ShownKey,
  ): Html => html`From where may <code>${key.prefix}…</code> be used? Now: ${key.allowedIps.length === 0 ? 'any network' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}.

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,
  /** `wrong`: those that are no networks; none when they are too many. */
  badNetworks: (wrong: readonly string[]): Html => html`${
    wrong.length === 0
      ? 'A key takes at most 100 networks.'
      : `That does not work: ${cut(wrong.join(', '), MAX_LIST_UNITS)}.`
  } Nothing was changed.

Type addresses, or networks by their first address, such as 203.0.113.0/24 or 2001:db8::/32, with spaces or commas between them.`,

  ...enTopUp,
  orders: enOrders,
  settings: enSettings,
  notices: enNotices,
  alert: enAlert,
};

export type En = typeof en;
