import type { BuyPageQuery, Protocol, QuoteInput, Session } from '../../generated/graphql.ts';
import { ANY_COUNTRY, type Filter } from '../../geo/places.ts';
import { MAX_STICKY_MINUTES, MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';

/** The words of the address's query, with what each means when it is left out. */
const LEFT_OUT = {
  tier: '',
  type: '',
  country: '',
  period: '',
  quantity: '1',
  label: '',
  customer: '',
  state: '',
  city: '',
  zip: '',
  asn: '',
  /** "yes" for anonymous addresses only. */
  anonymous: '',
  /** Autonomous system numbers with commas between them. */
  excludeAsn: '',
  session: 'ROTATING',
  stickyMinutes: '30',
  protocol: 'BOTH',
  threads: '100',
} as const;

type Word = keyof typeof LEFT_OUT;

/** What the reader wants to buy, as it stands in the address and in the fields, right or wrong. */
export type Choice = Readonly<Record<Word, string>>;

/** What the fields of a choice are handed. */
export interface ChoiceFieldsProps {
  choice: Choice;
  /** What is typed replaces the address instead of adding one to the history. */
  onChange: (change: Partial<Choice>, how?: { isTyped: boolean }) => void;
  /** What is wrong with a field, by its path in the schema. */
  errors: Readonly<Record<string, string>>;
}

const WORDS = Object.keys(LEFT_OUT) as Word[];

export function readChoice(query: URLSearchParams): Choice {
  return Object.fromEntries(WORDS.map((word) => [word, query.get(word) ?? LEFT_OUT[word]])) as Choice;
}

/** The query with a part of the choice changed; what it does not know stays. */
export function withChange(query: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [word, value] of Object.entries(change)) {
    if (value === LEFT_OUT[word as Word]) changed.delete(word);
    else changed.set(word, value);
  }
  return changed;
}

export function filterOf(choice: Choice): Filter {
  const { country, state, city, zip, asn, anonymous, excludeAsn } = choice;
  return {
    country: country || ANY_COUNTRY,
    state: state || null,
    city: city || null,
    zip: zip || null,
    asn: asn || null,
    anonymous: anonymous === 'yes',
    excludeAsn: [...new Set(excludeAsn.split(',').filter(Boolean))],
  };
}

/** The reverse of `filterOf`, for what has changed. */
export function toChange(change: Partial<Filter>): Partial<Choice> {
  const { anonymous, excludeAsn, ...places } = change;
  return {
    ...Object.fromEntries(Object.entries(places).map(([word, value]) => [word, value ?? ''])),
    ...(anonymous !== undefined && { anonymous: anonymous ? 'yes' : '' }),
    ...(excludeAsn && { excludeAsn: excludeAsn.join(',') }),
  };
}

export function sessionOf({ session }: Choice): Session {
  return session === 'STICKY' ? 'STICKY' : 'ROTATING';
}

export function protocolOf({ protocol }: Choice): Protocol {
  return protocol === 'HTTP' || protocol === 'SOCKS5' ? protocol : 'BOTH';
}

/** What is wrong with a number that was typed; undefined when it is right. */
function flawOfNumber(text: string, most: number): string | undefined {
  const isRight = /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return isRight ? undefined : t('buy-bad-number', { most });
}

/** A tier of the catalog with what is sold in it, as the page has asked for it. */
export type SoldTier = BuyPageQuery['tiers'][number];
export type SoldType = SoldTier['types'][number];

/** What is wrong with the numbers, by the paths of the schema. */
export function flawsOf(choice: Choice, { billing, maxQuantity }: SoldType): Record<string, string> {
  const flaws: Record<string, string | undefined> =
    billing === 'PER_PROXY'
      ? { quantity: flawOfNumber(choice.quantity, maxQuantity) }
      : {
          'options.threads': flawOfNumber(choice.threads, MAX_THREADS),
          'options.stickyMinutes':
            sessionOf(choice) === 'STICKY'
              ? flawOfNumber(choice.stickyMinutes, MAX_STICKY_MINUTES)
              : undefined,
        };
  return Object.fromEntries(
    Object.entries(flaws).filter((flaw): flaw is [string, string] => flaw[1] !== undefined),
  );
}

/** The choice as the service takes it; undefined while something is missing or no number. */
export function toInput(choice: Choice, sold: SoldType): QuoteInput | undefined {
  const { tier, type, country, period, quantity, stickyMinutes, threads } = choice;
  if (country === '' || Object.keys(flawsOf(choice, sold)).length > 0) return undefined;
  const input = { tier, type, country, period };
  if (sold.billing === 'PER_PROXY') return { ...input, quantity: Number(quantity) };
  const { country: _, excludeAsn, ...places } = filterOf(choice);
  const session = sessionOf(choice);
  return {
    ...input,
    options: {
      ...places,
      excludeAsn: [...excludeAsn],
      session,
      ...(session === 'STICKY' && { stickyMinutes: Number(stickyMinutes) }),
      protocol: protocolOf(choice),
      threads: Number(threads),
    },
  };
}

/** What is written on the order. No price depends on it. */
export function annotationsOf({ label, customer }: Choice) {
  return { ...(label && { label }), ...(customer && { customer }) };
}

/**
 * The product that a choice names, and the choice with what it leaves open: the first product and its first
 * period. `isAsked`: the choice names no product, or one that there is. Undefined when nothing is on sale.
 */
export function chosenOf(tiers: readonly SoldTier[], asked: Choice) {
  const products = tiers.flatMap((tier) => tier.types.map((type) => ({ tier, type })));
  const named = products.find(({ tier, type }) => tier.code === asked.tier && type.code === asked.type);
  const { tier, type } = named ?? products[0] ?? {};
  const period = type?.periods.find(({ code }) => code === asked.period) ?? type?.periods[0];
  if (!tier || !type || !period) return undefined;
  const country =
    type.billing === 'PER_GB'
      ? asked.country || ANY_COUNTRY
      : asked.country === ANY_COUNTRY
        ? ''
        : asked.country;
  const choice: Choice = { ...asked, tier: tier.code, type: type.code, period: period.code, country };
  const isAsked = named !== undefined || asked.type === '';
  return { tier, type, period, choice, isAsked };
}

export type Chosen = NonNullable<ReturnType<typeof chosenOf>>;
