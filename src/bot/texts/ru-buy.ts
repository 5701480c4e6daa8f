import type { GeoField } from '../../luxury/settings.ts';
import type { enBuy } from './en-buy.ts';
import { type Html, html } from './html.ts';
import type { OptionsView, PurchaseView } from './purchase-view.ts';
import { COUNT, counted, countryName, DAY, usd } from './ru-formats.ts';

const PLACES: Record<GeoField, string> = {
  state: 'Регион',
  city: 'Город',
  zip: 'Индекс',
  asn: 'Провайдер',
};
const PROTOCOLS = { http: 'HTTP', socks5: 'SOCKS5', both: 'HTTP и SOCKS5' } as const;

const coinsOf = (coins: number) => counted(coins, 'монета', 'монеты', 'монет');
const minutesOf = (minutes: number) => counted(minutes, 'минуту', 'минуты', 'минут');

function volumeOf({ days, gb }: { days: number | null; gb: number | null }): string {
  return days === null ? `${COUNT.format(gb ?? 0)} ГБ` : counted(days, 'день', 'дня', 'дней');
}

/** What is chosen so far, on one line. */
function chosen({ product, volume, country, quantity }: PurchaseView): Html {
  const facts = [
    product,
    volume && volumeOf(volume),
    country && countryName(country),
    quantity === undefined ? undefined : `${COUNT.format(quantity)} шт.`,
  ];
  return html`<b>${facts.filter((fact) => fact !== undefined).join(', ')}</b>`;
}

function describeOptions({ session, stickyMinutes, protocol, places, addresses }: OptionsView): Html {
  const named = Object.entries(places).map(
    ([field, name]) => html`${PLACES[field as GeoField]}: <b>${name}</b>`,
  );
  return html`${[
    session === 'sticky'
      ? html`Сессия: <b>адрес сохраняется на ${minutesOf(stickyMinutes)}</b>`
      : html`Сессия: <b>новый адрес для каждого запроса</b>`,
    html`Протокол: <b>${PROTOCOLS[protocol]}</b>`,
    ...named,
    html`Адресов: <b>${addresses.exact ? '' : 'не больше '}${COUNT.format(addresses.addresses)}</b>`,
  ]}`;
}

/** What the dialogue `/buy` says. */
export const ruBuy: typeof enBuy = {
  tier: () => html`<b>Что хотите купить?</b>`,
  tierButton: (name) => name,
  type: (types) => html`<b>Какой тип?</b>

${types.map(({ name, description }) => html`<b>${name}</b>: ${description}`)}`,
  typeButton: (name, from) => `${name}, от ${usd(from)}`,
  period: (purchase, isTraffic) =>
    isTraffic
      ? html`${chosen(purchase)}

Сколько трафика? Срока у него нет.`
      : html`${chosen(purchase)}

На какой срок? Цена указана за один прокси.`,
  periodButton: (period, price) => `${volumeOf(period)}, ${usd(price)}`,
  country: (purchase, search) => html`${chosen(purchase)}

Какая страна? ${search === '' ? 'Нажмите кнопку или введите название либо код.' : html`Вот что подходит к «${search}».`}`,
  countryName,
  countryButton: (flag, code, available) =>
    code === 'ANY' ? 'Любая страна' : `${flag} ${countryName(code)}, ${COUNT.format(available)}`,
  quantity: (purchase, most, available) => html`${chosen(purchase)}

Сколько прокси? Свободно ${COUNT.format(available)}. Нажмите кнопку или введите число от 1 до ${most}.`,
  options: (purchase, options) => html`${chosen(purchase)}

${describeOptions(options)}

Измените, что нужно, и продолжайте. Всё это можно изменить и потом.`,
  optionButton: {
    rotating: 'Каждый раз новый адрес',
    sticky: 'Сохранять адрес',
    http: 'HTTP',
    socks5: 'SOCKS5',
    both: 'Оба',
    minutes: (minutes) => `Сохранять на ${minutesOf(minutes)}`,
    place: (field, name) => `${PLACES[field]}: ${name ?? 'любой'}`,
    next: 'Дальше »',
  },
  minutes: (most) =>
    html`На сколько минут сохранять адрес? Нажмите кнопку или введите число от 1 до ${most}.`,
  minutesButton: minutesOf,
  place: (field, search) =>
    search === ''
      ? html`<b>${PLACES[field]}</b>

Нажмите кнопку или введите часть названия либо код.`
      : html`<b>${PLACES[field]}</b>

Вот что подходит к «${search}».`,
  placeButton: (name, count) => `${name}, ${COUNT.format(count)}`,
  anyPlace: 'Любой',
  pages: (page, pages) => `${page} из ${pages}`,

  nothingFits: (search) =>
    html`По запросу «${search}» ничего не нашлось. Введите, пожалуйста, другое или нажмите кнопку.`,
  badNumber: (most) => html`Это не целое число от 1 до ${most}. Введите, пожалуйста, другое, например 1.`,
  pressButton: () => html`Нажмите, пожалуйста, одну из кнопок.`,
  nothingOnSale: () => html`Сейчас ничего не продаётся. Загляните, пожалуйста, позже.`,
  noAddresses: () => html`Всему этому не подходит ни один адрес. Измените место или уберите его часть.`,
  cancelled: () => html`Отменено. Ничего не куплено.`,

  offer: ({ purchase, price, coins, worth, charged, balance, earned }) =>
    html`${[
      chosen(purchase),
      ...(purchase.options ? [describeOptions(purchase.options)] : []),
      html``,
      html`Цена: <b>${usd(price)}</b>`,
      ...(coins > 0
        ? [
            html`Монетами: −${usd(worth)} за ${counted(coins, 'монету', 'монеты', 'монет')}`,
            html`К оплате: <b>${usd(charged)}</b>`,
          ]
        : []),
      balance < charged
        ? html`На балансе ${usd(balance)}: не хватает ${usd(charged - balance)}.`
        : html`На балансе ${usd(balance)}, после покупки останется ${usd(balance - charged)}.`,
      ...(earned > 0 ? [html`За покупку начисляется ${coinsOf(earned)}.`] : []),
    ]}`,
  offerButton: {
    confirm: (charged) => `Купить за ${usd(charged)}`,
    mostCoins: (coins) => `Списать ${counted(coins, 'монету', 'монеты', 'монет')}`,
    noCoins: 'Оплатить без монет',
  },
  bought: ({ orderId, purchase, charged, coins, earned, balance }) =>
    html`${[
      html`<b>Куплено: заказ ${orderId}</b>`,
      chosen(purchase),
      html``,
      coins > 0 ? html`Оплачено: ${usd(charged)} и ${coinsOf(coins)}` : html`Оплачено: ${usd(charged)}`,
      html`Баланс: ${usd(balance)}`,
      ...(earned > 0 ? [html`Вам начислено: ${coinsOf(earned)}.`] : []),
    ]}`,
  notBought: (purchase) => html`<b>Не куплено:</b> ${chosen(purchase)}`,
  boughtAlready: (orderId) => html`Это уже куплено: заказ ${orderId}. Второй раз ничего не списано.`,
  oldOffer: () =>
    html`Это предложение устарело, или его заменило другое. Сейчас ничего не списано; начните заново: /buy.`,
  inProgress: () => html`Это ещё выполняется. Чем кончится, я сообщу здесь; второй раз ничего не купится.`,

  proxies: (
    { orderId, purchase },
    expiresAt,
    lines,
  ) => html`<b>Заказ ${orderId}</b>${expiresAt === null ? '' : ` до ${DAY.format(expiresAt)}`}
${chosen(purchase)}

${lines.map((line) => html`<code>${line}</code>`)}

В каждой строке хост:порт:логин:пароль.`,
  proxiesFile: (
    { orderId, purchase },
    expiresAt,
  ) => html`<b>Заказ ${orderId}</b>${expiresAt === null ? '' : ` до ${DAY.format(expiresAt)}`}
${chosen(purchase)}

В каждой строке файла хост:порт:логин:пароль.`,
  gateway: (
    { orderId, purchase },
    { session, stickyMinutes, protocol },
    { host, httpPort, socks5Port, stickyPorts, line, url },
  ) => html`<b>Заказ ${orderId}</b>
${chosen(purchase)}

<code>${line}</code>

Это хост:порт:логин:пароль. ${
    session === 'sticky'
      ? html`Каждый порт ${host} от ${stickyPorts.first} до ${stickyPorts.last} сохраняет свой адрес на ${minutesOf(stickyMinutes)}: чтобы сменить адрес, возьмите другой порт.`
      : html`Каждый запрос выходит с нового адреса. ${protocol === 'both' ? html`HTTP на порту ${httpPort}, SOCKS5 на порту ${socks5Port}.` : ''}`
  }

Проверить:
<code>curl -x ${url} https://api.ipify.org</code>`,
};
