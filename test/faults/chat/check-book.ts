import { fallsIn } from '../books.ts';
import { type Book, isSettled, type Offer, type Person, type Row, type Sale, STARS_PER_USD } from './book.ts';
import { COIN, coinsOf, countryIn, type Item, itemIn, PX6, RATES } from './catalog-file.ts';
import { microsIn, read, type Said, type Saying } from './sayings.ts';

/** What every book has to fulfil, by the sentence that a violation begins with. */
const GUARANTEES: Readonly<Record<string, (book: Book) => string[]>> = {
  'an invoice asks for what was chosen, at the rate of the run': invoices,
  'an offer is of what was chosen, at the prices and rates of the catalog file': (book) =>
    book.offers.flatMap((offer) => checkOffer(book, offer)),
  'what was bought is what was offered, at the upstream and in the chat': (book) =>
    book.sales.filter(isSettled).flatMap((sale) => checkSale(book, sale)),
  'a statement has each line of the book, and no other': (book) => ofEach(book, checkStatement),
  'a balance that is told is one of the statement': (book) => ofEach(book, checkBalances),
  'the coins are those that sales have earned and cost': (book) => ofEach(book, checkCoins),
  'a receipt is told once, and only to whom it concerns': (book) =>
    ofEach(book, (person) => checkReceipts(book, person)),
  'a low balance is told once for each fall': (book) => ofEach(book, (person) => checkFalls(book, person)),
  'a mark of usage and an end are told once': (book) => ofEach(book, (person) => checkNotices(book, person)),
  'the operator is obeyed once': checkDeeds,
};

/** Everything that is not as the book says. */
export function checkBook(book: Book): string[] {
  return Object.entries(GUARANTEES).flatMap(([guarantee, check]) =>
    check(book).map((violation) => `book: ${guarantee}: ${violation}`),
  );
}

/** As `checkBook`, of what a restore leaves true: what was told of the time that it has lost is not. */
export function checkBookAfterRestore(book: Book): string[] {
  const kept = /^(?:what was bought|a statement|the coins|the operator)/;
  return checkBook(book).filter((violation) => kept.test(violation.replace('book: ', '')));
}

function ofEach({ people }: Book, check: (person: Person) => string[]): string[] {
  return [...people.values()].flatMap((person) => check(person).map((what) => `${person.user} ${what}`));
}

/** What a person was told, with the saying's facts. */
function told(
  { shown }: Pick<Person, 'shown'>,
  ...sayings: readonly Saying[]
): (Said & { at: number; saying: Saying })[] {
  return shown.flatMap(({ text, at }) =>
    sayings.flatMap((saying) => {
      const said = read(saying, text);
      return said ? [{ ...said, at, saying }] : [];
    }),
  );
}

function invoices({ people, record }: Book): string[] {
  return [...people.values()]
    .flatMap((person) => {
      const { user, updates, shown, paid } = person;
      const chosen = new Set(
        updates.flatMap(({ kind, data, text }) =>
          (kind === 'text' || data.startsWith('topup:')) && /\d/.test(text) ? [typed(text)] : [],
        ),
      );
      const asked = updates.filter(({ data }) => data.startsWith('pay:'));
      const offered = asked.map(({ messageId, at, text }) => {
        const before = shown.filter((one) => one.messageId === messageId && one.at <= at);
        const missing = before.flatMap((one) => missingIn(one.text) ?? []);
        const usd = read('toppedUp', text)?.usd;
        const wanted = before
          .map((one) => read('wanted', one.text)?.usd)
          .findLast((one) => one !== undefined);
        return {
          usd: usd ?? wanted,
          isChosen: usd === undefined ? wanted === undefined || chosen.has(wanted) : missing.includes(usd),
          stars: Number(text.replace(/^.*: /, '').replaceAll(/\D/g, '')),
          isCrypto: text.endsWith('Crypto Pay'),
        };
      });
      const wanted = offered.map(({ usd, isCrypto }) => `${isCrypto ? 'Crypto Pay' : 'Stars'} ${usd}`);
      const inStars = shown.flatMap(({ invoice }) => {
        const usd = invoice && read('starsInvoice', invoice.title)?.usd;
        return usd === undefined ? [] : [{ usd, stars: invoice?.amount }];
      });
      const inCrypto = told(person, 'cryptoInvoice').flatMap(({ usd }) => (usd === undefined ? [] : [usd]));
      const byCrypto = paid.filter(({ provider }) => provider === 'crypto_pay').map(({ usd }) => usd);
      return [
        ...offered
          .filter(({ isChosen }) => !isChosen)
          .map(({ usd }) => `${user} was offered ${usd}, which they have not chosen`),
        ...[...inStars, ...offered.filter(({ isCrypto, usd }) => !isCrypto && usd !== undefined)]
          .filter(({ usd, stars }) => stars !== starsFor(usd ?? 0n))
          .map(({ usd, stars }) => `${user} was asked for ${stars} Stars for ${usd}`),
        ...surplus(
          inStars.map(({ usd }) => `Stars ${usd}`),
          wanted,
        ),
        ...surplus(
          inCrypto.map((usd) => `Crypto Pay ${usd}`),
          wanted,
        ),
        ...surplus(
          byCrypto.map((usd) => `Crypto Pay ${usd}`),
          wanted,
        ),
      ].map((what) =>
        what.startsWith(String(user)) ? what : `${user} has an invoice that they have not asked for: ${what}`,
      );
    })
    .concat(
      record.paid
        .filter(({ provider, amount, messageId }) => {
          if (provider !== 'stars') return false;
          const invoice = record.shown.find((one) => one.messageId === messageId)?.invoice;
          return String(invoice?.amount) !== amount;
        })
        .map(({ chargeId }) => `${chargeId} was paid with another amount than its invoice has`),
    );
}

/** In micro-dollars, the least that is paid at a time. */
const LEAST = 1_000_000n;
const CENT = 10_000n;

/** What tops up just what an offer lacks, or a refusal does, in whole cents. */
function missingIn(text: string): bigint | undefined {
  const [lacks, refused] = [read('lacks', text), read('refused', text)];
  const missing = lacks?.missing ?? (refused && (refused.price ?? 0n) - (refused.balance ?? 0n));
  if (missing === undefined) return undefined;
  return missing < LEAST ? LEAST : ((missing + CENT - 1n) / CENT) * CENT;
}

const starsFor = (usd: bigint) => Number((usd * BigInt(STARS_PER_USD) + 999_999n) / 1_000_000n);

/** Such as `$10` or `12.50`. */
function typed(text: string): bigint {
  const [, whole = '0', cents = ''] = /(\d+)(?:[.,](\d{1,2}))?/.exec(text.replaceAll('\u00a0', '')) ?? [];
  return microsIn(`${whole}.${cents.padEnd(2, '0')}`);
}

function checkOffer(book: Book, offer: Offer): string[] {
  const { user, text, item, order, volume, price, coins, charged } = offer;
  const of = item ?? book.sales.find((sale) => sale.offer.item && sale.operation.orderId === order)?.item;
  const unit = of?.product.prices.get(volume);
  if (!of || unit === undefined) return [`${user} was offered what is not sold: ${text}`];
  const expected = unit * BigInt(of.product.isTraffic ? 1 : of.quantity);
  const worth = BigInt(coins) * COIN;
  const [covers, lacks] = [read('covers', text), read('lacks', text)];
  const left = covers
    ? (covers.balance ?? 0n) - (covers.after ?? 0n)
    : (lacks?.balance ?? 0n) + (lacks?.missing ?? 0n);
  const earned = read('earns', text)?.earned ?? 0;
  const wrong = [
    price !== expected && `the price is ${expected}`,
    coins > coinsOf(price, RATES.payable) && `coins pay ${RATES.payable} % at the most`,
    charged !== price - worth && `${price - worth} is left to pay`,
    (covers ?? lacks) && left !== charged && 'the balance after it is another one',
    earned !== coinsOf(charged, RATES.cashback) && `it earns ${coinsOf(charged, RATES.cashback)}`,
    ...(item ? unlikeChosen(book, offer, item) : unlikePressed(book, offer)),
  ].filter((one) => typeof one === 'string');
  return wrong.map((what) => `${what}; ${user} was offered: ${text}`);
}

/** Facts of an offer that the person has not pressed on the way to it. Typed texts are not looked at. */
function unlikeChosen({ people }: Book, { user, text }: Offer, item: Item): string[] {
  const { updates = [], shown = [] } = people.get(user) ?? {};
  const message = shown.find((one) => one.text === text);
  const draft = message?.data.map((data) => /^buy:(\w+):offer:/.exec(data)?.[1]).find(Boolean);
  if (!message || draft === undefined) return [];
  const { product, volume, country, quantity } = item;
  const unit = product.prices.get(volume) ?? 0n;
  const least = [...product.prices.values()].sort((one, other) => (one < other ? -1 : 1))[0];
  const fits: Record<string, (label: string) => boolean> = {
    tier: (label) => label === product.tier,
    type: (label) => label.startsWith(`${product.type}, `) && amountAtEnd(label) === least,
    period: (label) => Number.parseInt(label, 10) === volume && amountAtEnd(label) === unit,
    country: (label) => countryIn(label) === country,
    quantity: (label) => Number(label) === quantity,
  };
  const within = updates.filter(({ at }) => at <= message.at);
  const begunAt = within.find(({ data }) => data.startsWith(`buy:${draft}:`))?.at ?? message.at;
  return Object.entries(fits).flatMap(([step, isIt]) => {
    const picked = within.filter(({ data }) => data.startsWith(`buy:${draft}:${step}:pick:`));
    const isTyped = within.some(({ kind, at }) => kind === 'text' && at >= begunAt);
    if (picked.length === 0 || isTyped || picked.some((one) => isIt(one.text))) return [];
    return [`another ${step} was chosen (${picked.map((one) => one.text).join(', ')})`];
  });
}

function unlikePressed({ people }: Book, { user, order, volume, price }: Offer): string[] {
  const pressed = people
    .get(user)
    ?.updates.some(
      ({ data, text }) =>
        data.startsWith(`extend:${order}:`) &&
        Number.parseInt(text, 10) === volume &&
        amountAtEnd(text) === price,
    );
  return pressed ? [] : ['nobody has pressed for so much at that price'];
}

const amountAtEnd = (label: string) => microsIn(/\S+(?:\u00a0\$)?$/.exec(label)?.[0] ?? '');

/** Lines such as `host:port:login:password`. */
const ACCESS = /^[\w.-]+:\d+:([^\s:]+):(\S+)$/gm;

function checkSale(book: Book, { user, offer, operation, item }: Sale): string[] {
  const { id, orderId, kind, days, gb } = operation;
  const { volume, charged } = offer;
  const person = book.people.get(user);
  if (!item || !person) return [`${user} has bought what was never offered: order ${orderId}`];
  const { product, country, quantity } = item;
  const what = `${kind} ${id} of order ${orderId} of ${user}`;
  const pressed = person.updates.find(
    ({ data }) => data.endsWith(`:${operation.key}`) && /^(ok|extend_ok):/.test(data),
  );
  const wrong = [
    (product.isTraffic ? gb : days) !== volume && `is of ${days} days and ${gb} GB`,
    pressed && amountAtEnd(pressed.text) !== charged && `was confirmed by a button that says ${pressed.text}`,
  ];
  for (const receipt of told(person, 'bought').filter(({ order }) => String(order) === orderId))
    if (!isSame(itemIn(receipt.item ?? ''), item)) wrong.push(`is told as ${receipt.item}`);
  if (kind !== 'purchase') return wrong.flatMap((one) => (one ? [`${what} ${one}`] : []));
  const access = new Set<string>();
  for (const event of book.px6) {
    if (event.kind !== 'buy' || event.reference !== id) continue;
    const isIt =
      `${event.version}:${event.type}` === PX6[product.upstream] && event.country.toUpperCase() === country;
    if (!isIt || event.days !== volume || event.proxies.length > quantity)
      wrong.push(
        `is ${event.proxies.length} of ${event.version} ${event.type} in ${event.country} for ${event.days} days`,
      );
    for (const { login, password } of event.proxies) access.add(`${login}:${password}`);
  }
  const accounts = book.dataImpulse.filter((one) => one.kind === 'create' && one.label === id);
  for (const account of accounts) {
    if (account.kind !== 'create') continue;
    const [only = 'any', ...more] = account.parameters.countries;
    if (account.pool !== product.upstream || more.length > 0 || only.toUpperCase() !== country)
      wrong.push(`is of the pool ${account.pool} in ${account.parameters.countries}`);
    access.add(`${account.login}:${account.password}`);
  }
  const deliveries = person.shown.flatMap(({ text, file }) => {
    const said = read('delivered', text);
    if (String(said?.order) !== orderId) return [];
    const lines = [...`${text}\n${file?.text ?? ''}`.matchAll(ACCESS)].map(
      ([, login, password]) => `${login}:${password}`,
    );
    return lines.length > 0 ? [lines] : [];
  });
  if (deliveries.length === 0 && !person.isUnsure) wrong.push('was not delivered');
  for (const lines of deliveries)
    if (new Set(lines).size !== quantity || !lines.every((line) => access.has(line)))
      wrong.push(`was delivered as ${lines}`);
  return wrong.flatMap((one) => (one ? [`${what}, ${product.tier} ${product.type}, ${one}`] : []));
}

function isSame(one: Item | undefined, other: Item): boolean {
  return (
    one?.product === other.product &&
    one.volume === other.volume &&
    one.country === other.country &&
    one.quantity === other.quantity
  );
}

const GIVEN_BACK = /^(?:Top-up refunded|Пополнение возвращено)/;
/** Of a correction that another operator of the run has made. */
const OTHERS = /^correction-\d+-\d+$/;

function checkStatement({ lines, rows, givenBack, shown }: Person): string[] {
  const violations: string[] = [];
  let balance = 0n;
  for (const { usd, after, what } of rows) {
    balance += usd;
    if (balance !== after) violations.push(`has ${after} after “${what}”, and should have ${balance}`);
  }
  const final = shown.findLast(({ text }) => read('balance', text));
  const said = read('balance', final?.text ?? '')?.balance;
  if (final && said !== balance) violations.push(`has ${said}, and their statement comes to ${balance}`);
  if (!final && lines.length > 0) violations.push('has no balance');
  const back = rows.filter(({ what }) => GIVEN_BACK.test(what));
  const others = rows.filter((row) => !GIVEN_BACK.test(row.what) && !OTHERS.test(row.reference));
  violations.push(
    ...unlike(
      lines.map(({ usd, reference, numbers }) => `${usd} ${reference ?? numbers}`),
      others.map(
        ({ usd, reference, what }) => `${usd} ${reference || (what.match(/\b\d+\b/g) ?? []).join(' ')}`,
      ),
    ),
  );
  // The balance may not have covered what went back: the rest is taken from what comes to it.
  const owed = [...givenBack, ...back].reduce((sum, { usd }) => sum + usd, 0n);
  if (owed < 0n) violations.push(`has ${owed} for payments that nobody has got back`);
  if (owed > 0n && balance > 0n) violations.push(`has got ${owed} back, and it is on the balance still`);
  return violations;
}

function checkBalances({ shown, rows, log }: Person): string[] {
  const SAYINGS = [
    'balance',
    'arrived',
    'low',
    'bought',
    'covers',
    'lacks',
    'wentBack',
    'moneyBack',
  ] as const;
  return told({ shown }, ...SAYINGS)
    .filter(
      ({ balance, at }) =>
        balance !== 0n &&
        !rows.some((row) => row.after === balance && row.at <= at) &&
        // The balance of an event has what is charged for work under way.
        !log.some((event) => event.balance === balance),
    )
    .map(({ balance, saying }) => `was told of a balance of ${balance}, which they have not had (${saying})`);
}

function checkCoins(person: Person): string[] {
  const balances = told(person, 'balance');
  const last = balances.at(-1)?.coins ?? 0;
  return last === person.coins ? [] : [`has ${last} coins, and should have ${person.coins}`];
}

const RECEIPTS = { purchase: 'bought', renewal: 'renewed', traffic: 'trafficAdded' } as const;

/** What tells of a payment, of what came back, of what was bought, and of what the operator has added. */
function checkReceipts(book: Book, person: Person): string[] {
  const { paid, givenBack, deeds, rows, sales, isUnsure } = person;
  // The operator has credited a payment.
  const isCredit = (reference: string) =>
    deeds.some((deed) => deed.kind === 'credit' && deed.reference === reference);
  const isArrival = ({ reference, usd }: Row) =>
    usd > 0n && (OTHERS.test(reference) || deeds.some((deed) => deed.reference === reference));
  const expected = [
    ...paid.map(({ usd }): Told => ({ saying: 'credited', usd })),
    ...givenBack.map(({ usd, stars }): Told => ({ saying: 'givenBack', usd, stars: Number(stars) })),
    ...rows
      .filter(isArrival)
      .map(({ usd, reference }): Told => ({ saying: isCredit(reference) ? 'credited' : 'arrived', usd })),
    ...sales.filter(isSettled).map(
      ({ offer: { charged, coins }, operation }): Told => ({
        saying: RECEIPTS[operation.kind],
        order: Number(operation.orderId),
        charged,
        coins,
        earned: coinsOf(charged, RATES.cashback),
      }),
    ),
  ].map(inWords);
  const sayings = ['credited', 'givenBack', 'arrived', ...Object.values(RECEIPTS)] as const;
  const all = told(person, ...sayings).map(inWords);
  return [
    ...(isUnsure ? [] : surplus(expected, all).map((one) => `was not told: ${one}`)),
    ...unexcused(book, surplus(all, expected), expected).map((one) => `was told, once too often: ${one}`),
  ];
}

type Told = Said & { saying: Saying };

function inWords({ saying, usd, stars, order, charged, coins, earned }: Told): string {
  const facts = [usd, stars, order, charged, coins || undefined, earned || undefined];
  return [saying, ...facts.filter((fact) => fact !== undefined)].join(' ');
}

/** Messages that were told too often, but for those that may have been sent again after a process ended. */
function unexcused({ excuses }: Book, more: readonly string[], expected: readonly string[]): string[] {
  return more.filter((one) => {
    if (!expected.includes(one) || excuses.left === 0) return true;
    excuses.left -= 1;
    return false;
  });
}

/** In micro-dollars: below which a balance is low while nobody has chosen another limit. */
const THRESHOLD = 10_000_000n;

function checkFalls(book: Book, person: Person): string[] {
  const { updates, log, isUnsure } = person;
  const changes = updates.some(({ data }) => data === 'balance:threshold');
  const chosen = updates.flatMap(({ kind, data, text }) =>
    changes && (data.startsWith('threshold:') || (kind === 'text' && /^\$?\d+$/.test(text)))
      ? [typed(text)]
      : [],
  );
  const isChosen = chosen.some((limit) => limit !== THRESHOLD);
  const inWords = (balance: bigint, limit: bigint) => `low ${balance} below ${limit}`;
  const logged = log
    .filter(({ type }) => type === 'balance.low')
    .map(({ balance, facts: { threshold = 0 } }) => inWords(balance, BigInt(threshold)));
  const falls = fallsIn(log, THRESHOLD).map((balance) => inWords(balance, THRESHOLD));
  const all = told(person, 'low').map(({ balance = 0n, threshold = 0n }) => inWords(balance, threshold));
  return [
    ...(isChosen ? [] : unlike(falls, logged).map((one) => `has a log that ${one}`)),
    ...unexcused(book, surplus(all, logged), logged).map((one) => `was told of no fall: ${one}`),
    ...(isUnsure ? [] : surplus(logged, all).map((one) => `was not told: ${one}`)),
  ];
}

function checkNotices(book: Book, person: Person): string[] {
  const { updates, sales, isUnsure } = person;
  const own = sales
    .filter(({ operation }) => operation.kind === 'purchase')
    .map(({ operation }) => operation.orderId);
  const off = (kind: string) => isUnsure || updates.some(({ data }) => data === `notices:${kind}:off`);
  const renewed = new Set(
    sales.filter(({ operation }) => operation.kind === 'renewal').map(({ offer }) => offer.order),
  );
  const marks = own.flatMap((order) =>
    book.marks.has(order) ? [`mark ${book.marks.get(order)} of order ${order}`] : [],
  );
  const moved = own.filter((order) => book.movedEnds.has(order));
  const noticed = moved.filter((order) => !renewed.has(order));
  const ends = (orders: readonly string[]) => orders.map((order) => `end of order ${order}`);
  const all = told(person, 'used', 'usedUp', 'ends').map(({ saying, order, percent = 100 }) =>
    saying === 'ends' ? `end of order ${order}` : `mark ${percent} of order ${order}`,
  );
  const required = [...(off('traffic_used') ? [] : marks), ...(off('order_ends') ? [] : ends(noticed))];
  const expected = [...marks, ...ends(moved)];
  return [
    ...surplus(required, all).map((one) => `was not told: ${one}`),
    ...unexcused(book, surplus(all, expected), expected).map((one) => `was told without reason: ${one}`),
  ];
}

function checkDeeds({ deeds, record }: Book): string[] {
  const back = new Set(record.givenBack.map(({ chargeId }) => chargeId));
  return deeds.flatMap(({ kind, args, usd = 0n, outcome, firsts, chargeId = '' }) => {
    const isRefusable = kind === 'give back' || (kind === 'adjust' && usd < 0n);
    const expected = kind === 'top up again' ? 'refused' : 'done';
    const wrong = [
      outcome !== expected && !(isRefusable && outcome === 'refused') && `was ${outcome ?? 'not answered'}`,
      firsts > 1 && `was done ${firsts} times`,
      kind === 'give back' &&
        (outcome === 'done') !== back.has(chargeId) &&
        `was ${outcome}, and Telegram does not agree`,
    ];
    return wrong.flatMap((one) => (one ? [`“${args.join(' ')}” ${one}`] : []));
  });
}

/** What the second list has too little of, and then what it has too much of. */
function unlike(expected: readonly string[], found: readonly string[]): string[] {
  return [
    ...surplus(expected, found).map((one) => `lacks ${one}`),
    ...surplus(found, expected).map((one) => `has, and should not: ${one}`),
  ];
}

/** Those of a list that another one has not, as often as it has them less often. */
function surplus(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
