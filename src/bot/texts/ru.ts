import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/accounts.ts';
import type { Tier } from '../../catalog/catalog.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { DomainError, ErrorCode } from '../../kit/errors.ts';
import { operatorCommand } from '../../kit/program.ts';
import type { GeoField, LuxurySettings, SettingName } from '../../luxury/settings.ts';
import type { OrderStatus } from '../../orders/order.ts';
import { TooManyPaymentsError } from '../../payments/payment.ts';
import type { AccountMovement, ChargedWork } from '../../purchases/account-statement.ts';
import { productName } from '../../purchases/account-statement.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { ResellerDisabledError, SecretReplacedError, TooManyKeysError } from '../../resellers/errors.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import { type Alert, isOne, watchedBy } from '../alerts.ts';
import type { En } from './en.ts';
import { chart, formatsIn, settingText } from './formats.ts';
import { cut, type Html, html, MAX_LIST_UNITS, MAX_MOVEMENT_UNITS } from './html.ts';
import type { ExtensionView, OptionsView, PaidView, PurchaseView, Volume } from './views.ts';

const formats = formatsIn('ru', {
  dates: 'ru-RU',
  units: ['ГБ', 'МБ', 'КБ', 'Б'],
  anyCountry: 'любая страна',
  group: '\u00a0',
  usd: (whole, cents) => `${whole},${cents}\u00a0$`,
});
const { DAY, DAY_OF_YEAR, INSTANT, WEEKDAY, COUNT, usd, signed, counted, bytes, countryName } = formats;

const coinsOf = (coins: number) => counted(coins, 'монета', 'монеты', 'монет');
const starsOf = (stars: number) => counted(stars, 'звезда', 'звезды', 'звёзд');
const minutesOf = (minutes: number) => counted(minutes, 'минуту', 'минуты', 'минут');
const volumeOf = ({ days, gb }: Volume) =>
  days === null ? `${COUNT.format(gb ?? 0)} ГБ` : counted(days, 'день', 'дня', 'дней');

function keyLine({ prefix, name, disabled, allowedIps, lastUsedOn }: ShownKey) {
  const more = allowedIps.length > 2 ? ` и ещё ${allowedIps.length - 2}` : '';
  const from = allowedIps.length === 0 ? 'любая сеть' : `${allowedIps.slice(0, 2).join(', ')}${more}`;
  const used = lastUsedOn === null ? 'ещё не использован' : `использован ${DAY.format(new Date(lastUsedOn))}`;
  return html`<code>${prefix}…</code> ${name ? `${name}: ` : ''}${disabled ? 'отключён, ' : ''}${from}, ${used}`;
}

const NAMES: Readonly<Record<SettingName, string>> = {
  country: 'Страна',
  state: 'Регион',
  city: 'Город',
  zip: 'Индекс',
  asn: 'Провайдер',
  anonymous: 'Только анонимные адреса',
  session: 'Сессия',
  stickyMinutes: 'Минуты сессии',
  protocol: 'Протокол',
  threads: 'Потоки',
  excludeAsn: 'Исключённые провайдеры',
  allowedIps: 'Разрешённые адреса',
  blockedHosts: 'Заблокированные сайты',
  paused: 'Пауза',
};

const PROTOCOLS = { http: 'HTTP', socks5: 'SOCKS5', both: 'HTTP и SOCKS5' } as const;
const SESSIONS = {
  rotating: 'меняется: новый адрес для каждого запроса',
  sticky: 'держится: адрес сохраняется несколько минут',
} as const;

const TAKEN: Partial<Record<SettingName, string>> = {
  country: 'Выберите страну или введите её название или двухбуквенный код.',
  state: 'Нажмите кнопку или введите часть названия либо код.',
  city: 'Нажмите кнопку или введите часть названия либо код.',
  zip: 'Нажмите кнопку или введите часть индекса.',
  asn: 'Нажмите кнопку или введите часть названия либо номер.',
  session: 'Выберите вариант.',
  protocol: 'Выберите вариант.',
  stickyMinutes:
    'Сколько минут строка сохраняет свой выходной адрес. Выберите или введите целое число от 1 до 120.',
  threads:
    'Сколько соединений может быть открыто одновременно. Выберите или введите целое число от 1 до 2 000.',
  allowedIps:
    'Программам с этих адресов не нужен пароль. Введите до 5 IP-адресов, например 203.0.113.7, через пробел или запятую; они заменят нынешние.',
  blockedHosts:
    'К этим сайтам и всему, что под ними, соединений не будет. Введите до 100 имён, например example.com, через пробел или запятую; они заменят нынешние.',
};

/** What is wrong with an entry of a list, and with a value. */
const FLAWS: Partial<Record<SettingName, string>> = {
  country: 'в этой стране сейчас нет адресов',
  stickyMinutes: 'нужно целое число от 1 до 120',
  threads: 'нужно целое число от 1 до 2 000',
  allowedIps: 'нужен отдельный IP-адрес, не сеть, не больше 5 и не занятый другим заказом',
  blockedHosts: 'нужно имя сайта без схемы, порта и пути, не больше 100 имён',
};

const VALUES = { yes: 'да', no: 'нет', none: 'нет', any: 'любой', sessions: SESSIONS, protocols: PROTOCOLS };
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
    quantity === undefined ? undefined : `${COUNT.format(quantity)} шт.`,
  ];
  return html`<b>${facts.filter((fact) => fact !== undefined).join(', ')}</b>`;
}

function describeOptions({ session, stickyMinutes, protocol, places, addresses }: OptionsView): Html {
  const named = Object.entries(places).map(
    ([field, name]) => html`${NAMES[field as GeoField]}: <b>${name}</b>`,
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

const buy: En['buy'] = {
  tier: html`<b>Что хотите купить?</b>`,
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
    place: (field, name) => `${NAMES[field]}: ${name ?? 'любой'}`,
    next: 'Дальше »',
  },
  minutes: (most) =>
    html`На сколько минут сохранять адрес? Нажмите кнопку или введите число от 1 до ${most}.`,
  minutesButton: minutesOf,
  place: (field, search) =>
    search === ''
      ? html`<b>${NAMES[field]}</b>

Нажмите кнопку или введите часть названия либо код.`
      : html`<b>${NAMES[field]}</b>

Вот что подходит к «${search}».`,
  placeButton: (name, count) => `${name}, ${COUNT.format(count)}`,
  anyPlace: 'Любой',
  pages: (page, pages) => `${page} из ${pages}`,

  nothingFits: (search) =>
    html`По запросу «${search}» ничего не нашлось. Введите, пожалуйста, другое или нажмите кнопку.`,
  badNumber: (most) => html`Это не целое число от 1 до ${most}. Введите, пожалуйста, другое, например 1.`,
  pressButton: html`Нажмите, пожалуйста, одну из кнопок.`,
  nothingOnSale: html`Сейчас ничего не продаётся. Загляните, пожалуйста, позже.`,
  noAddresses: html`Всему этому не подходит ни один адрес. Измените место или уберите его часть.`,
  cancelled: html`Отменено. Ничего не куплено.`,

  offer: ({ purchase, price, coins, worth, charged, balance, earned }) =>
    html`${[
      chosen(purchase),
      purchase.options && describeOptions(purchase.options),
      html``,
      html`Цена: <b>${usd(price)}</b>`,
      coins > 0 && html`Монетами: −${usd(worth)} за ${counted(coins, 'монету', 'монеты', 'монет')}`,
      coins > 0 && html`К оплате: <b>${usd(charged)}</b>`,
      balance < charged
        ? html`На балансе ${usd(balance)}: не хватает ${usd(charged - balance)}.`
        : html`На балансе ${usd(balance)}, после покупки останется ${usd(balance - charged)}.`,
      earned > 0 && html`За покупку начисляется ${coinsOf(earned)}.`,
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
      earned > 0 && html`Вам начислено: ${coinsOf(earned)}.`,
    ]}`,
  notBought: (purchase) => html`<b>Не куплено:</b> ${chosen(purchase)}`,
  doneAlready: (orderId) => html`Это уже куплено: заказ ${orderId}. Второй раз ничего не списано.`,
  oldOffer: html`Это предложение устарело, или его заменило другое. Сейчас ничего не списано; начните заново: /buy.`,
  inProgress: html`Это ещё выполняется. Чем кончится, я сообщу здесь; второй раз ничего не купится.`,

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

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  active: 'активные',
  expired: 'закончились',
  paused: 'на паузе',
  exhausted: 'трафик израсходован',
};
const STATUS: Readonly<Record<OrderStatus, string>> = {
  active: 'активен',
  expired: 'закончился',
  paused: 'на паузе',
  exhausted: 'трафик израсходован',
};

const payment = ({ charged, coins, earned }: PaidView) =>
  `Списано ${usd(charged)}${coins > 0 ? ` и ${coinsOf(coins)}` : ''}.${earned > 0 ? ` Начислено: ${coinsOf(earned)}.` : ''}`;

const extension = ({ orderId, period }: ExtensionView) =>
  period.days === null
    ? `Ещё ${volumeOf(period)} для заказа ${orderId}`
    : `Заказ ${orderId}, ещё ${volumeOf(period)}`;

const orders: En['orders'] = {
  buttons: {
    proxies: 'Прокси',
    renew: 'Продлить',
    addTraffic: 'Добавить трафик',
    settings: 'Настройки',
    lines: 'Строки',
    newPassword: 'Новый пароль',
    week: 'Последняя неделя',
    errors: 'Ошибки соединений',
    pause: 'Пауза',
    resume: 'Возобновить',
    passwordSure: 'Да, новый пароль',
    newer: '‹ Новее',
    older: 'Старше ›',
    all: 'Все',
  },
  status: (status, count) =>
    `${STATUSES[status][0]?.toUpperCase()}${STATUSES[status].slice(1)} (${COUNT.format(count)})`,
  list: (status, total, page, pages) =>
    total === 0
      ? html`<b>Заказы</b>

Здесь пусто. Купить прокси: /buy.`
      : html`<b>Заказы${status ? `, ${STATUSES[status]}` : ''}: ${COUNT.format(total)}</b>${pages > 1 ? `, страница ${page} из ${pages}` : ''}

Выберите заказ.`,
  listButton: ({ id, tier, type, country, quantity, expiresAt, traffic }, catalog) => {
    const what = `${id}: ${productName(catalog, tier, type)}${quantity > 1 ? ` × ${quantity}` : ''}`;
    const where = country === 'ANY' ? '' : `, ${country}`;
    const end = expiresAt ? `, до ${DAY_OF_YEAR.format(expiresAt)}` : '';
    return `${what}${where}${end}${traffic ? `, осталось ${bytes(traffic.totalBytes - traffic.usedBytes)}` : ''}`;
  },
  order: (order, traffic, catalog) => html`<b>Заказ ${order.id}</b>
${productName(catalog, order.tier, order.type)}, ${countryName(order.country)}${order.billing === 'per_proxy' ? `, ${order.quantity} прокси` : ''}

Состояние: ${STATUS[order.status]}
Куплен: ${DAY.format(order.createdAt)} за ${usd(order.price)}
${order.expiresAt ? `${order.status === 'expired' ? 'Закончился' : 'Действует до'}: ${INSTANT.format(order.expiresAt)} UTC` : ''}${
  traffic
    ? html`Израсходовано: ${bytes(traffic.usedBytes)} из ${bytes(traffic.totalBytes)}, осталось ${bytes(traffic.totalBytes - traffic.usedBytes)}
По состоянию на ${INSTANT.format(traffic.measuredAt)} UTC`
    : ''
}`,

  proxies: (orderId, lines) => html`Прокси заказа ${orderId} в виде хост:порт:логин:пароль:

<pre>${lines.join('\n')}</pre>`,
  proxiesFile: (orderId, count) => html`Заказ ${orderId}: ${count} прокси в виде хост:порт:логин:пароль.`,

  periods: (order) =>
    order.billing === 'per_gb'
      ? html`Сколько трафика добавить к заказу ${order.id}?`
      : html`На сколько продлить заказ ${order.id}? Прокси останутся теми же, срок прибавится к нынешнему.${order.status === 'expired' ? ' Он уже истёк: новый срок может отсчитываться от его конца.' : ''}`,
  periodButton: (period, price) => `${volumeOf(period)}: ${usd(price)}`,
  gone: (orderId) =>
    html`Такие прокси, как в заказе ${orderId}, больше не продаются, поэтому добавить к нему ничего нельзя. Он работает до своего конца.`,

  lineFormat: (orderId) => html`Строки заказа ${orderId}: в каком виде?`,
  lineCount: (most) =>
    html`Сколько строк? У каждой свой порт и поэтому свой выходной адрес. Выберите или введите число от 1 до ${COUNT.format(most)}.`,
  badLineCount: (most) =>
    html`Это не целое число от 1 до ${COUNT.format(most)}. Введите, пожалуйста, другое, например 25.`,
  lines: (orderId, lines) => html`Заказ ${orderId}, ${counted(lines.length, 'строка', 'строки', 'строк')}:

<pre>${lines.join('\n')}</pre>`,
  linesFile: (orderId, count) => html`Заказ ${orderId}, ${counted(count, 'строка', 'строки', 'строк')}.`,
  badFormat: (protocol) =>
    html`Настройки заказа разрешают только ${protocol === 'http' ? 'HTTP' : 'SOCKS5'}. Выберите другой вид или измените протокол в настройках.`,

  passwordSure: (orderId) =>
    html`Выдать заказу ${orderId} новый пароль? Нынешний сразу перестанет работать во всех ваших программах.`,
  passwordSet: (orderId) => html`У заказа ${orderId} новый пароль.`,
  newLine: (line) => html`Доступ с новым паролем:

<code>${line}</code>`,
  passwordDone: (orderId) =>
    html`Эта кнопка уже сработала или устарела. Что действует сейчас, видно в строках заказа ${orderId}.`,

  week: (orderId, { days }) => {
    const lines = days.map((day) => ({
      label: WEEKDAY.format(new Date(day.date)),
      amount: day.bytes,
      value: bytes(day.bytes),
    }));
    const requests = days.reduce((sum, day) => sum + day.requests, 0);
    return html`<b>Заказ ${orderId}: последние семь дней</b> (UTC)

<pre>${chart(lines)}</pre>
Всего ${bytes(days.reduce((sum, day) => sum + day.bytes, 0n))}, ${counted(requests, 'соединение', 'соединения', 'соединений')}.`;
  },
  offer: (view) =>
    html`${[
      html`<b>${extension(view)}</b>`,
      html`Цена: <b>${usd(view.price)}</b>`,
      view.coins > 0 && html`Монетами: ${coinsOf(view.coins)}`,
      view.coins > 0 && html`К оплате: <b>${usd(view.charged)}</b>`,
      view.balance < view.charged
        ? html`На балансе ${usd(view.balance)}: не хватает ${usd(view.charged - view.balance)}.`
        : html`На балансе ${usd(view.balance)}, после оплаты останется ${usd(view.balance - view.charged)}.`,
    ]}`,
  confirm: (charged) => `Оплатить ${usd(charged)}`,
  renewed: (orderId, end, paid) =>
    html`<b>Заказ ${orderId} продлён</b>${end ? ` до ${INSTANT.format(end)} UTC` : ''}. ${payment(paid)}`,
  trafficAdded: (orderId, leftBytes, paid) =>
    html`<b>К заказу ${orderId} добавлен трафик:</b> осталось ${bytes(leftBytes)}. ${payment(paid)}`,
  notExtended: (orderId, kind) =>
    kind === 'renewal'
      ? html`<b>Заказ ${orderId} не продлён.</b>`
      : html`<b>К заказу ${orderId} трафик не добавлен.</b>`,
  doneAlready: (orderId) => html`Для заказа ${orderId} это уже сделано. Повторно ничего не списано.`,
  oldOffer: html`Это предложение устарело или заменено другим. Этой кнопкой ничего не списано; откройте заказ ещё раз: /orders.`,
  inProgress: html`Это ещё выполняется. Чем кончится, я сообщу здесь; дважды ничего не спишется.`,
  providerAway: html`Провайдер не отвечает. Попробуйте, пожалуйста, чуть позже.`,
};

/** The codes of the gateway: what happened, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  NO_RAY:
    'У провайдера не нашлось адреса под фильтры заказа и логина. Ослабьте один из фильтров: кнопки ниже показывают, сколько адресов подойдёт тогда.',
  TRAFFIC_EXHAUSTED: 'Трафик заказа закончился. Добавьте трафик, и заказ сразу заработает снова.',
  THREADS_EXHAUSTED:
    'Одновременно было открыто больше соединений, чем разрешают потоки заказа. Увеличьте число потоков или открывайте меньше соединений сразу.',
  NO_USER:
    'Логин или пароль был неверным, или их не было, а адрес программы не разрешён. Скопируйте доступ из заказа заново; программам без пароля добавьте их адрес в разрешённые.',
  USER_BLOCKED: 'Заказ был на паузе. Возобновите его, если он ещё на паузе; иначе обратитесь в поддержку.',
  PORT_NOT_ALLOWED:
    'Программа обратилась по протоколу или порту, который для заказа не разрешён. Соединяйтесь так, как написано в строках заказа, или разрешите оба протокола.',
  HOST_BLOCKED:
    'Сайт заблокирован в заказе или у провайдера. Если он заблокирован в заказе по ошибке, уберите его из списка.',
  SITE_PERMANENTLY_BLOCKED:
    'С этим сайтом провайдер не соединяет никого. Соединяйтесь с ним без прокси: настройки этого не изменят.',
  PORT_BLOCKED:
    'С этим портом сайтов провайдер не соединяет никого. Используйте другой порт, например 443: настройки этого не изменят.',
  NO_HOST_CONNECTION:
    'Сайт был недоступен с выходного адреса. Проверьте имя и порт; если они верны, попробуйте ещё раз: со следующего адреса может получиться.',
};

/** Buttons against errors, where a name alone does not say it. */
const LOOSENINGS: Partial<Record<SettingName, string>> = {
  country: 'Любая страна',
  state: 'Любой регион',
  city: 'Любой город',
  zip: 'Любой индекс',
  asn: 'Любой провайдер',
  excludeAsn: 'Не исключать провайдеров',
  anonymous: 'Не только анонимные',
  threads: 'Больше потоков',
  protocol: 'Оба протокола',
  blockedHosts: 'Разблокировать всё',
  allowedIps: 'Изменить разрешённые адреса',
  paused: 'Возобновить',
};

const settings: En['settings'] = {
  name: (name) => NAMES[name],
  choice: (name, value) => {
    if (name === 'country') return countryName(value);
    if (name === 'protocol') return PROTOCOLS[value as keyof typeof PROTOCOLS];
    if (name === 'session') return value === 'sticky' ? 'Держится' : 'Меняется';
    return value === '' ? 'Нет' : value;
  },
  apply: 'Применить',
  all: (orderId, settings, names) => html`<b>Настройки заказа ${orderId}</b>

${names.map((name) => line(settings, name))}

Выберите, что изменить. Изменения бесплатны.`,
  one: (orderId, settings, name) => html`<b>${NAMES[name]}</b>, заказ ${orderId}

Сейчас: ${cut(valueText(settings, name), 2_000)}

${TAKEN[name] ?? ''}`,
  preview: (orderId, names, { before, after }) => html`<b>Заказ ${orderId}</b>

${names.map(
  (name) => html`${NAMES[name]}
  сейчас: ${cut(valueText(before, name), 1_000)}
  станет: <b>${cut(valueText(after, name), 1_000)}</b>`,
)}`,
  needsCountry: (name) => html`<b>${NAMES[name]}</b>: сначала выберите страну, тогда появится список.`,
  placesFixed: html`Такие прокси больше не продаются, поэтому место изменить нельзя. Заказ работает, как прежде.`,
  same: (name, settings) => html`Менять нечего: ${line(settings, name)}.`,
  applied: (orderId) => html`Готово: заказ ${orderId} работает с новыми настройками.`,
  refused: (name, flaws) => html`${[
    html`<b>${NAMES[name]}</b>: так нельзя.`,
    ...flaws.map(
      ({ entry }) =>
        html`• ${entry === undefined ? '' : `${entry}: `}${FLAWS[name] ?? 'такого значения нет'}.`,
    ),
  ]}

${TAKEN[name] ?? 'Ничего не изменилось.'}`,
  notChanged: html`Провайдер не принял изменение, настройки остались прежними. Попробуйте, пожалуйста, чуть позже.`,

  noErrors: (orderId) => html`За последние семь дней ни одно соединение заказа ${orderId} не было отклонено.`,
  errors: (
    orderId,
    { findings, now },
    shown,
  ) => html`<b>Ошибки соединений заказа ${orderId}</b> за последние семь дней

${findings.slice(0, shown).map(
  ({ code, count }) => html`<b>${COUNT.format(count)} × ${code}</b>
${Object.hasOwn(REASONS, code) ? (REASONS[code] ?? '') : 'Провайдер отклонил соединения по этой причине. Если это продолжается, обратитесь в поддержку и назовите её.'}
`,
)}${
  findings.length > shown
    ? html`И ещё ${counted(findings.length - shown, 'более редкая причина', 'более редкие причины', 'более редких причин')}.
`
    : ''
}${now ? `Под настройки подходит ${now.exact ? '' : 'не больше '}${counted(now.addresses, 'выходной адрес', 'выходных адреса', 'выходных адресов')}.` : ''}`,
  loosen: (name, addresses) =>
    `${LOOSENINGS[name] ?? NAMES[name]}${addresses === undefined ? '' : `: ${counted(addresses, 'адрес', 'адреса', 'адресов')}`}`,
};

const notices: En['notices'] = {
  text: (notice) => {
    switch (notice.kind) {
      case 'low_balance':
        return html`<b>Баланс низкий: ${usd(notice.balance)}.</b>

Он стал меньше ${usd(BigInt(notice.thresholdUsd) * 1_000_000n)}. Пополнить баланс: /topup, изменить порог: /balance.`;
      case 'topped_up':
        return html`<b>Поступило ${usd(notice.amount)}.</b> Баланс: ${usd(notice.balance)}.`;
      case 'refunded':
        return html`<b>На баланс вернулось ${usd(notice.amount)}</b>, теперь там ${usd(notice.balance)}: оплаченное не удалось выполнить. Что это было, покажет /balance.`;
      case 'order_ends':
        return html`<b>Заказ ${notice.orderId} скоро закончится</b>: ${INSTANT.format(notice.endsAt)} UTC. При продлении прокси останутся теми же.`;
      case 'traffic_used':
        return notice.percent === 100
          ? html`<b>Трафик заказа ${notice.orderId} закончился.</b> Заказ заработает снова, как только вы добавите трафик.`
          : html`<b>Заказ ${notice.orderId} израсходовал ${notice.percent} % трафика.</b>`;
    }
  },
  menu: html`<b>Уведомления</b>

О низком балансе, пополнениях и возвратах денег я сообщаю всегда. Остальные включаете вы: нажмите, чтобы переключить.`,
  toggle: (kind, isOn) =>
    `${kind === 'order_ends' ? 'Заказ закончится за сутки' : 'Трафик на 80, 95 и 100 %'}: ${isOn ? 'вкл.' : 'выкл.'}`,
};

/** To the operator's chat. */
function alert({ subject, isGood, detail }: Alert): Html {
  const { about, name } = watchedBy(subject);
  switch (about) {
    case 'ledger':
      return isGood
        ? html`<b>Учёт снова сходится.</b>`
        : html`<b>Учёт не сходится.</b> Где именно:

<code>${operatorCommand('ledger verify')}</code>, <code>--full</code>`;
    case 'upstreams':
      return isGood
        ? html`<b>То, что есть для нас у поставщиков, снова сходится с учётом.</b>`
        : html`<b>То, что есть для нас у поставщиков, не сходится с учётом: ${detail ?? ''}.</b> Что именно:

<code>${operatorCommand('reconcile')}</code>`;
    case 'payments':
      return html`<b>${isOne(detail) ? 'Пришёл или мог прийти платёж, который не зачислен' : 'Пришли или могли прийти платежи, которые не зачислены'}:</b> ${detail ?? ''}

<code>${operatorCommand('payments list --state differing')}</code>
<code>${operatorCommand('payments list --state unknown')}</code>
<code>${operatorCommand('payment credit --help')}</code>`;
    case 'refunds':
      return html`<b>${isOne(detail) ? 'Платёж возвращён плательщику' : 'Платежи возвращены плательщикам'}, но не этим сервисом:</b> ${detail ?? ''}

Зачисленное списано с баланса, насколько его хватило. <code>uncoveredUsd</code> показывает, сколько уже было потрачено: это спишется с ближайших поступлений.

<code>${operatorCommand('payments list --state refunded')}</code>`;
    case 'px6_balance':
    case 'dataimpulse_balance':
      return isGood
        ? html`<b>Нашего баланса в ${name} снова хватает.</b> ${detail ?? ''}`
        : html`<b>Наш баланс в ${name} заканчивается${detail === null ? '' : `: ${detail}`}.</b> Покупки там не пройдут, деньги за них вернутся.`;
    case 'px6_key':
      return isGood
        ? html`<b>${name} снова принимает наш ключ.</b>`
        : html`<b>${name} не принимает наш ключ.</b> Пока его заказы нельзя продлить; покупает другой аккаунт, если он есть.`;
    case 'px6_user':
      return isGood
        ? html`<b>Ключ ${name} — того пользователя, который покупал там раньше.</b>`
        : html`<b>Ключ ${name} — другого пользователя: ${detail ?? ''}.</b> Там ничего не покупается и не продлевается. Верните аккаунту его ключ, а ключу другого пользователя дайте своё имя.`;
    case 'px6_answers':
    case 'dataimpulse_answers':
    case 'cryptopay_answers':
      return isGood
        ? html`<b>${name} снова отвечает.</b>`
        : html`<b>${name} не отвечает.</b> Пока за то, что он делает, деньги не берутся.`;
  }
}

/** Why something is not done. A refusal that has no text here is told in English. */
function refusal(error: DomainError): Html {
  if (error instanceof OutOfStockError)
    return html`Столько нет в наличии: свободно ${COUNT.format(error.available)}. Возьмите меньше или выберите другую страну.`;
  if (error instanceof InsufficientBalanceError)
    return html`Это стоит ${usd(error.required)}, а на балансе ${usd(error.balance)}. Ничего не списано.`;
  if (error instanceof PriceChangedError)
    return html`Цена изменилась: теперь ${usd(error.price)}, а было ${usd(error.maxPrice)}. Ничего не списано.`;
  if (error instanceof CoinsNotPayableError)
    return html`Монетами здесь можно оплатить не больше ${COUNT.format(error.payable)}. Ничего не списано.`;
  if (error instanceof ResellerDisabledError) return html`Ваш аккаунт отключён: ${error.reason}`;
  if (error instanceof TooManyKeysError)
    return html`Ключей API может быть не больше ${COUNT.format(error.most)}. Замените секрет того, который больше не нужен: /keys.`;
  if (error instanceof SecretReplacedError)
    return html`Этот секрет уже заменён, сейчас ничего не изменилось. Если это сделали вы здесь, новый показан выше. Чтобы заменить ещё раз: /keys.`;
  if (error instanceof TooManyPaymentsError)
    return html`У вас ${counted(error.most, 'неоплаченный счёт', 'неоплаченных счёта', 'неоплаченных счетов')}. Оплатите один из них или подождите, пока он устареет.`;
  return REFUSALS[error.code] ?? html`${error.message}`;
}

const REFUSALS: Partial<Record<ErrorCode, Html>> = {
  key_not_found: html`Такого ключа у вас нет. Откройте список ещё раз: /keys.`,
  order_not_found: html`Такого заказа у вас нет. Откройте список ещё раз: /orders.`,
  not_luxury: html`Это не заказ Luxury: у него нет трафика, настроек и строк.`,
  not_renewable: html`Этот заказ больше нельзя продлить: купите новый.`,
  unknown_product: html`Этого больше нет в продаже. Начните заново: /buy.`,
  invalid_period: html`На такой срок это больше не продаётся. Начните заново: /buy.`,
  invalid_quantity: html`Столько в одном заказе купить нельзя.`,
  invalid_country: html`В этой стране таких прокси нет. Выберите другую.`,
  invalid_option: html`Такие настройки не сочетаются. Выберите место ещё раз.`,
  provider_error: html`Провайдер не смог этого сделать, деньги остались у вас. Попробуйте, пожалуйста, чуть позже.`,
  request_in_progress: html`Предыдущее действие ещё выполняется. Нажмите, пожалуйста, ещё раз чуть позже.`,
};

export const ru: En = {
  itself: 'Русский',
  commands: {
    buy: 'Купить прокси',
    orders: 'Ваши заказы',
    balance: 'Баланс и выписка',
    topup: 'Пополнить баланс',
    keys: 'Доступ к API',
    console: 'Вход в консоль',
    invite: 'Пригласить и получать монеты',
    notices: 'Выбор уведомлений',
    language: 'Язык',
    help: 'Что умеет этот бот',
  },
  buttons: {
    buy: 'Купить прокси',
    orders: 'Заказы',
    balance: 'Баланс',
    topup: 'Пополнить',
    pay: 'Оплатить',
    openChat: 'Открыть личный чат',
    keys: 'Доступ к API',
    console: 'Консоль',
    invite: 'Пригласить',
    notices: 'Уведомления',
    language: 'Язык',
    help: 'Помощь',
    threshold: 'Порог низкого баланса',
    statement: 'Выписка (CSV)',
    back: '« Назад',
    cancel: 'Отмена',
    again: 'Попробовать ещё раз',
    newKey: 'Новый ключ',
    noName: 'Без названия',
    reissue: 'Заменить секрет',
    disable: 'Отключить',
    enable: 'Включить',
    networks: 'Разрешённые сети',
    anyNetwork: 'Любая сеть',
    sure: 'Да, заменить',
    reissueOverlap: 'Заменить, старый ещё 24 часа',
    deleteSecret: 'Сохранено: удалить сообщение',
  },

  welcome: (name) => html`<b>Здравствуйте, ${name}!</b>

Теперь у вас есть счёт для покупки прокси. Пополните его и создайте ключ API для своих программ или войдите в консоль в браузере.`,
  welcomeBack: (name) => html`<b>Здравствуйте, ${name}.</b> Что будем делать?`,
  linked: (reseller) => html`Теперь вы управляете счётом <b>${reseller}</b>.`,
  linkedInstead: (reseller, before) =>
    html`Теперь вы управляете счётом <b>${reseller}</b>. Ваш прежний счёт под номером ${before} сохранён: поддержка может снова привязать вас к нему.`,
  oldLink: html`Эта ссылка уже использована или устарела. Попросите у поддержки новую.`,
  startFirst: html`Сначала отправьте /start: так вы получите счёт.`,
  help: html`<b>Что умеет этот бот</b>

/buy – купить прокси
/orders – заказы: прокси, продление, трафик, настройки
/balance – баланс, порог для уведомления, выписка
/topup – пополнить баланс через Telegram Stars или Crypto Pay
/keys – ключи API для ваших программ
/console – ссылка для входа в консоль в браузере
/invite – ссылка для приглашений, за которые вы получаете монеты
/notices – какие уведомления присылать
/language – русский или английский

Бот отвечает только в личных чатах.`,
  unknown: html`Не понимаю. Что я умею, расскажет /help.`,
  textOnly: html`Я понимаю только текст и кнопки. Что я умею, расскажет /help.`,
  privateOnly: html`Я работаю только в личных чатах, а в группах больше ничего не отвечаю. Напишите мне, пожалуйста, в личный чат.`,
  edited: html`Я не читаю изменения сообщений. Отправьте, пожалуйста, новое сообщение.`,
  oldButton: html`Эта кнопка устарела. Откройте список ещё раз, пожалуйста.`,
  slowDown: html`Слишком быстро: я принимаю 30 сообщений в минуту. Продолжите, пожалуйста, через минуту.`,
  failed: html`Что-то пошло не так на нашей стороне. Попробуйте ещё раз, пожалуйста.`,
  refusal,

  moneyBack: ({ charged, coins, balance }) =>
    html`Вам вернулось ${usd(charged)}${coins > 0 ? ` и ${coinsOf(coins)}` : ''}, на балансе ${usd(balance)}.`,

  language: html`На каком языке говорить?`,
  languageSet: html`Теперь я говорю по-русски.`,

  console: (link, minutes) => html`<a href="${link}">Войти в консоль</a>

Ссылка действует один раз, в течение ${counted(minutes, 'минуты', 'минут', 'минут')}. Никому её не передавайте: она открывает ваш счёт.

${link}`,

  invite: (
    link,
    percent,
  ) => html`Кто запустит бота по вашей ссылке, того пригласили вы. Вы будете получать <b>${percent} %</b> от его оплат в боте монетами, а каждая монета даёт скидку 0,01 $ на ваши покупки в боте.

${link}`,

  balance: ({ balance, coins, thresholdUsd, movements, catalog }) => html`<b>Баланс: ${usd(balance)}</b>
Монеты: ${COUNT.format(coins)}. Каждая даёт скидку 0,01 $ на покупки в боте.
${thresholdUsd === 0 ? 'Уведомления о низком балансе выключены.' : `Я сообщу, когда он станет меньше ${usd(BigInt(thresholdUsd) * 1_000_000n)}.`}

${movements.length === 0 ? html`Движений пока не было.` : html`<b>Последние движения</b>`}
${movements.map((movement) => html`${DAY.format(movement.position / 1_000)}  <b>${signed(movement.amount)}</b>  ${cut(describe(movement, catalog), MAX_MOVEMENT_UNITS)}`)}`,
  threshold: (
    usdNow,
  ) => html`Я сообщу, когда баланс станет меньше порога. Сейчас порог <b>${COUNT.format(usdNow)} $</b>; при 0 уведомлений нет.

Выберите порог или введите целое число долларов от 0 до 1 000 000.`,
  badThreshold: html`Это не целое число от 0 до 1 000 000. Введите, пожалуйста, только цифры, например 25 или 1000.`,
  thresholdUsd: (amount) => `${amount} $`,
  statementCaption: (count, isWhole) =>
    isWhole
      ? html`Ваша выписка: ${counted(count, 'движение', 'движения', 'движений')}.`
      : html`Последние ${counted(count, 'движение', 'движения', 'движений')} вашей выписки. Более ранние есть в консоли.`,
  statementHeader: ['Время (UTC)', 'Назначение', 'Сумма, USD', 'Баланс после, USD', 'Номер платежа'],
  movement: (movement, catalog) => describe(movement, catalog),

  keys: (newest, count) =>
    count === 0
      ? html`У вас ещё нет ключа API. Он нужен вашим программам: создайте его здесь.`
      : html`<b>Ключи API</b>

${newest.map(keyLine)}

${count > newest.length ? `Здесь последние ${newest.length} из ${count}. ` : ''}Выберите ключ, чтобы изменить его.`,
  keyName: html`Как назвать ключ? Введите название до 50 символов, например имя программы, которая будет им пользоваться.`,
  badKeyName: html`В названии от 1 до 50 символов, без тех, что меняют направление текста. Введите, пожалуйста, другое.`,
  keyButton: ({ name, prefix, disabled }) =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (отключён)' : ''}`,
  key: (key) => html`<b>Ключ API <code>${key.prefix}…</code></b> ${key.name ?? ''}

Состояние: ${key.disabled ? 'отключён' : 'работает'}
Разрешённые сети: ${key.allowedIps.length === 0 ? 'любые' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}
Секрет выдан: ${INSTANT.format(key.issuedAt)} UTC${key.oldSecret ? html`\nСтарый секрет: <code>${key.oldSecret.prefix}…</code> работает до ${INSTANT.format(key.oldSecret.until)} UTC` : ''}
Использован: ${key.lastUsedOn === null ? 'ещё нет' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey) => html`Ваш ключ API, показан только один раз:

<code>${apiKey}</code>

Сохраните его сейчас и удалите это сообщение: кто его прочтёт, сможет тратить ваш баланс.`,
  emptied: html`Секрета, который был здесь, больше нет. Telegram не даёт ботам удалять сообщения старше 48 часов.`,
  notDeleted: html`Telegram не даёт мне ни удалить, ни изменить это сообщение. Удалите его, пожалуйста, сами: кто прочтёт секрет в нём, сможет им пользоваться.`,
  reissueSure: (key) =>
    html`Заменить секрет ключа <code>${key.prefix}…</code>? Нынешний перестанет работать сразу или через 24 часа.`,
  networks: (
    key,
  ) => html`Откуда можно пользоваться ключом <code>${key.prefix}…</code>? Сейчас: ${key.allowedIps.length === 0 ? 'из любой сети' : cut(key.allowedIps.join(', '), MAX_LIST_UNITS)}.

Введите адреса или сети, например 203.0.113.7 или 2001:db8::/32, через пробел или запятую.`,
  badNetworks: (wrong) => html`${
    wrong.length === 0
      ? 'У ключа может быть не больше 100 сетей.'
      : `Так нельзя: ${cut(wrong.join(', '), MAX_LIST_UNITS)}.`
  } Ничего не изменилось.

Введите адреса или сети (по их первому адресу), например 203.0.113.0/24 или 2001:db8::/32, через пробел или запятую.`,

  topUp: html`<b>На сколько пополнить баланс?</b>

Выберите сумму или введите доллары США от 1 до 10 000, например 75 или 12,50.`,
  badAmount: html`Введите доллары США от 1 до 10000, не более двух знаков после запятой и без разделителей тысяч, например 75, 12,50 или 1000.`,
  noPayments: html`Сейчас пополнить баланс здесь нельзя. Обратитесь в поддержку.`,
  chooseMethod: (amount) => html`На баланс поступит <b>${usd(amount)}</b>. Как вы хотите заплатить?`,
  payBy: (stars) => (stars === null ? 'Crypto Pay' : `Telegram Stars: ${starsOf(stars)}`),
  tooManyStars: (most) =>
    html`Звёздами Telegram принимает не больше ${usd(most)} за раз. Если нужно больше, заплатите несколько раз.`,
  starsInvoice: (amount, until) => ({
    title: `Пополнение: ${usd(amount)}`,
    description: `Пополнение баланса на ${usd(amount)}. Оплатить до ${INSTANT.format(until)} UTC.`,
    label: `Пополнение ${usd(amount)}`,
  }),
  invoiceComing: (amount) => html`Счёт на <b>${usd(amount)}</b> создаётся и сейчас придёт.`,
  invoice: (amount, until) => html`<b>Счёт на ${usd(amount)}</b>

Оплатите его до ${INSTANT.format(until)} UTC. Я сообщу, когда деньги поступят.`,
  noInvoice: (provider, amount) =>
    provider === 'stars'
      ? html`Telegram не принял счёт на ${usd(amount)} в звёздах, поэтому оплатить его нельзя. Ничего не списано. Начать заново: /topup.`
      : html`Crypto Pay не создал счёт на ${usd(amount)}, ничего не оплачено. Повторить: /topup.`,
  credited: (amount) => html`Баланс пополнен на <b>${usd(amount)}</b>. Посмотреть: /balance.`,
  creditedElsewhere: html`Ваш платёж зачислен на аккаунт, для которого был выставлен счёт. Сейчас у вас здесь другой аккаунт.`,
  refunded: (amount, stars, uncovered = 0n) =>
    html`<b>Ваш платёж на ${usd(amount)} возвращён</b>${stars === null ? '' : `: ${starsOf(stars)}`}. ${
      uncovered === 0n
        ? 'То, что он добавил на баланс, списано.'
        : `На балансе не хватило ${usd(uncovered)} из того, что он добавил: эта сумма спишется с ближайших поступлений. Остальное списано.`
    }`,
  uncredited: html`Ваш платёж пришёл, но не такой, как в счёте, поэтому баланс не пополнен. Платёж сохранён, поддержка уже знает о нём.`,
  checkoutRefused: (reason) =>
    ({
      unknown: 'Этот счёт неизвестен. Получите новый: /topup.',
      paid: 'Этот счёт уже оплачен. Новый: /topup.',
      expired: 'Этот счёт устарел. Получите новый: /topup.',
      differing: 'Сумма этого счёта не та, что должна быть. Получите новый: /topup.',
      of_another: 'Этот счёт выставлен другому человеку или аккаунту. Получите свой: /topup.',
      failed: 'У нас произошла ошибка, ничего не оплачено. Попробуйте ещё раз.',
    })[reason],

  buy,
  orders,
  settings,
  notices,
  alert,
};

/** What a movement was for. Names of products are those of the catalog. */
function describe({ kind, amount, work, reason }: AccountMovement, catalog: readonly Tier[]): string {
  if (kind === 'top_up') return 'Пополнение';
  if (kind === 'payment_refund')
    return amount < 0n ? 'Платёж возвращён плательщику' : 'Платёж, который не удалось вернуть';
  if (kind === 'adjustment') return `Корректировка: ${reason ?? ''}`;
  if (!work) return kind === 'refund' ? 'Возврат' : 'Списание';
  const coins = work.coins > 0 ? `, ${coinsOf(work.coins)}` : '';
  const subject = `${describeWork(work, catalog)}${coins}`;
  if (kind === 'operation_refund') return `Возвращено: ${subject}. ${reason ?? ''}`;
  return kind === 'refund' ? `Возврат, не выполнено: ${subject}` : subject;
}

function describeWork({ kind, orderId, product, days, gb }: ChargedWork, catalog: readonly Tier[]): string {
  const volume = days === null ? `${gb ?? 0} ГБ` : counted(days, 'день', 'дня', 'дней');
  const goods = product
    ? [productName(catalog, product.tier, product.type), countryName(product.country)]
    : [];
  const count = product && gb === null ? [`${product.quantity} шт.`] : [];
  if (kind === 'renewal') return [`Продление заказа ${orderId}`, ...goods, volume, ...count].join(', ');
  if (kind === 'traffic') return [`Трафик для заказа ${orderId}`, ...goods, volume].join(', ');
  return product ? [...goods, volume, ...count].join(', ') : 'Покупка';
}
