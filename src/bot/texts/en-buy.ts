import type { ProductType } from '../../catalog/catalog.ts';
import type { Micros } from '../../kit/money.ts';
import type { GeoField } from '../../luxury/settings.ts';
import { COUNT, counted, countryName, DAY, usd } from './en-formats.ts';
import { type Html, html } from './html.ts';
import type { BoughtView, GatewayView, OfferView, OptionsView, PurchaseView } from './purchase-view.ts';

const PLACES: Record<GeoField, string> = { state: 'State', city: 'City', zip: 'ZIP code', asn: 'Provider' };
const PROTOCOLS = { http: 'HTTP', socks5: 'SOCKS5', both: 'HTTP and SOCKS5' } as const;

function volumeOf({ days, gb }: { days: number | null; gb: number | null }): string {
  return days === null ? `${COUNT.format(gb ?? 0)} GB` : counted(days, 'day', 'days');
}

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
    ([field, name]) => html`${PLACES[field as GeoField]}: <b>${name}</b>`,
  );
  return html`${[
    session === 'sticky'
      ? html`Session: <b>an address is kept for ${counted(stickyMinutes, 'minute', 'minutes')}</b>`
      : html`Session: <b>a new address for each request</b>`,
    html`Protocol: <b>${PROTOCOLS[protocol]}</b>`,
    ...named,
    html`Addresses: <b>${addresses.exact ? '' : 'at most '}${COUNT.format(addresses.addresses)}</b>`,
  ]}`;
}

/** What the dialogue `/buy` says. */
export const enBuy = {
  tier: (): Html => html`<b>What would you like to buy?</b>`,
  tierButton: (name: string): string => name,
  type: (types: readonly ProductType[]): Html => html`<b>Which type?</b>

${types.map(({ name, description }) => html`<b>${name}</b>: ${description}`)}`,
  typeButton: (name: string, from: Micros): string => `${name}, from ${usd(from)}`,
  period: (purchase: PurchaseView, isTraffic: boolean): Html =>
    isTraffic
      ? html`${chosen(purchase)}

How much traffic? It has no end date.`
      : html`${chosen(purchase)}

For how long? The price is that of one proxy.`,
  periodButton: (period: { days: number | null; gb: number | null }, price: Micros): string =>
    `${volumeOf(period)}, ${usd(price)}`,
  country: (purchase: PurchaseView, search: string): Html => html`${chosen(purchase)}

Which country? ${search === '' ? 'Press a button, or type the name or the code.' : html`These fit “${search}”.`}`,
  countryName,
  countryButton: (flag: string, code: string, available: number): string =>
    code === 'ANY' ? 'Any country' : `${flag} ${countryName(code)}, ${COUNT.format(available)}`,
  quantity: (purchase: PurchaseView, most: number, available: number): Html => html`${chosen(purchase)}

How many proxies? ${counted(available, 'is free', 'are free')}. Press a button, or type a number from 1 to ${most}.`,
  options: (purchase: PurchaseView, options: OptionsView): Html => html`${chosen(purchase)}

${describeOptions(options)}

Change what you like, then go on. All of it can be changed later, too.`,
  optionButton: {
    rotating: 'New address each time',
    sticky: 'Keep the address',
    http: 'HTTP',
    socks5: 'SOCKS5',
    both: 'Both',
    minutes: (minutes: number): string => `Keep for ${counted(minutes, 'minute', 'minutes')}`,
    place: (field: GeoField, name: string | undefined): string => `${PLACES[field]}: ${name ?? 'any'}`,
    next: 'Go on »',
  },
  minutes: (most: number): Html =>
    html`For how many minutes should an address be kept? Press a button, or type a number from 1 to ${most}.`,
  minutesButton: (minutes: number): string => counted(minutes, 'minute', 'minutes'),
  place: (field: GeoField, search: string): Html =>
    search === ''
      ? html`<b>${PLACES[field]}</b>

Press a button, or type a part of the name or the code.`
      : html`<b>${PLACES[field]}</b>

These fit “${search}”.`,
  placeButton: (name: string, count: number): string => `${name}, ${COUNT.format(count)}`,
  anyPlace: 'Any',
  pages: (page: number, pages: number): string => `${page} of ${pages}`,

  nothingFits: (search: string): Html =>
    html`I found nothing for “${search}”. Please type another one, or press a button.`,
  badNumber: (most: number): Html =>
    html`That is not a whole number from 1 to ${most}. Please type another one, such as 1.`,
  pressButton: (): Html => html`Please press one of the buttons.`,
  nothingOnSale: (): Html => html`Nothing is on sale at the moment. Please come back later.`,
  noAddresses: (): Html => html`No address fits all of this. Change the place, or set a part of it to any.`,
  cancelled: (): Html => html`Cancelled. Nothing was bought.`,

  offer: ({ purchase, price, coins, worth, charged, balance, earned }: OfferView): Html =>
    html`${[
      chosen(purchase),
      ...(purchase.options ? [describeOptions(purchase.options)] : []),
      html``,
      html`Price: <b>${usd(price)}</b>`,
      ...(coins > 0
        ? [
            html`Coins: −${usd(worth)} for ${counted(coins, 'coin', 'coins')}`,
            html`To pay: <b>${usd(charged)}</b>`,
          ]
        : []),
      balance < charged
        ? html`Your balance is ${usd(balance)}: ${usd(charged - balance)} is missing.`
        : html`Your balance is ${usd(balance)}, and ${usd(balance - charged)} after it.`,
      ...(earned > 0 ? [html`You earn ${counted(earned, 'coin', 'coins')}.`] : []),
    ]}`,
  offerButton: {
    confirm: (charged: Micros): string => `Buy for ${usd(charged)}`,
    mostCoins: (coins: number): string => `Pay with ${counted(coins, 'coin', 'coins')}`,
    noCoins: 'Pay without coins',
  },
  bought: ({ orderId, purchase, charged, coins, earned, balance }: BoughtView): Html =>
    html`${[
      html`<b>Bought: order ${orderId}</b>`,
      chosen(purchase),
      html``,
      coins > 0
        ? html`Paid: ${usd(charged)} and ${counted(coins, 'coin', 'coins')}`
        : html`Paid: ${usd(charged)}`,
      html`Balance: ${usd(balance)}`,
      ...(earned > 0 ? [html`You have earned ${counted(earned, 'coin', 'coins')}.`] : []),
    ]}`,
  notBought: (purchase: PurchaseView): Html => html`<b>Not bought:</b> ${chosen(purchase)}`,
  boughtAlready: (orderId: number): Html =>
    html`You have bought this already: it is order ${orderId}. Nothing was charged again.`,
  oldOffer: (): Html =>
    html`This offer is too old, or another one has replaced it. Nothing was charged now; begin anew with /buy.`,
  inProgress: (): Html =>
    html`This is still being carried out. I will tell you here how it ended; it is not bought twice.`,

  proxies: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    expiresAt: Date | null,
    lines: readonly string[],
  ): Html => html`<b>Order ${orderId}</b>${expiresAt === null ? '' : ` until ${DAY.format(expiresAt)}`}
${chosen(purchase)}

${lines.map((line) => html`<code>${line}</code>`)}

Each line is host:port:login:password.`,
  proxiesFile: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    expiresAt: Date | null,
  ): Html => html`<b>Order ${orderId}</b>${expiresAt === null ? '' : ` until ${DAY.format(expiresAt)}`}
${chosen(purchase)}

Each line of the file is host:port:login:password.`,
  gateway: (
    { orderId, purchase }: Pick<BoughtView, 'orderId' | 'purchase'>,
    { session, stickyMinutes, protocol }: Pick<OptionsView, 'session' | 'stickyMinutes' | 'protocol'>,
    { host, httpPort, socks5Port, stickyPorts, line, url }: GatewayView,
  ): Html => html`<b>Order ${orderId}</b>
${chosen(purchase)}

<code>${line}</code>

This is host:port:login:password. ${
    session === 'sticky'
      ? html`Each port of ${host} from ${stickyPorts.first} to ${stickyPorts.last} keeps an exit address of its own for ${counted(stickyMinutes, 'minute', 'minutes')}: take another port for another address.`
      : html`Each request goes out by a new address. ${protocol === 'both' ? html`HTTP is at port ${httpPort} and SOCKS5 at port ${socks5Port}.` : ''}`
  }

To try it:
<code>curl -x ${url} https://api.ipify.org</code>`,
};
