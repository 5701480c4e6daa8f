import { I18n } from '@grammyjs/i18n';
import { CoinsNotPayableError } from '../../billing/errors.ts';
import type { ProductType, Tier } from '../../catalog/catalog.ts';
import type { AddressCount } from '../../catalog/geo.ts';
import type { DomainError } from '../../kit/errors.ts';
import { formatUsd, type Micros } from '../../kit/money.ts';
import { operatorCommand, supportContact } from '../../kit/program.ts';
import { type GeoField, type LuxurySettings, type SettingName, settingOf } from '../../luxury/settings.ts';
import type { Traffic } from '../../luxury/traffic.ts';
import type { Order, OrderStatus } from '../../orders/order.ts';
import { TooManyPaymentsError } from '../../payments/payment.ts';
import { type AccountMovement, type ChargedWork, productName } from '../../purchases/account-statement.ts';
import { ResellerDisabledError, SecretReplacedError, TooManyKeysError } from '../../resellers/errors.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import { type Alert, isOne, watchedBy } from '../alerts.ts';
import { LANGUAGES, type Language } from '../people/people.ts';
import { cut, escaped, Html, html, type Line, MAX_LIST_UNITS, MAX_MOVEMENT_UNITS, rendered } from './html.ts';

/**
 * The files beside this one, one for each language, read once when the service starts. Of the library only
 * this is used, and no middleware of it: notices and alerts are written without an update. Fluent's marks
 * around values are left out, because values lose what reverses text.
 */
const WORDS = new I18n({
  defaultLocale: 'en',
  directory: import.meta.dirname,
  fluentBundleOptions: { useIsolating: false },
});

/**
 * What a message shows or is chosen by, by name. A number is a count, in the form of the language, and
 * chooses the word for one or many; one named `...Id` is only shown. A bigint is an amount of money, a date
 * is shown to the minute in UTC, a boolean chooses `yes` or `no`, and a list has a line each. Every message
 * may show `$support`, whom to ask, or `none`.
 */
type Values = Readonly<Record<string, string | number | Micros | boolean | Date | Html | readonly Line[]>>;

/** From a thousand of a unit on, the next one is used: its numbers have four digits at most. */
const UNITS = ['bytes-0', 'bytes-1', 'bytes-2', 'bytes-3'] as const;
const NEXT_FROM = 1_000;

export interface OptionsView extends Pick<LuxurySettings, 'session' | 'stickyMinutes' | 'protocol'> {
  /** The names of the places that were chosen. */
  places: Partial<Record<GeoField, string>>;
  addresses: AddressCount;
}

export interface PurchaseView {
  product?: string;
  volume?: Parameters<Texts['volume']>[0];
  /** ISO-2, or ANY. */
  country?: string;
  /** Missing for what is sold one at a time. */
  quantity?: number;
}

interface OrderLine
  extends Pick<Order, 'id' | 'tier' | 'type' | 'country' | 'quantity' | 'status' | 'label' | 'customer'> {
  expiresAt: Date | null;
  /** Undefined for an order without a volume. */
  traffic: Traffic | undefined;
}

/** A person corrects no more flaws before the next try, and a message has room for these. */
const FLAWS_SHOWN = 10;
const MAX_ENTRY_CHARACTERS = 50;

/** What the bot says in one language. What needs no more than values is in the file of the language alone. */
export class Texts {
  readonly language: Language;
  readonly #dates: Record<'day' | 'dayOfYear' | 'instant' | 'weekday', Intl.DateTimeFormat>;
  readonly #counts: Intl.NumberFormat;
  readonly #digits: Intl.NumberFormat;
  readonly #regions: Intl.DisplayNames;

  constructor(language: Language) {
    this.language = language;
    const dates = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(this.label('date-locale'), { ...options, timeZone: 'UTC' });
    this.#dates = {
      day: dates({ dateStyle: 'medium' }),
      dayOfYear: dates({ day: 'numeric', month: 'short' }),
      instant: dates({ dateStyle: 'medium', timeStyle: 'short' }),
      weekday: dates({ weekday: 'short', day: '2-digit' }),
    };
    this.#counts = new Intl.NumberFormat(language);
    this.#digits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
    this.#regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  }

  /** A message: its texts are escaped, and what is marked up already is not. */
  message(id: string, values: Values = {}): Html {
    return new Html(this.#write(id, values, escaped));
  }

  /** What has no marks, such as the label of a button. */
  label(id: string, values: Values = {}): string {
    return this.#write(id, values, (text) => text);
  }

  #write(id: string, values: Values, ofText: (text: string) => string): string {
    const shown: Values = { support: supportContact() ?? 'none', ...values };
    const words = Object.entries(shown).map(([name, value]) => {
      if (typeof value === 'number') return [name, name.endsWith('Id') ? String(value) : value];
      if (typeof value === 'bigint') return [name, this.usd(value)];
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no'];
      if (value instanceof Date) return [name, this.date('instant', value)];
      return [name, typeof value === 'string' ? ofText(value) : rendered(value)];
    });
    return WORDS.t(this.language, id, Object.fromEntries(words));
  }

  date(form: 'day' | 'dayOfYear' | 'instant' | 'weekday', instant: Date | number): string {
    return this.#dates[form].format(instant);
  }

  count(number: number): string {
    return this.#counts.format(number);
  }

  /** Such as `$1,234.50` or `1 234,50 $`. */
  usd(amount: Micros): string {
    const [whole = '', cents = ''] = formatUsd(amount < 0n ? -amount : amount).split('.');
    const value = this.label('usd', { whole: this.#counts.format(BigInt(whole)), cents });
    return amount < 0n ? `−${value}` : value;
  }

  /** Such as `1.25 GB`, of 2^30 bytes. */
  bytes(bytes: bigint): string {
    let amount = Number(bytes);
    let unit = 0;
    for (; amount >= NEXT_FROM && unit < UNITS.length - 1; unit++) amount /= 1_024;
    return this.label(UNITS[unit] ?? '', { amount: this.#digits.format(amount) });
  }

  /** The name of a country by its ISO-2 code, or what ANY stands for. */
  countryName(code: string): string {
    return code === 'ANY' ? this.label('any-country') : (this.#regions.of(code) ?? code);
  }

  /** How long, or how much: one of both is null. */
  volume({ days, gb }: { days: number | null; gb: number | null }): string {
    return days === null ? this.label('gigabytes', { gb: gb ?? 0 }) : this.label('days', { days });
  }

  purchase({ product, volume, country, quantity }: PurchaseView): Html {
    const facts = [
      product,
      volume && this.volume(volume),
      country && this.countryName(country),
      quantity && this.label('quantity', { count: quantity }),
    ];
    return html`<b>${facts.filter(Boolean).join(', ')}</b>`;
  }

  options({ session, stickyMinutes, protocol, places, addresses }: OptionsView): Html {
    const named = Object.entries(places).map(
      ([field, name]) => html`${this.setting(field as GeoField)}: <b>${name}</b>`,
    );
    return html`${[
      this.message('option-session', { session, minutes: stickyMinutes }),
      this.message('option-protocol', { protocol }),
      ...named,
      this.message('option-addresses', { isExact: addresses.exact, count: addresses.addresses }),
    ]}`;
  }

  /** The catalog has one description; the Russian file has words for what is not described in Russian. */
  typeLine(type: Pick<ProductType, 'name' | 'description' | 'upstreamProduct'>): Html {
    const { name, description, upstreamProduct } = type;
    const isRussian = /\p{Script=Cyrillic}/u.test(description);
    const about = isRussian ? 'own' : upstreamProduct.replace(':', '-');
    return this.message('type-line', { name, description, about });
  }

  countryButton(flag: string, code: string, available: number): string {
    return code === 'ANY'
      ? this.label('button-any-country')
      : `${flag} ${this.countryName(code)}, ${this.count(available)}`;
  }

  places(field: GeoField, search: string): Html {
    const how = search === '' ? this.message('list-place') : this.message('list-found', { search });
    return html`<b>${this.setting(field)}</b>

${how}`;
  }

  orders(status: OrderStatus | undefined, total: number, page: number, pages: number): Html {
    if (total === 0) return this.message('orders-none');
    const turned = this.label('orders-page', { page: String(page), pages: String(pages) });
    return this.message('orders', {
      status: status ? `, ${this.label('orders-status', { status })}` : '',
      total,
      page: pages > 1 ? `, ${turned}` : '',
    });
  }

  orderButton(
    { id, tier, type, country, quantity, label, customer, expiresAt, traffic }: OrderLine,
    catalog: readonly Tier[],
  ): string {
    const product = `${productName(catalog, tier, type)}${quantity > 1 ? ` × ${quantity}` : ''}`;
    const facts = [
      label,
      customer,
      product,
      country === 'ANY' ? '' : country,
      expiresAt && this.label('until', { day: this.date('dayOfYear', expiresAt) }),
      traffic && this.label('left', { amount: this.leftOf(traffic) }),
    ];
    return `${id}: ${facts.filter(Boolean).join(', ')}`;
  }

  leftOf({ totalBytes, usedBytes }: Traffic): string {
    return this.bytes(totalBytes - usedBytes);
  }

  setting(setting: SettingName): string {
    return this.label('setting', { setting });
  }

  choice(setting: SettingName, value: string): string {
    if (setting === 'country') return this.countryName(value);
    if (setting === 'protocol') return this.label('protocol', { protocol: value });
    if (setting === 'session') return this.label(value === 'sticky' ? 'button-sticky' : 'button-rotating');
    return value === '' ? this.label('button-none') : value;
  }

  #value(settings: LuxurySettings, name: SettingName): string {
    const value = settings[name];
    if (name === 'country') return this.countryName(settings.country);
    if (name === 'session') return this.label('session', { session: settings.session });
    if (name === 'protocol') return this.label('protocol', { protocol: settings.protocol });
    if (typeof value === 'boolean') return this.label('yes-or-no', { isSo: value });
    if (typeof value === 'number') return this.count(value);
    if (Array.isArray(value)) return value.join(', ') || this.label('none');
    return value ?? this.label(settingOf(name).geo ? 'any' : 'none');
  }

  #settingLine(settings: LuxurySettings, name: SettingName): Html {
    return html`${this.setting(name)}: ${cut(this.#value(settings, name), 500)}`;
  }

  settings(orderId: number, settings: LuxurySettings, names: readonly SettingName[]): Html {
    return this.message('settings', {
      orderId,
      lines: names.map((name) => this.#settingLine(settings, name)),
    });
  }

  settingNow(orderId: number, settings: LuxurySettings, setting: SettingName): Html {
    const value = cut(this.#value(settings, setting), 2_000);
    const taken = this.message('setting-taken', { setting });
    return this.message('setting-now', { orderId, setting, value, taken });
  }

  changes(
    orderId: number,
    names: readonly SettingName[],
    { before, after }: { before: LuxurySettings; after: LuxurySettings },
  ): Html {
    const lines = names.map((setting) =>
      this.message('setting-change', {
        setting,
        before: cut(this.#value(before, setting), 1_000),
        after: cut(this.#value(after, setting), 1_000),
      }),
    );
    return html`${[this.message('order-heading', { orderId }), html``, ...lines]}`;
  }

  sameSetting(name: SettingName, settings: LuxurySettings): Html {
    return this.message('setting-same', { line: this.#settingLine(settings, name) });
  }

  /** `wrong`: the entries of a list that are refused; an empty one for the whole value. */
  refusedSetting(setting: SettingName, wrong: readonly string[]): Html {
    const taken = this.message('setting-taken', { setting });
    return html`${[
      this.message('setting-refused', { setting }),
      ...wrong.slice(0, FLAWS_SHOWN).map((text) => {
        const entry = text && `${cut(text, MAX_ENTRY_CHARACTERS)}: `;
        return this.message('setting-flaw', { setting, entry });
      }),
      html``,
      taken.text === '' ? this.message('nothing-changed') : taken,
    ]}`;
  }

  balance(given: {
    balance: Micros;
    coins: number;
    thresholdUsd: number;
    movements: readonly AccountMovement[];
    catalog: readonly Tier[];
  }): Html {
    const { movements, thresholdUsd, catalog, ...view } = given;
    return this.message('balance', {
      ...view,
      isWarned: thresholdUsd !== 0,
      threshold: BigInt(thresholdUsd) * 1_000_000n,
      isEmpty: movements.length === 0,
      movements: movements.map((movement) => {
        const amount = `${movement.amount > 0n ? '+' : ''}${this.usd(movement.amount)}`;
        const what = cut(this.movement(movement, catalog), MAX_MOVEMENT_UNITS);
        return html`${this.date('day', movement.position / 1_000)}  <b>${amount}</b>  ${what}`;
      }),
    });
  }

  /** What a movement was for. Names of products are those of the catalog. */
  movement({ kind, amount, work, reason }: AccountMovement, catalog: readonly Tier[]): string {
    const returned = amount < 0n ? 'payment_returned' : 'payment_kept';
    const alone = kind.endsWith('refund') ? `${kind}_alone` : 'charge_alone';
    const known = work || kind === 'top_up' || kind === 'adjustment' ? kind : alone;
    return this.label('movement', {
      kind: kind === 'payment_refund' ? returned : known,
      subject: work ? this.#work(work, catalog) : '',
      reason: reason ?? '',
    });
  }

  #work({ kind, orderId, product, days, gb, coins }: ChargedWork, catalog: readonly Tier[]): string {
    const isWorkNamed = kind !== 'purchase' || !product;
    const isCounted = product && gb === null && kind !== 'traffic';
    const volume = days === null && gb !== null ? { gb: String(gb) } : { days: days ?? 0 };
    const facts = [
      isWorkNamed && this.label('movement-work', { kind, orderId }),
      product && productName(catalog, product.tier, product.type),
      product &&
        this.label('movement-country', { code: product.country, country: this.countryName(product.country) }),
      (product || kind !== 'purchase') &&
        (days !== null || gb !== null) &&
        this.label(days === null ? 'gigabytes' : 'days', volume),
      isCounted && this.label('quantity', { count: product.quantity }),
      coins > 0 && this.label('movement-coins', { coins }),
    ];
    return facts.filter(Boolean).join(', ');
  }

  /** How the prices of the API and the console differ from those of the chat, with an empty line before. */
  apiPrices(catalog: readonly Tier[]): Html[] {
    const savings = catalog
      .flatMap(({ types }) => types.flatMap(({ periods }) => periods))
      .filter(({ price, retailPrice }) => price !== retailPrice)
      .map(({ price, retailPrice }) => Number(((retailPrice - price) * 100n) / retailPrice));
    if (savings.length === 0) return [];
    return [html``, this.message('api-prices', { percent: String(Math.max(0, ...savings)) })];
  }

  /** `newest`: those that are described; `count`: how many there are. */
  keys(newest: readonly ShownKey[], count: number): Html {
    if (count === 0) return this.message('keys-none');
    const part = { newest: String(newest.length), count: String(count) };
    return this.message('keys', {
      keys: newest.map((key) => this.#keyLine(key)),
      part: count > newest.length ? `${this.label('keys-part', part)} ` : '',
    });
  }

  /** Where a key may be used from and when it last was; of its networks, which may be many, two are named. */
  #keyLine({ prefix, name, disabled, allowedIps, lastUsedAt }: ShownKey): Html {
    const more = this.label('key-networks-more', { count: String(allowedIps.length - 2) });
    const from = `${allowedIps.slice(0, 2).join(', ')}${allowedIps.length > 2 ? ` ${more}` : ''}`;
    const facts = [
      disabled && this.label('key-disabled'),
      from || this.label('key-any-network'),
      lastUsedAt === null
        ? this.label('key-never-used')
        : this.label('key-used', { day: this.date('day', lastUsedAt) }),
    ];
    return html`<code>${prefix}…</code> ${name ? `${name}: ` : ''}${facts.filter(Boolean).join(', ')}`;
  }

  key({ name, prefix, disabled, allowedIps, createdAt, issuedAt, oldSecret, ...last }: ShownKey): Html {
    return this.message('key', {
      prefix,
      name: name ?? '',
      isDisabled: disabled,
      isOpen: allowedIps.length === 0,
      networks: cut(allowedIps.join(', '), MAX_LIST_UNITS),
      createdAt,
      issuedAt,
      oldSecret: oldSecret ? html`\n${this.message('key-old-secret', { ...oldSecret })}` : '',
      isUsed: last.lastUsedAt !== null,
      usedAt: last.lastUsedAt ?? '',
      isPlaceKnown: last.lastUsedFrom !== null,
      usedFrom: last.lastUsedFrom ?? '',
    });
  }

  networks({ prefix, allowedIps }: ShownKey): Html {
    const networks = cut(allowedIps.join(', '), MAX_LIST_UNITS);
    return this.message('networks', { prefix, isOpen: allowedIps.length === 0, networks });
  }

  /** `wrong`: those that are no networks; none when they are too many. */
  badNetworks(wrong: readonly string[]): Html {
    const areTooMany = wrong.length === 0;
    return this.message('bad-networks', { areTooMany, wrong: cut(wrong.join(', '), MAX_LIST_UNITS) });
  }

  alert({ subject, isGood, detail }: Alert): Html {
    const { about, name } = watchedBy(subject);
    return this.message(`alert-${about}`, {
      name,
      isGood,
      isOne: isOne(detail),
      isDetailed: detail !== null,
      detail: detail ?? '',
      operator: operatorCommand('').trimEnd(),
    });
  }

  /** Why something is not done. Messages of errors are for programs: they speak of fields and the catalog. */
  refusal(error: DomainError): Html {
    const [, kind = error.code] = REFUSED.find(([refusal]) => error instanceof refusal) ?? [];
    const facts = Object.entries(error).filter(([, value]) => FACTS.includes(typeof value));
    return this.message('refusal', { ...Object.fromEntries(facts), kind, message: error.message });
  }
}

const TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, new Texts(language)]));

export function textsIn(language: Language): Texts {
  return TEXTS[language] as Texts;
}

/** Refusals that share their code with others; the texts of the others are chosen by their codes. */
const REFUSED = [
  [CoinsNotPayableError, 'coins_not_payable'],
  [ResellerDisabledError, 'reseller_disabled'],
  [TooManyKeysError, 'too_many_keys'],
  [SecretReplacedError, 'secret_replaced'],
  [TooManyPaymentsError, 'too_many_payments'],
] as const;
/** What a refusal may say of itself: numbers, amounts and reasons. */
const FACTS: readonly string[] = ['string', 'number', 'bigint'];

export function accessLine(proxy: { host: string; port: number; login: string; password: string }): string {
  return `${proxy.host}:${proxy.port}:${proxy.login}:${proxy.password}`;
}
