/** Amounts in micro-dollars, and whole numbers, that a text of the bot says. */
type Amount = 'usd' | 'balance' | 'threshold' | 'uncovered' | 'price' | 'charged' | 'after' | 'missing';
type Count = 'stars' | 'coins' | 'earned' | 'order' | 'percent';
type Words = 'item' | 'until';
export type Said = Partial<Record<Amount, bigint> & Record<Count, number> & Record<Words, string>>;

const AMOUNTS = ['usd', 'balance', 'threshold', 'uncovered', 'price', 'charged', 'after', 'missing'];
const COUNTS = ['stars', 'coins', 'earned', 'order', 'percent'];
const USD = String.raw`−?\$[\d,]+\.\d+|−?[\d\u00a0]+,\d+\u00a0\$`;
const COUNT = String.raw`\d[\d,\u00a0]*`;

const PAID = '<charged>(?: and <coins> coins?)?\\.(?: You have earned <earned> coins?\\.)?';
const PAID_RU = '<charged>(?: и <coins> монет\\S*)?\\.(?: Начислено: <earned> монет\\S*)?';

/**
 * What the bot says about money, goods and coins, in English and in Russian. The patterns are the harness's
 * own: what a text of the program makes of an amount is read, and never written, by the harness.
 */
const SAYINGS = {
  wanted: ['^<usd> will be added', '^На баланс поступит <usd>\\.'],
  starsInvoice: ['^Top-up: <usd>$', '^Пополнение: <usd>$'],
  cryptoInvoice: ['^Invoice for <usd>\\n', '^Счёт на <usd>\\n'],
  credited: ['^<usd> was added to your balance', '^Баланс пополнен на <usd>\\.'],
  uncredited: ['^Your payment has come, but not as', '^Ваш платёж пришёл, но не такой'],
  givenBack: [
    '^Your payment for <usd> was given back(?:: <stars> Stars?)?\\.(?: Your balance did not cover <uncovered>)?',
    '^Ваш платёж на <usd> возвращён(?:: <stars> зв\\S*)?\\.(?: На балансе не хватило <uncovered>)?',
  ],
  arrived: ['^<usd> has arrived\\. Your balance is <balance>\\.', '^Поступило <usd>\\. Баланс: <balance>\\.'],
  wentBack: [
    '^<usd> went back to your balance, which is <balance>',
    '^На баланс вернулось <usd>, теперь там <balance>',
  ],
  low: [
    '^Your balance is low: <balance>\\.\\n\\nIt has fallen below <threshold>\\.',
    '^Баланс низкий: <balance>\\.\\n\\nОн стал меньше <threshold>\\.',
  ],
  ends: ['^Order <order> ends soon: <until> UTC', '^Заказ <order> скоро закончится: <until> UTC'],
  used: ['^Order <order> has used <percent> %', '^Заказ <order> израсходовал <percent> %'],
  usedUp: ['^The traffic of order <order> is used up', '^Трафик заказа <order> закончился'],
  bought: [
    '^Bought: order <order>\\n<item>\\n\\nPaid: <charged>(?: and <coins> coins?)?\\nBalance: <balance>(?:\\nYou have earned <earned> coins?\\.)?$',
    '^Куплено: заказ <order>\\n<item>\\n\\nОплачено: <charged>(?: и <coins> монет\\S*)?\\nБаланс: <balance>(?:\\nВам начислено: <earned> монет\\S*)?$',
  ],
  renewed: [
    `^Order <order> is renewed(?: until <until> UTC)?\\. You paid ${PAID}$`,
    `^Заказ <order> продлён(?: до <until> UTC)?\\. Списано ${PAID_RU}$`,
  ],
  trafficAdded: [
    `^Order <order> has more traffic: <item> left\\. You paid ${PAID}$`,
    `^К заказу <order> добавлен трафик: осталось <item>\\. Списано ${PAID_RU}$`,
  ],
  moneyBack: [
    '\\n<charged>(?: and <coins> coins?)? went back to you: your balance is <balance>\\.$',
    '\\nВам вернулось <charged>(?: и <coins> монет\\S*)?, на балансе <balance>\\.$',
  ],
  delivered: [
    '^Order <order>(?: until <until>)?\\n<item>\\n\\n',
    '^Заказ <order>(?: до <until>)?\\n<item>\\n\\n',
  ],
  balance: ['^Balance: <balance>\\nCoins: <coins>\\.', '^Баланс: <balance>\\nМонеты: <coins>\\.'],
  threshold: ['when it falls below <threshold>\\.', 'когда он станет меньше <threshold>\\.'],
  price: ['^Price: <price>$', '^Цена: <price>$'],
  coinsOff: ['^Coins: (?:−\\S+ for )?<coins> coins?(?: off)?$', '^Монетами: (?:−.* за )?<coins> монет\\S*$'],
  toPay: ['^To pay: <charged>$', '^К оплате: <charged>$'],
  covers: [
    '^Your balance is <balance>, and <after> after it\\.$',
    '^На балансе <balance>, после \\S+ останется <after>\\.$',
  ],
  lacks: [
    '^Your balance is <balance>: <missing> is missing\\.$',
    '^На балансе <balance>: не хватает <missing>\\.$',
  ],
  earns: ['^You earn <earned> coins?\\.$', '^За покупку начисляется <earned> монет\\S*\\.$'],
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
