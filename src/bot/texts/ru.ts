import type { Tier } from '../../catalog/catalog.ts';
import type { AccountMovement, ChargedWork } from '../../purchases/account-statement.ts';
import { productName } from '../../purchases/movement-text.ts';
import type { ShownKey } from '../../resellers/keys.ts';
import type { En } from './en.ts';
import { cut, html, MAX_LIST_UNITS, MAX_MOVEMENT_UNITS } from './html.ts';
import { ruAlert } from './ru-alert.ts';
import { ruBuy } from './ru-buy.ts';
import { COUNT, counted, countryName, DAY, INSTANT, signed, usd } from './ru-formats.ts';
import { ruNotices } from './ru-notices.ts';
import { ruOrders } from './ru-orders.ts';
import { refusalInRussian } from './ru-refusals.ts';
import { ruSettings } from './ru-settings.ts';
import { ruTopUp } from './ru-top-up.ts';

function keyLine({ prefix, name, disabled, allowedIps, lastUsedOn }: ShownKey) {
  const more = allowedIps.length > 2 ? ` и ещё ${allowedIps.length - 2}` : '';
  const from = allowedIps.length === 0 ? 'любая сеть' : `${allowedIps.slice(0, 2).join(', ')}${more}`;
  const used = lastUsedOn === null ? 'ещё не использован' : `использован ${DAY.format(new Date(lastUsedOn))}`;
  return html`<code>${prefix}…</code> ${name ? `${name}: ` : ''}${disabled ? 'отключён, ' : ''}${from}, ${used}`;
}

/** What the bot says in Russian. */
export const ru: En = {
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
  oldLink: () => html`Эта ссылка уже использована или устарела. Попросите у поддержки новую.`,
  startFirst: () => html`Сначала отправьте /start: так вы получите счёт.`,
  help: () => html`<b>Что умеет этот бот</b>

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
  unknown: () => html`Не понимаю. Что я умею, расскажет /help.`,
  textOnly: () => html`Я понимаю только текст и кнопки. Что я умею, расскажет /help.`,
  privateOnly: () =>
    html`Я работаю только в личных чатах, а в группах больше ничего не отвечаю. Напишите мне, пожалуйста, в личный чат.`,
  edited: () => html`Я не читаю изменения сообщений. Отправьте, пожалуйста, новое сообщение.`,
  oldButton: () => html`Эта кнопка устарела. Откройте список ещё раз, пожалуйста.`,
  slowDown: () =>
    html`Слишком быстро: я принимаю 30 сообщений в минуту. Продолжите, пожалуйста, через минуту.`,
  failed: () => html`Что-то пошло не так на нашей стороне. Попробуйте ещё раз, пожалуйста.`,
  refusal: refusalInRussian,

  moneyBack: ({ charged, coins, balance }) =>
    html`Вам вернулось ${usd(charged)}${coins > 0 ? ` и ${counted(coins, 'монета', 'монеты', 'монет')}` : ''}, на балансе ${usd(balance)}.`,

  language: () => html`На каком языке говорить?`,
  languageSet: () => html`Теперь я говорю по-русски.`,

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
  badThreshold: () =>
    html`Это не целое число от 0 до 1 000 000. Введите, пожалуйста, только цифры, например 25 или 1000.`,
  thresholdUsd: (amount) => `${amount} $`,
  statementCaption: (count, isWhole) =>
    isWhole
      ? html`Ваша выписка: ${counted(count, 'движение', 'движения', 'движений')}.`
      : html`Последние ${counted(count, 'движение', 'движения', 'движений')} вашей выписки. Более ранние есть в консоли.`,
  statementHeader: ['Время (UTC)', 'Назначение', 'Сумма, USD', 'Баланс после, USD', 'Номер платежа'],
  movement: (movement, catalog) => describe(movement, catalog),

  buy: ruBuy,

  keys: (newest, count) =>
    count === 0
      ? html`У вас ещё нет ключа API. Он нужен вашим программам: создайте его здесь.`
      : html`<b>Ключи API</b>

${newest.map(keyLine)}

${count > newest.length ? `Здесь последние ${newest.length} из ${count}. ` : ''}Выберите ключ, чтобы изменить его.`,
  keyName: () =>
    html`Как назвать ключ? Введите название до 50 символов, например имя программы, которая будет им пользоваться.`,
  badKeyName: () =>
    html`В названии от 1 до 50 символов, без тех, что меняют направление текста. Введите, пожалуйста, другое.`,
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
  emptied: () =>
    html`Секрета, который был здесь, больше нет. Telegram не даёт ботам удалять сообщения старше 48 часов.`,
  notDeleted: () =>
    html`Telegram не даёт мне ни удалить, ни изменить это сообщение. Удалите его, пожалуйста, сами: кто прочтёт секрет в нём, сможет им пользоваться.`,
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

  ...ruTopUp,
  orders: ruOrders,
  settings: ruSettings,
  notices: ruNotices,
  alert: ruAlert,
};

/** What a movement was for. Names of products are those of the catalog. */
function describe({ kind, amount, work, reason }: AccountMovement, catalog: readonly Tier[]): string {
  if (kind === 'top_up') return 'Пополнение';
  if (kind === 'payment_refund')
    return amount < 0n ? 'Платёж возвращён плательщику' : 'Платёж, который не удалось вернуть';
  if (kind === 'adjustment') return `Корректировка: ${reason ?? ''}`;
  if (!work) return kind === 'refund' ? 'Возврат' : 'Списание';
  const coins = work.coins > 0 ? `, ${counted(work.coins, 'монета', 'монеты', 'монет')}` : '';
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
