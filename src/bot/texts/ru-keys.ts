import type { ShownKey } from '../../resellers/list-keys.ts';
import type { enKeys } from './en-keys.ts';
import { html } from './html.ts';
import { DAY, INSTANT } from './ru-formats.ts';

const NETWORKS = { inLine: 2, inMessage: 50 } as const;

function networksOf({ allowedIps }: ShownKey, most: number, any: string): string {
  if (allowedIps.length === 0) return any;
  const more = allowedIps.length - most;
  return `${allowedIps.slice(0, most).join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`;
}

const keyLine = (key: ShownKey) =>
  html`<code>${key.prefix}…</code> ${key.name ? `${key.name}: ` : ''}${key.disabled ? 'отключён, ' : ''}${networksOf(key, NETWORKS.inLine, 'любая сеть')}, ${key.lastUsedOn === null ? 'ещё не использован' : `использован ${DAY.format(new Date(key.lastUsedOn))}`}`;

export const ruKeys: typeof enKeys = {
  keys: (newest, count) =>
    count === 0
      ? html`У вас ещё нет ключа API. Он нужен вашим программам: создайте его здесь.`
      : html`<b>Ключи API</b>

${newest.map(keyLine)}

${count > newest.length ? `Здесь последние ${newest.length} из ${count}. ` : ''}Выберите ключ, чтобы изменить его.`,
  keyName: () =>
    html`Как назвать ключ? Введите название до 50 символов, например имя программы, которая будет им пользоваться.`,
  keyButton: ({ name, prefix, disabled }) =>
    `${name ? `${name}, ` : ''}${prefix}…${disabled ? ' (отключён)' : ''}`,
  key: (key) => html`<b>Ключ API <code>${key.prefix}…</code></b> ${key.name ?? ''}

Состояние: ${key.disabled ? 'отключён' : 'работает'}
Разрешённые сети: ${networksOf(key, NETWORKS.inMessage, 'любые')}
Секрет выдан: ${INSTANT.format(key.issuedAt)} UTC
Использован: ${key.lastUsedOn === null ? 'ещё нет' : DAY.format(new Date(key.lastUsedOn))}`,
  secret: (apiKey) => html`Ваш ключ API, показан только один раз:

<code>${apiKey}</code>

Сохраните его сейчас и удалите это сообщение: кто его прочтёт, сможет тратить ваш баланс.`,
  reissueSure: (key) =>
    html`Заменить секрет ключа <code>${key.prefix}…</code>? Нынешний сразу перестанет работать.`,
  networks: (
    key,
  ) => html`Откуда можно пользоваться ключом <code>${key.prefix}…</code>? Сейчас: ${networksOf(key, NETWORKS.inMessage, 'из любой сети')}.

Введите адреса или сети, например 203.0.113.7 или 2001:db8::/32, через пробел или запятую.`,
  badNetworks: (flaws) => html`Так нельзя: ${flaws}

Введите адреса или сети, например 203.0.113.7 или 2001:db8::/32, через пробел или запятую.`,
};
