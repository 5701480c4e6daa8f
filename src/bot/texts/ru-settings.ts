import type { LuxurySettings, SettingName } from '../../luxury/settings.ts';
import type { enSettings } from './en-settings.ts';
import { cut, html } from './html.ts';
import { COUNT, counted, countryName } from './ru-formats.ts';

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

function valueText(settings: LuxurySettings, name: SettingName): string {
  switch (name) {
    case 'country':
      return countryName(settings.country);
    case 'session':
      return SESSIONS[settings.session];
    case 'protocol':
      return PROTOCOLS[settings.protocol];
    case 'anonymous':
    case 'paused':
      return settings[name] ? 'да' : 'нет';
    case 'stickyMinutes':
    case 'threads':
      return COUNT.format(settings[name]);
    case 'excludeAsn':
    case 'allowedIps':
    case 'blockedHosts':
      return settings[name].length === 0 ? 'нет' : settings[name].join(', ');
    default:
      return settings[name] ?? 'любой';
  }
}

const line = (settings: LuxurySettings, name: SettingName) =>
  html`${NAMES[name]}: ${cut(valueText(settings, name), 500)}`;

export const ruSettings: typeof enSettings = {
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
  preview: (orderId, steps) => html`<b>Заказ ${orderId}</b>

${steps.map(
  ({ name, before, after }) => html`${NAMES[name]}
  сейчас: ${cut(valueText(before, name), 1_000)}
  станет: <b>${cut(valueText(after, name), 1_000)}</b>`,
)}`,
  needsCountry: (name) => html`<b>${NAMES[name]}</b>: сначала выберите страну, тогда появится список.`,
  placesFixed: () =>
    html`Такие прокси больше не продаются, поэтому место изменить нельзя. Заказ работает, как прежде.`,
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
  notChanged: () =>
    html`Провайдер не принял изменение, настройки остались прежними. Попробуйте, пожалуйста, чуть позже.`,

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
