/** Amounts in micro-dollars, and whole numbers, that a text of the bot says. */
type Amount = 'usd' | 'balance' | 'threshold' | 'uncovered' | 'price' | 'charged' | 'after' | 'missing';
type Count = 'stars' | 'coins' | 'earned' | 'order' | 'percent';
type Words = 'item' | 'until';
export type Said = Partial<Record<Amount, bigint> & Record<Count, number> & Record<Words, string>>;

const AMOUNTS = ['usd', 'balance', 'threshold', 'uncovered', 'price', 'charged', 'after', 'missing'];
const COUNTS = ['stars', 'coins', 'earned', 'order', 'percent'];
const USD = String.raw`−?\$[\d,]+\.\d+|−?[\d\u00a0]+,\d+\u00a0\$`;
const COUNT = String.raw`\d[\d,\u00a0]*`;

const PAID = '<charged>(?: and <coins> coins?)?\\.(?: You earned <earned> coins?\\.)?';
const PAID_RU = '<charged>(?: и <coins> монет\\S*)?\\.(?: Начислено: <earned> монет\\S*)?';

/**
 * What the bot says about money, goods and coins, in English and in Russian. The patterns are the harness's
 * own: what a text of the program makes of an amount is read, and never written, by the harness.
 */
const SAYINGS = {
  wanted: ['^<usd> will be added', '^Баланс пополнится на <usd>\\.'],
  starsInvoice: ['^Top-up: <usd>$', '^Пополнение: <usd>$'],
  cryptoInvoice: ['^Invoice for <usd>\\n', '^Счёт на <usd>\\n'],
  credited: ['^<usd> was added to your balance', '^Баланс пополнен на <usd>\\.'],
  uncredited: ['^Your payment has arrived, but it does not', '^Ваш платёж пришёл, но не совпадает'],
  givenBack: [
    '^Your payment for <usd> was refunded(?:: <stars> Stars?)?\\.(?: Your balance did not cover <uncovered>)?',
    '^Ваш платёж на <usd> возвращён(?:: <stars> зв\\S*)?\\.(?: На балансе не хватило <uncovered>)?',
  ],
  arrived: [
    '^You received <usd>\\. Your balance is <balance>\\.',
    '^Поступило <usd>\\. На балансе <balance>\\.',
  ],
  wentBack: ['^Refund: <usd>\\. Your balance is <balance>\\.', '^Возврат: <usd>\\. На балансе <balance>\\.'],
  low: [
    '^Your balance is low: <balance>\\.\\n\\nIt is now below <threshold>\\.',
    '^Баланс низкий: <balance>\\.\\n\\nОн стал меньше <threshold>\\.',
  ],
  ends: ['^Order <order> expires soon: <until> UTC', '^Заказ <order> скоро закончится: <until> UTC'],
  used: ['^Order <order> has used <percent>%', '^В заказе <order> израсходовано <percent> %'],
  usedUp: ['^Order <order> is out of traffic', '^В заказе <order> закончился трафик'],
  bought: [
    '^Order <order> is ready\\n<item>\\n\\nPaid: <charged>(?: and <coins> coins?)?\\nBalance: <balance>(?:\\nYou earned <earned> coins?\\.)?$',
    '^Заказ <order> готов\\n<item>\\n\\nОплачено: <charged>(?: и <coins> монет\\S*)?\\nБаланс: <balance>(?:\\nНачислено: <earned> монет\\S*)?$',
  ],
  renewed: [
    `^Order <order> has been renewed(?: until <until> UTC)?\\. Paid: ${PAID}$`,
    `^Заказ <order> продлён(?: до <until> UTC)?\\. Оплачено: ${PAID_RU}$`,
  ],
  trafficAdded: [
    `^Traffic was added to order <order>: <item> left\\. Paid: ${PAID}$`,
    `^К заказу <order> добавлен трафик: осталось <item>\\. Оплачено: ${PAID_RU}$`,
  ],
  moneyBack: [
    '\\nRefunded: <charged>(?: and <coins> coins?)?\\. Your balance is <balance>\\.$',
    '\\nВозвращено: <charged>(?: и <coins> монет\\S*)?\\. На балансе <balance>\\.$',
  ],
  delivered: [
    '^Order <order>(?: until <until>)?\\n<item>\\n\\n',
    '^Заказ <order>(?: до <until>)?\\n<item>\\n\\n',
  ],
  balance: ['^Balance: <balance>\\nCoins: <coins>\\.', '^Баланс: <balance>\\nМонеты: <coins>\\.'],
  threshold: ['when the balance falls below <threshold>\\.', 'когда баланс станет меньше <threshold>\\.'],
  price: ['^Price: <price>$', '^Цена: <price>$'],
  coinsOff: ['^Coins: −\\S+ \\(<coins> coins?\\)$', '^Монеты: −.* \\(<coins> монет\\S*\\)$'],
  toPay: ['^To pay: <charged>$', '^К оплате: <charged>$'],
  covers: ['^Balance: <balance>, after this \\S+: <after>$', '^Баланс: <balance>, после \\S+: <after>$'],
  lacks: [
    '^Balance: <balance>\\. You need <missing> more\\.$',
    '^Баланс: <balance>\\. Не хватает <missing>\\.$',
  ],
  earns: ['^You will earn <earned> coins?\\.$', '^Будет начислено: <earned> монет\\S*\\.$'],
  /** A button that tops up what is missing, and a refusal for what is missing. */
  toppedUp: ['^Top up <usd>: ', '^Пополнить на <usd>: '],
  refused: [
    '^This costs <price>, and your balance is <balance>\\.',
    '^Это стоит <price>, а на балансе <balance>\\.',
  ],
} as const;
export type Saying = keyof typeof SAYINGS;

const PATTERNS = Object.fromEntries(
  Object.entries(SAYINGS).map(([saying, [en, ru]]) => [saying, [patternOf(en), patternOf(ru)]]),
) as Record<Saying, RegExp[]>;

/** `<name>` stands for an amount, a number or words. */
function patternOf(text: string): RegExp {
  const source = text.replace(/<(\w+)>/g, (_, name: string) => {
    const what = AMOUNTS.includes(name) ? USD : COUNTS.includes(name) ? COUNT : '.+?';
    return `(?<${name}>${what})`;
  });
  return new RegExp(source, 'm');
}

/** What a text says, if it is such a saying. One that begins with ^ may begin any line of the text. */
export function read(saying: Saying, text: string): Said | undefined {
  for (const pattern of PATTERNS[saying]) {
    const { groups } = pattern.exec(text) ?? {};
    if (!groups && !pattern.test(text)) continue;
    const said = Object.entries(groups ?? {}).filter(([, value]) => value !== undefined);
    return Object.fromEntries(said.map(([name, value]) => [name, valueIn(name, value)]));
  }
  return undefined;
}

function valueIn(name: string, text: string): bigint | number | string {
  if (AMOUNTS.includes(name)) return microsIn(text);
  return COUNTS.includes(name) ? Number(text.replaceAll(/\D/g, '')) : text;
}

/** Such as `−$1,234.50`, `1 234,50 $` or, in a file, `-1234.50`. */
export function microsIn(text: string): bigint {
  const [, whole = '', decimals = ''] = /([\d,\u00a0]+?)(?:[.,](\d{2,6}))?(?:\u00a0\$)?$/.exec(text) ?? [];
  const micros = BigInt(whole.replaceAll(/\D/g, '')) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  return /^[-−]/.test(text) ? -micros : micros;
}
