import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/accounts.ts';
import type { Notice } from '../../billing/notices.ts';
import type { ProductType, Tier } from '../../catalog/catalog.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { DomainError, ErrorCode } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { operatorCommand } from '../../kit/program.ts';
import type { Diagnosis } from '../../luxury/diagnosis.ts';
import type { GeoField, LuxurySettings, SettingName } from '../../luxury/settings.ts';
import type { Traffic } from '../../luxury/traffic.ts';
import type { Order, OrderStatus } from '../../orders/order.ts';
import type { ProviderName } from '../../payments/payment.ts';
import { TooManyPaymentsError } from '../../payments/payment.ts';
import type { CheckoutRefusal } from '../../payments/stars/stars.ts';
import type { AccountMovement } from '../../purchases/account-statement.ts';
import { describeMovement, productName } from '../../purchases/account-statement.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { ResellerDisabledError, SecretReplacedError, TooManyKeysError } from '../../resellers/errors.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import type { UsageStats } from '../../upstreams/traffic.ts';
import { type Alert, isOne, watchedBy } from '../alerts.ts';
import { chart, formatsIn, settingText } from './formats.ts';
import { cut, type Html, html, MAX_LIST_UNITS, MAX_MOVEMENT_UNITS } from './html.ts';
import type {
  BoughtView,
  ExtensionView,
  GatewayView,
  OfferView,
  OptionsView,
  OrderLine,
  PaidView,
  PurchaseView,
  SettingFlaw,
  Volume,
} from './views.ts';

const formats = formatsIn('en', {
  dates: 'en-GB',
  units: ['GB', 'MB', 'KB', 'B'],
  anyCountry: 'any country',
  group: ',',
  usd: (whole, cents) => `$${whole}.${cents}`,
});
const { DAY, DAY_OF_YEAR, INSTANT, WEEKDAY, COUNT, usd, signed, counted, bytes, countryName } = formats;

const coinsOf = (coins: number) => counted(coins, 'coin', 'coins');
const starsOf = (stars: number) => counted(stars, 'Star', 'Stars');
const minutesOf = (minutes: number) => counted(minutes, 'minute', 'minutes');
const volumeOf = ({ days, gb }: Volume) =>
  days === null ? `${COUNT.format(gb ?? 0)} GB` : counted(days, 'day', 'days');

/** Where a key may be used from and when it last was; of its networks, which may be many, two are named. */
function keyLine({ prefix, name, disabled, allowedIps, lastUsedOn }: ShownKey): Html {
  const more = allowedIps.length > 2 ? ` and ${allowedIps.length - 2} more` : '';
  const from = allowedIps.length === 0 ? 'any network' : `${allowedIps.slice(0, 2).join(', ')}${more}`;
  const used = lastUsedOn === null ? 'never used' : `last used ${DAY.format(new Date(lastUsedOn))}`;
  return html`<code>${prefix}…</code> ${name ? `${name}: ` : ''}${disabled ? 'disabled, ' : ''}${from}, ${used}`;
}

const NAMES: Readonly<Record<SettingName, string>> = {
  country: 'Country',
  state: 'State',
  city: 'City',
  zip: 'ZIP code',
  asn: 'Provider',
  anonymous: 'Anonymous addresses only',
  session: 'Session',
  stickyMinutes: 'Sticky minutes',
  protocol: 'Protocol',
  threads: 'Threads',
  excludeAsn: 'Excluded providers',
  allowedIps: 'Allowed addresses',
  blockedHosts: 'Blocked hosts',
  paused: 'Paused',
};

const PROTOCOLS = { http: 'HTTP', socks5: 'SOCKS5', both: 'HTTP and SOCKS5' } as const;
const SESSIONS = {
  rotating: 'rotating: a new address for each request',
  sticky: 'sticky: an address is kept for some minutes',
} as const;

/** What each setting takes, for who types it. */
const TAKEN: Partial<Record<SettingName, string>> = {
  country: 'Choose a country, or type its name or its code of two letters.',
  state: 'Press a button, or type a part of the name or the code.',
  city: 'Press a button, or type a part of the name or the code.',
  zip: 'Press a button, or type a part of the code.',
  asn: 'Press a button, or type a part of the name or the number.',
  session: 'Choose one.',
  protocol: 'Choose one.',
  stickyMinutes:
    'For how many minutes a sticky line keeps its exit address. Choose, or type a whole number from 1 to 120.',
  threads:
    'How many connections may be open at the same time. Choose, or type a whole number from 1 to 2,000.',
  allowedIps:
    'Programs at these addresses need no password. Type up to 5 IP addresses such as 203.0.113.7, with spaces or commas between them; they replace the present ones.',
  blockedHosts:
    'Nothing connects to these hosts and what is below them. Type up to 100 host names such as example.com, with spaces or commas between them; they replace the present ones.',
};

const VALUES = { yes: 'yes', no: 'no', none: 'none', any: 'any', sessions: SESSIONS, protocols: PROTOCOLS };
const valueText = (settings: LuxurySettings, name: SettingName) =>
  settingText(formats, VALUES, settings, name);
const line = (settings: LuxurySettings, name: SettingName) =>
  html`${NAMES[name]}: ${cut(valueText(settings, name), 500)}`;

/** What is chosen so far, on one line. */
function chosen({ product, volume, country, quantity }: PurchaseView): Html {
  const facts = [
    product,
    volume && volumeOf(volume),
    country && countryName(country),
    quantity === undefined ? undefined : counted(quantity, 'proxy', 'proxies'),
  ];
  return html`<b>${facts.filter((fact) => fact !== undefined).join(', ')}</b>`;
}

function describeOptions({ session, stickyMinutes, protocol, places, addresses }: OptionsView): Html {
  const named = Object.entries(places).map(
    ([field, name]) => html`${NAMES[field as GeoField]}: <b>${name}</b>`,
  );
  return html`${[
    session === 'sticky'
      ? html`Session: <b>an address is kept for ${minutesOf(stickyMinutes)}</b>`
      : html`Session: <b>a new address for each request</b>`,
    html`Protocol: <b>${PROTOCOLS[protocol]}</b>`,
    ...named,
    html`Addresses: <b>${addresses.exact ? '' : 'at most '}${COUNT.format(addresses.addresses)}</b>`,
  ]}`;
}

const buy = {
  tier: html`<b>What would you like to buy?</b>`,
  type: (types: readonly ProductType[]) => html`<b>Which type?</b>

${types.map(({ name, description }) => html`<b>${name}</b>: ${description}`)}`,
  typeButton: (name: string, from: Micros) => `${name}, from ${usd(from)}`,
  period: (purchase: PurchaseView, isTraffic: boolean) =>
    isTraffic
      ? html`${chosen(purchase)}

How much traffic? It has no end date.`
      : html`${chosen(purchase)}

For how long? The price is that of one proxy.`,
  periodButton: (period: Volume, price: Micros) => `${volumeOf(period)}, ${usd(price)}`,
  country: (purchase: PurchaseView, search: string) => html`${chosen(purchase)}

Which country? ${search === '' ? 'Press a button, or type the name or the code.' : html`These fit “${search}”.`}`,
  countryName,
  countryButton: (flag: string, code: string, available: number) =>
    code === 'ANY' ? 'Any country' : `${flag} ${countryName(code)}, ${COUNT.format(available)}`,
  quantity: (purchase: PurchaseView, most: number, available: number) => html`${chosen(purchase)}

How many proxies? ${counted(available, 'is free', 'are free')}. Press a button, or type a number from 1 to ${most}.`,
  options: (purchase: PurchaseView, options: OptionsView) => html`${chosen(purchase)}

${describeOptions(options)}

Change what you like, then go on. All of it can be changed later, too.`,
  optionButton: {
    rotating: 'New address each time',
    sticky: 'Keep the address',
    http: 'HTTP',
    socks5: 'SOCKS5',
    both: 'Both',
    minutes: (minutes: number) => `Keep for ${minutesOf(minutes)}`,
    place: (field: GeoField, name: string | undefined) => `${NAMES[field]}: ${name ?? 'any'}`,
    next: 'Go on »',
  },
  minutes: (most: number) =>
    html`For how many minutes should an address be kept? Press a button, or type a number from 1 to ${most}.`,
  minutesButton: minutesOf,
  place: (field: GeoField, search: string) =>
    search === ''
      ? html`<b>${NAMES[field]}</b>

Press a button, or type a part of the name or the code.`
      : html`<b>${NAMES[field]}</b>

These fit “${search}”.`,
  placeButton: (name: string, count: number) => `${name}, ${COUNT.format(count)}`,
  anyPlace: 'Any',
  pages: (page: number, pages: number) => `${page} of ${pages}`,

  nothingFits: (search: string) =>
    html`I found nothing for “${search}”. Please type another one, or press a button.`,
  badNumber: (most: number) =>
    html`That is not a whole number from 1 to ${most}. Please type another one, such as 1.`,
  pressButton: html`Please press one of the buttons.`,
  nothingOnSale: html`Nothing is on sale at the moment. Please come back later.`,
  noAddresses: html`No address fits all of this. Change the place, or set a part of it to any.`,
  cancelled: html`Cancelled. Nothing was bought.`,

  offer: ({ purchase, price, coins, worth, charged, balance, earned }: OfferView) =>
    html`${[
      chosen(purchase),
      purchase.options && describeOptions(purchase.options),
      html``,
      html`Price: <b>${usd(price)}</b>`,
      coins > 0 && html`Coins: −${usd(worth)} for ${coinsOf(coins)}`,
      coins > 0 && html`To pay: <b>${usd(charged)}</b>`,
      balance < charged
        ? html`Your balance is ${usd(balance)}: ${usd(charged - balance)} is missing.`
        : html`Your balance is ${usd(balance)}, and ${usd(balance - charged)} after it.`,
      earned > 0 && html`You earn ${coinsOf(earned)}.`,
    ]}`,
  offerButton: {
    confirm: (charged: Micros) => `Buy for ${usd(charged)}`,
    mostCoins: (coins: number) => `Pay with ${coinsOf(coins)}`,
    noCoins: 'Pay without coins',
  },
  bought: ({ orderId, purchase, charged, coins, earned, balance }: BoughtView) =>
    html`${[
      html`<b>Bought: order ${orderId}</b>`,
      chosen(purchase),
      html``,
      coins > 0 ? html`Paid: ${usd(charged)} and ${coinsOf(coins)}` : html`Paid: ${usd(charged)}`,
      html`Balance: ${usd(balance)}`,
      earned > 0 && html`You have earned ${coinsOf(earned)}.`,
    ]}`,
  notBought: (purchase: PurchaseView) => html`<b>Not bought:</b> ${chosen(purchase)}`,
  doneAlready: (orderId: number) =>
    html`You have bought this already: it is order ${orderId}. Nothing was charged again.`,
  oldOffer: html`This offer is too old, or another one has replaced it. Nothing was charged now; begin anew with /buy.`,
  inProgress: html`This is still being carried out. I will tell you here how it ended; it is not bought twice.`,

  proxies: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    expiresAt: Date | null,
    lines: readonly string[],
  ) => html`<b>Order ${orderId}</b>${expiresAt === null ? '' : ` until ${DAY.format(expiresAt)}`}
${chosen(purchase)}

${lines.map((line) => html`<code>${line}</code>`)}

Each line is host:port:login:password.`,
  proxiesFile: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    expiresAt: Date | null,
  ) => html`<b>Order ${orderId}</b>${expiresAt === null ? '' : ` until ${DAY.format(expiresAt)}`}
${chosen(purchase)}

Each line of the file is host:port:login:password.`,
  gateway: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    { session, stickyMinutes, protocol }: Pick<OptionsView, 'session' | 'stickyMinutes' | 'protocol'>,
    { host, httpPort, socks5Port, stickyPorts, line, url }: GatewayView,
  ) => html`<b>Order ${orderId}</b>
${chosen(purchase)}

<code>${line}</code>

This is host:port:login:password. ${
    session === 'sticky'
      ? html`Each port of ${host} from ${stickyPorts.first} to ${stickyPorts.last} keeps an exit address of its own for ${minutesOf(stickyMinutes)}: take another port for another address.`
      : html`Each request goes out by a new address. ${protocol === 'both' ? html`HTTP is at port ${httpPort} and SOCKS5 at port ${socks5Port}.` : ''}`
  }

To try it:
<code>curl -x ${url} https://api.ipify.org</code>`,
};

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  active: 'active',
  expired: 'ended',
  paused: 'paused',
  exhausted: 'used up',
};

const payment = ({ charged, coins, earned }: PaidView) =>
  `You paid ${usd(charged)}${coins > 0 ? ` and ${coinsOf(coins)}` : ''}.${earned > 0 ? ` You have earned ${coinsOf(earned)}.` : ''}`;

const extension = ({ orderId, period }: ExtensionView) =>
  period.days === null
    ? `${volumeOf(period)} more for order ${orderId}`
    : `Order ${orderId} for ${volumeOf(period)} more`;

const orders = {
  buttons: {
    proxies: 'Proxies',
    renew: 'Renew',
    addTraffic: 'Add traffic',
    settings: 'Settings',
    lines: 'Lines',
    newPassword: 'New password',
    week: 'The last week',
    errors: 'Connection errors',
    pause: 'Pause',
    resume: 'Resume',
    passwordSure: 'Yes, a new password',
    newer: '‹ Newer',
    older: 'Older ›',
    all: 'All',
  },
  status: (status: OrderStatus, count: number) =>
    `${STATUSES[status][0]?.toUpperCase()}${STATUSES[status].slice(1)} (${COUNT.format(count)})`,
  list: (status: OrderStatus | undefined, total: number, page: number, pages: number) =>
    total === 0
      ? html`<b>Orders</b>

None here. /buy begins a purchase.`
      : html`<b>Orders${status ? `, ${STATUSES[status]}` : ''}: ${COUNT.format(total)}</b>${pages > 1 ? `, page ${page} of ${pages}` : ''}

Choose one.`,
  listButton: (
    { id, tier, type, country, quantity, expiresAt, traffic }: OrderLine,
    catalog: readonly Tier[],
  ) => {
    const what = `${id}: ${productName(catalog, tier, type)}${quantity > 1 ? ` × ${quantity}` : ''}`;
    const where = country === 'ANY' ? '' : `, ${country}`;
    const end = expiresAt ? `, until ${DAY_OF_YEAR.format(expiresAt)}` : '';
    return `${what}${where}${end}${traffic ? `, ${bytes(traffic.totalBytes - traffic.usedBytes)} left` : ''}`;
  },
  order: (
    order: Order,
    traffic: Traffic | undefined,
    catalog: readonly Tier[],
  ) => html`<b>Order ${order.id}</b>
${productName(catalog, order.tier, order.type)}, ${countryName(order.country)}${order.billing === 'per_proxy' ? `, ${counted(order.quantity, 'proxy', 'proxies')}` : ''}

State: ${STATUSES[order.status]}
Bought: ${DAY.format(order.createdAt)} for ${usd(order.price)}
${order.expiresAt ? `${order.status === 'expired' ? 'Ended' : 'Ends'}: ${INSTANT.format(order.expiresAt)} UTC` : ''}${
  traffic
    ? html`Used: ${bytes(traffic.usedBytes)} of ${bytes(traffic.totalBytes)}, ${bytes(traffic.totalBytes - traffic.usedBytes)} left
As of ${INSTANT.format(traffic.measuredAt)} UTC`
    : ''
}`,

  proxies: (
    orderId: number,
    lines: readonly string[],
  ) => html`The proxies of order ${orderId}, as host:port:login:password:

<pre>${lines.join('\n')}</pre>`,
  proxiesFile: (orderId: number, count: number) =>
    html`${counted(count, 'proxy', 'proxies')} of order ${orderId}, as host:port:login:password.`,

  periods: (order: Order) =>
    order.billing === 'per_gb'
      ? html`How much traffic should order ${order.id} get?`
      : html`For how long should order ${order.id} be renewed? The proxies stay the same; the term is added to the present one.${order.status === 'expired' ? ' That has ended: the new term may count from its end.' : ''}`,
  periodButton: (period: Volume, price: Micros) => `${volumeOf(period)}: ${usd(price)}`,
  gone: (orderId: number) =>
    html`What order ${orderId} has is not sold any more, so nothing can be added to it. It works until its end.`,

  lineFormat: (orderId: number) => html`Lines of order ${orderId}: in which format?`,
  lineCount: (most: number) =>
    html`How many lines? Each has a port, and so an exit address, of its own. Choose, or type a number from 1 to ${COUNT.format(most)}.`,
  badLineCount: (most: number) =>
    html`That is not a whole number from 1 to ${COUNT.format(most)}. Please type another one, such as 25.`,
  lines: (
    orderId: number,
    lines: readonly string[],
  ) => html`${counted(lines.length, 'line', 'lines')} of order ${orderId}:

<pre>${lines.join('\n')}</pre>`,
  linesFile: (orderId: number, count: number) =>
    html`${counted(count, 'line', 'lines')} of order ${orderId}.`,
  badFormat: (protocol: 'http' | 'socks5') =>
    html`The settings of the order allow ${protocol === 'http' ? 'HTTP' : 'SOCKS5'} only. Choose another format, or change the protocol in the settings.`,

  passwordSure: (orderId: number) =>
    html`Give order ${orderId} a new password? The present one stops working at once, in all of your programs.`,
  passwordSet: (orderId: number) => html`Order ${orderId} has a new password.`,
  newLine: (line: string) => html`The access with the new password:

<code>${line}</code>`,
  passwordDone: (orderId: number) =>
    html`This button has done its work, or is too old. Order ${orderId} shows what holds now: see its lines.`,

  week: (orderId: number, { days }: UsageStats) => {
    const lines = days.map((day) => ({
      label: WEEKDAY.format(new Date(day.date)),
      amount: day.bytes,
      value: bytes(day.bytes),
    }));
    const requests = days.reduce((sum, day) => sum + day.requests, 0);
    return html`<b>Order ${orderId}: the last seven days</b> (UTC)

<pre>${chart(lines)}</pre>
In all ${bytes(days.reduce((sum, day) => sum + day.bytes, 0n))} by ${counted(requests, 'connection', 'connections')}.`;
  },
  offer: (view: ExtensionView) =>
    html`${[
      html`<b>${extension(view)}</b>`,
      html`Price: <b>${usd(view.price)}</b>`,
      view.coins > 0 && html`Coins: ${coinsOf(view.coins)} off`,
      view.coins > 0 && html`To pay: <b>${usd(view.charged)}</b>`,
      view.balance < view.charged
        ? html`Your balance is ${usd(view.balance)}: ${usd(view.charged - view.balance)} is missing.`
        : html`Your balance is ${usd(view.balance)}, and ${usd(view.balance - view.charged)} after it.`,
    ]}`,
  confirm: (charged: Micros) => `Pay ${usd(charged)}`,
  renewed: (orderId: number, end: Date | null, paid: PaidView) =>
    html`<b>Order ${orderId} is renewed</b>${end ? ` until ${INSTANT.format(end)} UTC` : ''}. ${payment(paid)}`,
  trafficAdded: (orderId: number, leftBytes: bigint, paid: PaidView) =>
    html`<b>Order ${orderId} has more traffic:</b> ${bytes(leftBytes)} left. ${payment(paid)}`,
  notExtended: (orderId: number, kind: 'renewal' | 'traffic') =>
    kind === 'renewal'
      ? html`<b>Order ${orderId} was not renewed.</b>`
      : html`<b>Order ${orderId} got no more traffic.</b>`,
  doneAlready: (orderId: number) =>
    html`This was done already for order ${orderId}. Nothing was charged again.`,
  oldOffer: html`This offer is too old, or another one has replaced it. Nothing was charged by this button; open the order again: /orders.`,
  inProgress: html`This is still being carried out. I will tell you here how it ended; it is not charged twice.`,
  providerAway: html`The provider does not answer. Please try again in a moment.`,
};

/** Buttons against errors, where a name alone does not say it. */
const LOOSENINGS: Partial<Record<SettingName, string>> = {
  country: 'Any country',
  state: 'Any state',
  city: 'Any city',
  zip: 'Any ZIP code',
  asn: 'Any provider',
  excludeAsn: 'Exclude no provider',
  anonymous: 'Any address, anonymous or not',
  threads: 'More threads',
  protocol: 'Both protocols',
  blockedHosts: 'Block no host',
  allowedIps: 'Change allowed addresses',
  paused: 'Resume',
};

const settings = {
  name: (name: SettingName) => NAMES[name],
  /** A button that chooses a value. */
  choice: (name: SettingName, value: string) => {
    if (name === 'country') return countryName(value);
    if (name === 'protocol') return PROTOCOLS[value as keyof typeof PROTOCOLS];
    if (name === 'session') return value === 'sticky' ? 'Sticky' : 'Rotating';
    return value === '' ? 'None' : value;
  },
  apply: 'Apply',
  all: (
    orderId: number,
    settings: LuxurySettings,
    names: readonly SettingName[],
  ) => html`<b>Settings of order ${orderId}</b>

${names.map((name) => line(settings, name))}

Choose one to change it. Changes are free.`,
  one: (
    orderId: number,
    settings: LuxurySettings,
    name: SettingName,
  ) => html`<b>${NAMES[name]}</b> of order ${orderId}

Now: ${cut(valueText(settings, name), 2_000)}

${TAKEN[name] ?? ''}`,
  /** What the settings of some names are, and what they will be. */
  preview: (
    orderId: number,
    names: readonly SettingName[],
    { before, after }: { before: LuxurySettings; after: LuxurySettings },
  ) => html`<b>Order ${orderId}</b>

${names.map(
  (name) => html`${NAMES[name]}
  now: ${cut(valueText(before, name), 1_000)}
  then: <b>${cut(valueText(after, name), 1_000)}</b>`,
)}`,
  needsCountry: (name: SettingName) =>
    html`<b>${NAMES[name]}</b>: choose a country first. Its places are listed then.`,
  placesFixed: html`This type is not sold any more, so the place of the order cannot be changed. It works as before.`,
  same: (name: SettingName, settings: LuxurySettings) =>
    html`Nothing to change: ${line(settings, name)} already.`,
  applied: (orderId: number) => html`Done: order ${orderId} works with the new settings.`,
  refused: (name: SettingName, flaws: readonly SettingFlaw[]) => html`${[
    html`<b>${NAMES[name]}</b>: that does not work.`,
    ...flaws.map(({ message }) => html`• ${message}.`),
  ]}

${TAKEN[name] ?? 'Nothing was changed.'}`,
  notChanged: html`The provider did not accept the change, so the settings stay as they were. Please try again in a moment.`,

  noErrors: (orderId: number) => html`No connection of order ${orderId} was refused in the last seven days.`,
  errors: (
    orderId: number,
    { findings, now }: Diagnosis,
    shown: number,
  ) => html`<b>Connection errors of order ${orderId}</b>, the last seven days

${findings.slice(0, shown).map(
  ({ code, count, meaning, advice }) => html`<b>${COUNT.format(count)} × ${code}</b>
${meaning} ${advice}
`,
)}${
  findings.length > shown
    ? html`And ${counted(findings.length - shown, 'rarer reason', 'rarer reasons')}.
`
    : ''
}${now ? `${now.exact ? '' : 'At most '}${counted(now.addresses, 'exit address matches', 'exit addresses match')} the settings.` : ''}`,
  /** A button that shows what a change would do against errors. */
  loosen: (name: SettingName, addresses: number | undefined) =>
    `${LOOSENINGS[name] ?? NAMES[name]}${addresses === undefined ? '' : `: ${counted(addresses, 'address', 'addresses')}`}`,
};

const notices = {
  text: (notice: Notice) => {
    switch (notice.kind) {
      case 'low_balance':
        return html`<b>Your balance is low: ${usd(notice.balance)}.</b>

It has fallen below ${usd(BigInt(notice.thresholdUsd) * 1_000_000n)}. /topup adds money to it, and /balance changes this limit.`;
      case 'topped_up':
        return html`<b>${usd(notice.amount)} has arrived.</b> Your balance is ${usd(notice.balance)}.`;
      case 'refunded':
        return html`<b>${usd(notice.amount)} went back to your balance</b>, which is ${usd(notice.balance)} now: something that you had paid for could not be delivered. /balance shows what it was.`;
      case 'order_ends':
        return html`<b>Order ${notice.orderId} ends soon</b>: ${INSTANT.format(notice.endsAt)} UTC. Renewed, it keeps its proxies.`;
      case 'traffic_used':
        return notice.percent === 100
          ? html`<b>The traffic of order ${notice.orderId} is used up.</b> It works again as soon as traffic is added.`
          : html`<b>Order ${notice.orderId} has used ${notice.percent} % of its traffic.</b>`;
    }
  },
  menu: html`<b>Notices</b>

I always tell you of a low balance, a top-up that arrived and money that went back. You choose the others: press one to switch it.`,
  toggle: (kind: 'order_ends' | 'traffic_used', isOn: boolean) =>
    `${kind === 'order_ends' ? 'An order ends within a day' : 'Traffic at 80, 95 and 100 %'}: ${isOn ? 'on' : 'off'}`,
};

/** To the operator's chat. */
function alert({ subject, isGood, detail }: Alert): Html {
  const { about, name } = watchedBy(subject);
  switch (about) {
    case 'ledger':
      return isGood
        ? html`<b>The ledger adds up again.</b>`
        : html`<b>The ledger does not add up.</b> See where:

<code>${operatorCommand('ledger verify')}</code>, <code>--full</code>`;
    case 'upstreams':
      return isGood
        ? html`<b>What the upstreams have for us agrees with the books again.</b>`
        : html`<b>What the upstreams have for us differs from the books: ${detail ?? ''}.</b> See what:

<code>${operatorCommand('reconcile')}</code>`;
    case 'payments':
      return html`<b>${isOne(detail) ? 'A payment has come, or may have, and was' : 'Payments have come, or may have, and were'} not credited:</b> ${detail ?? ''}

<code>${operatorCommand('payments list --state differing')}</code>
<code>${operatorCommand('payments list --state unknown')}</code>
<code>${operatorCommand('payment credit --help')}</code>`;
    case 'refunds':
      return html`<b>${isOne(detail) ? 'A payment was given back to its payer' : 'Payments were given back to their payers'}, and not by this service:</b> ${detail ?? ''}

What was credited is off the balance, as far as that covered it. <code>uncoveredUsd</code> is what had been spent already, and is taken from what comes to the balance next:

<code>${operatorCommand('payments list --state refunded')}</code>`;
    case 'px6_balance':
    case 'dataimpulse_balance':
      return isGood
        ? html`<b>Our balance at ${name} is enough again.</b> ${detail ?? ''}`
        : html`<b>Our balance at ${name} is low${detail === null ? '' : `: ${detail}`}.</b> What is bought there will fail, and the money be given back.`;
    case 'px6_key':
      return isGood
        ? html`<b>${name} accepts our key again.</b>`
        : html`<b>${name} refuses our key.</b> Its orders cannot be renewed meanwhile; another account buys, if there is one.`;
    case 'px6_user':
      return isGood
        ? html`<b>The key of ${name} is that of the user who bought there before.</b>`
        : html`<b>The key of ${name} is that of another user: ${detail ?? ''}.</b> Nothing is bought or renewed there. Give the account its own key again, and the other user's key a name of its own.`;
    case 'px6_answers':
    case 'dataimpulse_answers':
    case 'cryptopay_answers':
      return isGood
        ? html`<b>${name} is back.</b>`
        : html`<b>${name} is down.</b> Nothing is charged for its work meanwhile.`;
  }
}

/** Why something is not done. Messages of errors are for programs: they speak of fields and the catalog. */
function refusal(error: DomainError): Html {
  if (error instanceof OutOfStockError)
    return html`Not so many are in stock: ${counted(error.available, 'is free', 'are free')}. Take fewer, or choose another country.`;
  if (error instanceof InsufficientBalanceError)
    return html`This costs ${usd(error.required)}, and your balance is ${usd(error.balance)}. Nothing was charged.`;
  if (error instanceof PriceChangedError)
    return html`The price has changed: it is ${usd(error.price)} now, and was ${usd(error.maxPrice)}. Nothing was charged.`;
  if (error instanceof CoinsNotPayableError)
    return html`At most ${coinsOf(error.payable)} can be spent here; nothing was charged.`;
  if (error instanceof ResellerDisabledError) return html`Your account is disabled: ${error.reason}`;
  if (error instanceof TooManyKeysError)
    return html`You have at most ${COUNT.format(error.most)} API keys. Replace the secret of one that you do not need any more: /keys.`;
  if (error instanceof SecretReplacedError)
    return html`This secret was replaced already, and nothing was changed now. If you did that here, the new one is above. To replace it once more: /keys.`;
  if (error instanceof TooManyPaymentsError)
    return html`${COUNT.format(error.most)} of your invoices are open. Pay one of them, or wait until one has expired.`;
  return REFUSALS[error.code] ?? html`${error.message}`;
}

const REFUSALS: Partial<Record<ErrorCode, Html>> = {
  key_not_found: html`You have no such key. Open the list again: /keys.`,
  order_not_found: html`You have no such order. Open the list again: /orders.`,
  not_luxury: html`This is no Luxury order: it has no traffic, settings or lines.`,
  not_renewable: html`This order cannot be renewed any more: buy a new one.`,
  unknown_product: html`This is not on sale any more. Begin anew: /buy.`,
  invalid_period: html`This is not sold for that period any more. Begin anew: /buy.`,
  invalid_quantity: html`One order does not take so many.`,
  invalid_country: html`There are no such proxies in this country. Choose another one.`,
  invalid_option: html`These settings do not go together. Choose the place again.`,
  provider_error: html`The provider could not do this, and nothing stays charged. Please try again in a moment.`,
  request_in_progress: html`What was asked for before is still being carried out. Please press again in a moment.`,
};

export const en = {
  /** The language by its own name. */
  itself: 'English',
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

  welcome: (name: string) => html`<b>Welcome, ${name}!</b>

You have an account for buying proxies now. Top up its balance, and create an API key for your programs or sign in to the console in a browser.`,
  welcomeBack: (name: string) => html`<b>Hello, ${name}.</b> What would you like to do?`,
  linked: (reseller: string) => html`You manage the account <b>${reseller}</b> from now on.`,
  linkedInstead: (reseller: string, before: number) =>
    html`You manage the account <b>${reseller}</b> from now on. Your account before, number ${before}, is kept: support can bind you to it again.`,
  oldLink: html`This link has been used or is too old. Ask support for a new one.`,
  startFirst: html`Send /start first: it gives you an account.`,
  help: html`<b>What this bot does</b>

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
  unknown: html`I did not understand that. /help lists what I can do.`,
  textOnly: html`I understand text and buttons only. /help lists what I can do.`,
  privateOnly: html`I work in private chats only, and answer nothing else in a group. Please write to me in a chat of our own.`,
  edited: html`I do not read changes of messages. Send it again as a new message, please.`,
  oldButton: html`This button is too old. Open the list again, please.`,
  slowDown: html`That is too fast for me: I take 30 messages a minute. Please go on in a minute.`,
  failed: html`Something went wrong on our side. Please try again.`,
  refusal,

  /** Of what was charged and then not carried out. */
  moneyBack: ({ charged, coins, balance }: { charged: Micros; coins: number; balance: Micros }) =>
    html`${usd(charged)}${coins > 0 ? ` and ${coinsOf(coins)}` : ''} went back to you: your balance is ${usd(balance)}.`,

  language: html`Which language should I speak?`,
  languageSet: html`I speak English now.`,

  console: (link: string, minutes: number) => html`<a href="${link}">Sign in to the console</a>

The link works once, within ${minutesOf(minutes)}. Do not pass it on: it opens your account.

${link}`,

  invite: (
    link: string,
    percent: number,
  ) => html`Whoever starts this bot by your link is referred by you. You get <b>${percent} %</b> of what they pay here as coins, and each coin takes $0.01 off what you buy here.

${link}`,

  balance: (view: {
    balance: Micros;
    coins: number;
    thresholdUsd: number;
    movements: readonly AccountMovement[];
    catalog: readonly Tier[];
  }) => html`<b>Balance: ${usd(view.balance)}</b>
Coins: ${COUNT.format(view.coins)}. Each takes $0.01 off what you buy here.
${view.thresholdUsd === 0 ? 'You get no notice when it is low.' : `You get a notice when it falls below ${usd(BigInt(view.thresholdUsd) * 1_000_000n)}.`}

${view.movements.length === 0 ? html`Nothing has moved yet.` : html`<b>Last movements</b>`}
${view.movements.map((movement) => html`${DAY.format(movement.position / 1_000)}  <b>${signed(movement.amount)}</b>  ${cut(describeMovement(movement, view.catalog), MAX_MOVEMENT_UNITS)}`)}`,
  threshold: (
    usdNow: number,
  ) => html`You get a notice when the balance falls below an amount. Now it is <b>$${COUNT.format(usdNow)}</b>; with 0 you get none.

Choose one, or type whole dollars from 0 to 1,000,000.`,
  badThreshold: html`That is not a whole number from 0 to 1,000,000. Please type digits only, such as 25 or 1000.`,
  thresholdUsd: (amount: number) => `$${amount}`,
  statementCaption: (count: number, isWhole: boolean) =>
    isWhole
      ? html`Your statement: ${counted(count, 'movement', 'movements')}.`
      : html`The newest ${counted(count, 'movement', 'movements')} of your statement. The console has the older ones.`,
  statementHeader: ['Time (UTC)', 'What', 'Amount, USD', 'Balance after, USD', 'Reference'],
  movement: (movement: AccountMovement, catalog: readonly Tier[]) => describeMovement(movement, catalog),

  /** `newest`: those that are described; `count`: how many there are. */
  keys: (newest: readonly ShownKey[], count: number) =>
    count === 0
      ? html`You have no API key yet. Your programs need one: create it here.`
      : html`<b>API keys</b>

${newest.map(keyLine)}

${count > newest.length ? `These are the newest ${newest.length} of ${count}. ` : ''}Choose one to change it.`,
  keyName: html`What should the key be called? Type a name of at most 50 characters, such as the program that will use it.`,
  badKeyName: html`A name has 1 to 50 characters, and none that change the direction of text. Please type another one.`,
  keyButton: ({ name, prefix, disabled }: ShownKey) =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (disabled)' : ''}`,
  key: (key: ShownKey) => html`<b>API key <code>${key.prefix}…</code></b> ${key.name ?? ''}

State: ${key.disabled ? 'disabled' : 'in use'}
Allowed networks: ${key.allowedIps.length === 0 ? 'any' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}
Secret since: ${INSTANT.format(key.issuedAt)} UTC${key.oldSecret ? html`\nOld secret: <code>${key.oldSecret.prefix}…</code> works until ${INSTANT.format(key.oldSecret.until)} UTC` : ''}
Last used: ${key.lastUsedOn === null ? 'never' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey: string) => html`Your API key, shown this once:

<code>${apiKey}</code>

Save it now. Delete this message when you have: whoever reads it can spend your balance.`,
  /** Instead of a message that Telegram does not delete. */
  emptied: html`The secret that stood here is gone. Telegram lets bots delete no message that is older than 48 hours.`,
  notDeleted: html`Telegram lets me neither delete nor change that message. Please delete it yourself: whoever reads the secret in it can use it.`,
  reissueSure: (key: ShownKey) =>
    html`Replace the secret of <code>${key.prefix}…</code>? The present one stops working at once, or in 24 hours.`,
  networks: (
    key: ShownKey,
  ) => html`From where may <code>${key.prefix}…</code> be used? Now: ${key.allowedIps.length === 0 ? 'any network' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}.

Type addresses or networks such as 203.0.113.7 or 2001:db8::/32, with spaces or commas between them.`,
  /** `wrong`: those that are no networks; none when they are too many. */
  badNetworks: (wrong: readonly string[]) => html`${
    wrong.length === 0
      ? 'A key takes at most 100 networks.'
      : `That does not work: ${cut(wrong.join(', '), MAX_LIST_UNITS)}.`
  } Nothing was changed.

Type addresses, or networks by their first address, such as 203.0.113.0/24 or 2001:db8::/32, with spaces or commas between them.`,

  topUp: html`<b>How much do you want to add to your balance?</b>

Choose an amount, or type US dollars from 1 to 10,000, such as 75 or 12.50.`,
  badAmount: html`Please type US dollars from 1 to 10000 with at most two decimals and nothing between the thousands, such as 75, 12.50 or 1000.`,
  noPayments: html`The balance cannot be topped up here at present. Please ask support.`,
  chooseMethod: (amount: Micros) =>
    html`<b>${usd(amount)}</b> will be added to your balance. How do you want to pay?`,
  /** `stars`: null for Crypto Pay. */
  payBy: (stars: number | null) => (stars === null ? 'Crypto Pay' : `Telegram Stars: ${starsOf(stars)}`),
  tooManyStars: (most: Micros) =>
    html`Telegram takes at most ${usd(most)} in Stars at once. For more, pay several times.`,
  starsInvoice: (amount: Micros, until: Date) => ({
    title: `Top-up: ${usd(amount)}`,
    description: `Adds ${usd(amount)} to your balance. To be paid by ${INSTANT.format(until)} UTC.`,
    label: `Top-up ${usd(amount)}`,
  }),
  invoiceComing: (amount: Micros) =>
    html`Your invoice for <b>${usd(amount)}</b> is being made. It comes in a moment.`,
  invoice: (amount: Micros, until: Date) => html`<b>Invoice for ${usd(amount)}</b>

Pay it by ${INSTANT.format(until)} UTC. I will tell you when the money has come.`,
  noInvoice: (provider: ProviderName, amount: Micros) =>
    provider === 'stars'
      ? html`Telegram did not take the invoice for ${usd(amount)} in Stars, so it cannot be paid, and nothing was charged. /topup begins again.`
      : html`Crypto Pay made no invoice for ${usd(amount)}, and nothing was paid. /topup tries it again.`,
  credited: (amount: Micros) => html`<b>${usd(amount)}</b> was added to your balance. /balance shows it.`,
  /** To whom pays for an account that is not theirs any more. */
  creditedElsewhere: html`Your payment was added to the account that its invoice was made for. That is not the one that you have here now.`,
  /** `uncovered` is what the balance did not cover. */
  refunded: (amount: Micros, stars: number | null, uncovered: Micros = 0n) =>
    html`<b>Your payment for ${usd(amount)} was given back</b>${stars === null ? '' : `: ${starsOf(stars)}`}. ${
      uncovered === 0n
        ? 'What it had added is off your balance again.'
        : `Your balance did not cover ${usd(uncovered)} of what it had added: that is taken from what comes to it next. The rest is off it.`
    }`,
  uncredited: html`Your payment has come, but not as it was asked for, so nothing was added to your balance. It is kept, and support has been told.`,
  checkoutRefused: (reason: CheckoutRefusal | 'failed') =>
    ({
      unknown: 'This invoice is not known. Please get a new one by /topup.',
      paid: 'This invoice is paid already. Another one is made by /topup.',
      expired: 'This invoice is too old. Please get a new one by /topup.',
      differing: 'This invoice asks for another amount than it should. Please get a new one by /topup.',
      of_another:
        'This invoice was made for another person or account. Please get one of your own by /topup.',
      failed: 'Something went wrong on our side, and nothing was paid. Please try again.',
    })[reason],

  buy,
  orders,
  settings,
  notices,
  alert,
};

export type En = typeof en;
