import type { Notice } from '../../billing/notices.ts';
import type { Tier } from '../../catalog/catalog.ts';
import type { DomainError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import type { CheckoutRefusal } from '../../payments/stars/checkout.ts';
import type { AccountMovement } from '../../purchases/account-statement.ts';
import { describeMovement } from '../../purchases/movement-text.ts';
import type { ShownKey } from '../../resellers/list-keys.ts';
import { enBuy } from './en-buy.ts';
import { COUNT, counted, DAY, INSTANT, signed, usd } from './en-formats.ts';
import { type Html, html } from './html.ts';

/** What the bot says in English. Every other language has the same texts. */
export const en = {
  /** The menu of commands in Telegram, and their buttons under the greeting. */
  commands: {
    buy: 'Buy proxies',
    balance: 'Balance and statement',
    topup: 'Top up the balance',
    keys: 'API access',
    console: 'Sign in to the console',
    invite: 'Invite others and earn coins',
    notices: 'Messages by themselves',
    language: 'Language',
    help: 'What this bot does',
  },
  buttons: {
    buy: 'Buy proxies',
    balance: 'Balance',
    topup: 'Top up',
    pay: 'Pay',
    keys: 'API access',
    console: 'Console',
    invite: 'Invite others',
    notices: 'Messages',
    language: 'Language',
    help: 'Help',
    threshold: 'Low-balance notice',
    statement: 'Statement (CSV)',
    back: '« Back',
    cancel: 'Cancel',
    topUp: 'Top up',
    newKey: 'New key',
    noName: 'Without a name',
    reissue: 'Replace secret',
    disable: 'Disable',
    enable: 'Enable',
    networks: 'Allowed networks',
    anyNetwork: 'Any network',
    sure: 'Yes, replace it',
    deleteSecret: 'I have saved it: delete this message',
  },

  welcome: (name: string): Html => html`<b>Welcome, ${name}!</b>

You have an account for buying proxies now. Create an API key for your programs, or sign in to the console in a browser.`,
  welcomeBack: (name: string): Html => html`<b>Hello, ${name}.</b> What would you like to do?`,
  linked: (reseller: string): Html => html`You manage the account <b>${reseller}</b> from now on.`,
  linkedInstead: (reseller: string, before: number): Html =>
    html`You manage the account <b>${reseller}</b> from now on. Your account before, number ${before}, is kept: support can bind you to it again.`,
  oldLink: (): Html => html`This link has been used or is too old. Ask support for a new one.`,
  startFirst: (): Html => html`Send /start first: it gives you an account.`,
  help: (): Html => html`<b>What this bot does</b>

/buy – buy proxies
/balance – your balance, the notice when it is low, the statement
/topup – pay in Telegram Stars or by Crypto Pay
/keys – API keys for your programs
/console – a link that signs you in to the console in a browser
/invite – a link by which others come, and you earn coins
/notices – which messages come by themselves
/language – English or Russian

Only private chats are answered.`,
  unknown: (): Html => html`I did not understand that. /help lists what I can do.`,
  textOnly: (): Html => html`I understand text and buttons only. /help lists what I can do.`,
  edited: (): Html => html`I do not read changes of messages. Send it again as a new message, please.`,
  oldButton: (): Html => html`This button is too old. Open the list again, please.`,
  slowDown: (): Html => html`That is too fast for me: I take 30 messages a minute. Please go on in a minute.`,
  failed: (): Html => html`Something went wrong on our side. Please try again.`,
  refusal: (error: DomainError): Html => html`${error.message}`,

  language: (): Html => html`Which language shall I speak?`,
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
${view.movements.map((movement) => html`${DAY.format(movement.position / 1_000)}  <b>${signed(movement.amount)}</b>  ${describeMovement(movement, view.catalog)}`)}`,
  threshold: (
    usdNow: number,
  ): Html => html`You get a notice when the balance falls below an amount. Now it is <b>$${usdNow}</b>; with 0 you get none.

Choose one, or type whole dollars from 0 to 1,000,000.`,
  badThreshold: (): Html =>
    html`That is not a whole number from 0 to 1,000,000. Please type another one, such as 25.`,
  thresholdUsd: (amount: number): string => `$${amount}`,
  statementCaption: (count: number, isWhole: boolean): Html =>
    isWhole
      ? html`Your statement: ${counted(count, 'movement', 'movements')}.`
      : html`The newest ${counted(count, 'movement', 'movements')} of your statement. The console has the older ones.`,
  statementHeader: ['Time (UTC)', 'What', 'Amount, USD', 'Balance after, USD', 'Reference'],
  movement: (movement: AccountMovement, catalog: readonly Tier[]): string =>
    describeMovement(movement, catalog),

  buy: enBuy,

  keys: (keys: readonly ShownKey[]): Html =>
    keys.length === 0
      ? html`You have no API key yet. Your programs need one: create it here.`
      : html`<b>API keys</b>

Choose one to change it.`,
  keyName: (): Html =>
    html`What shall the key be called? Type a name of at most 50 characters, such as the program that will use it.`,
  keyButton: ({ name, prefix, disabled }: ShownKey): string =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (disabled)' : ''}`,
  key: (key: ShownKey): Html => html`<b>API key <code>${key.prefix}…</code></b> ${key.name ?? ''}

State: ${key.disabled ? 'disabled' : 'in use'}
Allowed networks: ${key.allowedIps.length === 0 ? 'any' : key.allowedIps.join(', ')}
Secret since: ${INSTANT.format(key.issuedAt)} UTC
Last used: ${key.lastUsedOn === null ? 'never' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey: string): Html => html`Your API key, shown this once:

<code>${apiKey}</code>

Save it now. Delete this message when you have: whoever reads it can spend your balance.`,
  reissueSure: (key: ShownKey): Html =>
    html`Replace the secret of <code>${key.prefix}…</code>? The present one stops working at once.`,
  networks: (
    key: ShownKey,
  ): Html => html`From where may <code>${key.prefix}…</code> be used? Now: ${key.allowedIps.length === 0 ? 'any network' : key.allowedIps.join(', ')}.

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,
  badNetworks: (flaws: string): Html => html`That does not work: ${flaws}

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,

  topUp: (): Html => html`<b>How much do you want to add to your balance?</b>

Choose an amount, or type US dollars from 1 to 10,000, such as 75 or 12.50.`,
  badAmount: (): Html =>
    html`Please type US dollars from 1 to 10000 with at most two decimals and nothing between the thousands, such as 75, 12.50 or 1000.`,
  noPayments: (): Html => html`The balance cannot be topped up here at present. Please ask support.`,
  chooseMethod: (amount: Micros): Html =>
    html`<b>${usd(amount)}</b> will be added to your balance. How do you want to pay?`,
  /** `stars`: null for Crypto Pay. */
  payBy: (stars: number | null): string =>
    stars === null ? 'Crypto Pay' : `Telegram Stars: ${counted(stars, 'Star', 'Stars')}`,
  starsInvoice: (amount: Micros, until: Date) => ({
    title: `Balance: ${usd(amount)}`,
    description: `Adds ${usd(amount)} to your balance. To be paid by ${INSTANT.format(until)} UTC.`,
    label: `Balance ${usd(amount)}`,
  }),
  invoiceComing: (amount: Micros): Html =>
    html`Your invoice for <b>${usd(amount)}</b> is being made. It comes in a moment.`,
  invoice: (amount: Micros, until: Date): Html => html`<b>Invoice for ${usd(amount)}</b>

Pay it by ${INSTANT.format(until)} UTC. I tell you when the money has come.`,
  noInvoice: (amount: Micros): Html =>
    html`Crypto Pay made no invoice for ${usd(amount)}, and nothing was paid. /topup tries it again.`,
  credited: (amount: Micros): Html =>
    html`<b>${usd(amount)}</b> was added to your balance. /balance shows it.`,
  uncredited: (): Html =>
    html`Your payment has come, but not as it was asked for, so nothing was added to your balance. It is kept, and support has been told.`,
  checkoutRefused: (reason: CheckoutRefusal | 'failed'): string =>
    ({
      unknown: 'This invoice is not known. Please get a new one by /topup.',
      paid: 'This invoice is paid already. Another one is made by /topup.',
      expired: 'This invoice is too old. Please get a new one by /topup.',
      differing: 'This invoice asks for another amount than it should. Please get a new one by /topup.',
      of_another: 'This invoice was made for another person. Please get one of your own by /topup.',
      failed: 'Something went wrong on our side, and nothing was paid. Please try again.',
    })[reason],

  notices: (): Html => html`<b>Messages that come by themselves</b>

You are always told when the balance falls below your limit, and when money comes in. The others can be switched off here.`,
  noticeSwitch: (kind: 'order_ends' | 'traffic_used', isOn: boolean): string =>
    `${isOn ? '✅' : '⬜'} ${kind === 'order_ends' ? 'An order ends within a day' : 'Traffic is used up'}`,
  notice: (notice: Notice): Html => {
    switch (notice.kind) {
      case 'low_balance':
        return html`<b>Your balance is low: ${usd(notice.balance)}.</b>

It has fallen below ${usd(BigInt(notice.thresholdUsd) * 1_000_000n)}. /topup adds money to it, and /balance changes this limit.`;
      case 'topped_up':
        return html`<b>${usd(notice.amount)} have arrived.</b> Your balance is ${usd(notice.balance)}.`;
      case 'refunded':
        return html`<b>${usd(notice.amount)} were given back</b> for what could not be delivered. Your balance is ${usd(notice.balance)}.`;
      case 'order_ends':
        return html`<b>Order ${notice.orderId} ends on ${INSTANT.format(notice.endsAt)} UTC.</b>`;
      case 'traffic_used':
        return notice.percent === 100
          ? html`<b>The traffic of order ${notice.orderId} is used up.</b>`
          : html`<b>Order ${notice.orderId} has used ${notice.percent} % of its traffic.</b>`;
    }
  },
};

export type En = typeof en;
