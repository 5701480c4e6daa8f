import { LANGUAGES } from '../../../src/bot/people/people.ts';
import { type Texts, textsIn } from '../../../src/bot/texts/texts.ts';
import type { Random } from '../random.ts';
import type { SeenMessage } from './chat-control.ts';

/** How a button of a step is known in any language. */
type Label = (text: string) => boolean;

/** Something that a person is after: the command that leads there, and what they press on the way. */
export interface Goal {
  command: string;
  /** The buttons of each step. The last of them attains the goal. */
  steps: readonly Label[];
}

/** A button with just this text. */
function called(text: (texts: Texts) => string): Label {
  const names = LANGUAGES.map((language) => text(textsIn(language)));
  return (label) => names.includes(label);
}

const matching =
  (pattern: RegExp): Label =>
  (label) =>
    pattern.test(label);

/** An order for a term, and a Luxury order, in the list of orders. */
const TERM_ORDER = matching(/^\d+: .*, (until|до) /);
const LUXURY_ORDER = matching(/^\d+: .*(left|осталось)/);
/** A period with its price. */
const PERIOD = matching(/^\d+ \S+[,:] .*\$/);
const PAY = matching(/^(Pay|Оплатить) .*\$/);
const KEY = matching(/prk_/);
/** What has coins pay a part of an offer. */
const WITH_COINS = matching(/^(Use|Списать) \d/);

function buying(tier: RegExp, ...rest: Label[]): Goal {
  const type = matching(/, (from|от) /);
  const country = matching(/^(Any country|Любая страна)$|^\p{RI}{2} /u);
  const confirm = matching(/^(Buy for|Купить за) /);
  return { command: '/buy', steps: [matching(tier), type, PERIOD, country, ...rest, confirm] };
}

function ofOrder(order: Label, ...steps: Label[]): Goal {
  return { command: '/orders', steps: [order, ...steps] };
}

function ofKey(...steps: Label[]): Goal {
  return { command: '/keys', steps: [KEY, ...steps] };
}

export const TOP_UP: Goal = {
  command: '/topup',
  steps: [matching(/^\$\d+$|^\d+ \$$/), matching(/^(Telegram Stars|Crypto Pay)/)],
};

export const BUY_TERM = buying(/^(Premium|Economy|Telegram)$/, matching(/^[1-3]$/));
export const BUY_LUXURY = buying(
  /^Luxury$/,
  called((texts) => texts.label('button-next')),
);
export const RENEW = ofOrder(
  TERM_ORDER,
  called((texts) => texts.label('button-renew')),
  PERIOD,
  PAY,
);
export const ADD_TRAFFIC = ofOrder(
  LUXURY_ORDER,
  called((texts) => texts.label('button-add-traffic')),
  PERIOD,
  PAY,
);
const APPLY = called((texts) => texts.label('button-apply'));

/** What people are after with money, the more often the more there is to go wrong. */
const WITH_MONEY = [TOP_UP, BUY_TERM, BUY_TERM, BUY_LUXURY, RENEW, RENEW, ADD_TRAFFIC, ADD_TRAFFIC];

const WITHOUT_MONEY: readonly Goal[] = [
  ofOrder(
    LUXURY_ORDER,
    called((texts) => texts.label('button-settings')),
    matching(/^(Threads|Session|Protocol|Потоки|Сессия|Протокол)$/),
    matching(/^(\d+|HTTP|SOCKS5|Sticky|Rotating|Ротация)$/),
    APPLY,
  ),
  ofOrder(LUXURY_ORDER, matching(/^(Pause|Resume|Пауза|Возобновить)$/)),
  ofOrder(
    LUXURY_ORDER,
    called((texts) => texts.label('button-new-password')),
    called((texts) => texts.label('button-password-sure')),
  ),
  ofOrder(
    LUXURY_ORDER,
    called((texts) => texts.label('button-lines')),
    matching(/(host:port|@host|:\/\/)/),
  ),
  ofOrder(
    TERM_ORDER,
    called((texts) => texts.label('button-proxies')),
  ),
  {
    command: '/keys',
    steps: [
      called((texts) => texts.label('button-new-key')),
      called((texts) => texts.label('button-no-name')),
    ],
  },
  ofKey(
    called((texts) => texts.label('button-reissue')),
    called((texts) => texts.label('button-sure')),
  ),
  ofKey(matching(/^(Disable|Enable|Отключить|Включить)$/)),
  ofKey(
    called((texts) => texts.label('button-networks')),
    called((texts) => texts.label('button-any-network')),
  ),
];

/** What an offer has that the balance does not cover: a look whether it does by now, and what is missing. */
const CHECKS_BALANCE = called((texts) => texts.label('button-check-balance'));
const MISSING = matching(/^(Top up|Пополнить на) .*(Stars?|зв|Crypto Pay)/);
const UNDER_WAY = ['purchase', 'renewal'].map((kind) =>
  called((texts) => texts.label('offer-in-progress', { kind })),
);

/** What a person wants after what they have attained: money first, and more of what they have bought. */
export function nextGoal(random: Random, before: Goal | undefined): Goal {
  if (!before) return TOP_UP;
  const more = before === BUY_TERM ? RENEW : before === BUY_LUXURY ? ADD_TRAFFIC : undefined;
  if (more && random.chance(0.7)) return more;
  if (before === TOP_UP) return random.pick([BUY_TERM, BUY_LUXURY]);
  return random.pick(random.chance(0.65) ? WITH_MONEY : WITHOUT_MONEY);
}

/** What to press in a message to come closer to the goal; undefined when the message does not lead there. */
export function wayTo(
  { steps }: Goal,
  { buttons }: SeenMessage,
  random: Random,
): { button: string; isLast: boolean } | undefined {
  const labels = buttons.flat();
  const byCoins = labels.find(WITH_COINS);
  if (byCoins !== undefined && random.chance(0.8)) return { button: byCoins, isLast: false };
  const missing = labels.filter(MISSING);
  if (missing.length > 0) return { button: random.pick(missing), isLast: false };
  for (const [index, isOfStep] of [...steps.entries()].reverse()) {
    const found = labels.filter(isOfStep);
    if (found.length === 0) continue;
    // The first one is what most people take: little of it, which a balance covers.
    const button = random.chance(0.6) ? (found[0] ?? '') : random.pick(found);
    return { button, isLast: index === steps.length - 1 };
  }
  return undefined;
}

/** Whether it is an offer that the balance does not cover. */
export function needsMoney({ buttons }: SeenMessage): boolean {
  return buttons.flat().some(CHECKS_BALANCE);
}

/** Whether it says that what was confirmed is still being carried out, and wants to be asked again. */
export function isUnderWay({ text }: Pick<SeenMessage, 'text'>): boolean {
  return UNDER_WAY.some((isIt) => isIt(text));
}
