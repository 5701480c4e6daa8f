import { InvalidArgumentError } from 'commander';
import { setDisabled, signOut } from '../access/sign-out.ts';
import { readPeriod } from '../billing/movements.ts';
import { addResellerOnce, listResellers, type ShownReseller, showReseller } from '../billing/resellers.ts';
import { createLinkCode } from '../bot/people/link-codes.ts';
import { readTelegramUsers } from '../bot/people/people.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { countOrders } from '../orders/order.ts';
import { type AccountMovement, readAccountStatement } from '../purchases/account-statement.ts';
import type { Services } from '../purchases/services.ts';
import { type RateOwner, setRateLimit } from '../resellers/keys.ts';
import { MAX_REQUESTS_PER_WINDOW, REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import { changeReseller, MAX_DISABLED_REASON_CHARACTERS } from '../resellers/resellers.ts';
import { consoleLink, createSignInCode } from '../sessions/sign-in.ts';
import {
  checkDays,
  DAYS,
  type Days,
  flag,
  id,
  limit,
  MAX_REFERENCE_CHARACTERS,
  option,
  type Page,
  page,
  required,
  text,
  usd,
  WHOM,
  wholeNumber,
} from './arguments.ts';
import { changeOf, type OperatorCommand, type Work } from './command.ts';

const MAX_NAME_CHARACTERS = 200;
const MAX_PRICE_LIST_CHARACTERS = 32;

interface Whom {
  reseller: number;
}

interface RateOptions extends Partial<Whom> {
  key?: number;
  perMinute?: number;
  reset: boolean;
}

/** Changes of a reseller are effective at once. */
export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'reseller add',
    at: 'emptiest',
    setsUp: true,
    about: 'add a reseller, once for each reference',
    examples: ['reseller add --name Acme --balance 50 --reference contract-12'],
    options: [
      required('--name <name>', 'what you call the reseller', text(MAX_NAME_CHARACTERS)),
      option('--balance <usd>', 'its first balance', usd),
      option(
        '--price-list <id>',
        'the price list of its API prices',
        text(MAX_PRICE_LIST_CHARACTERS),
        'standard',
      ),
      option(
        '--reference <text>',
        'your name for this, so that it can be repeated',
        text(MAX_REFERENCE_CHARACTERS),
      ),
    ],
    run: (
      { database, clock },
      reseller: { name: string; balance?: Micros; priceList: string; reference?: string },
    ) => addResellerOnce(database, { ...reseller, at: clock.now() }),
  },
  {
    name: 'reseller show',
    does: 'reads',
    about: 'show a reseller: balance, coins, who referred it, keys, Telegram user, order counts',
    examples: ['reseller show --reseller 2 --format table'],
    options: [WHOM],
    async run(services, { reseller }: Whom) {
      const [shown] = await render(services, [await showReseller(services.database.sql, reseller)]);
      return shown ?? {};
    },
  },
  {
    name: 'reseller link',
    about:
      'print the message that binds the Telegram user who sends it to the bot to this reseller, once and within an hour',
    examples: ['reseller link --reseller 2'],
    options: [WHOM],
    async run({ database, clock }, { reseller: resellerId }: Whom) {
      const { code, expiresAt } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
      return { resellerId, message: `/start link_${code}`, expiresAt };
    },
  },
  {
    name: 'reseller list',
    does: 'reads',
    about: 'list the resellers, oldest first',
    examples: ['reseller list --format table'],
    options: [
      option(
        '--search <text>',
        'only those whose name has this text, or whose number it is',
        text(MAX_NAME_CHARACTERS),
      ),
      ...page(100),
    ],
    async run(services, { search, ...page }: Page & { search?: string }) {
      const resellers = await listResellers(services.database.sql, { search, ...page });
      return { resellers: await render(services, resellers), ...page };
    },
  },
  {
    name: 'reseller statement',
    does: 'reads',
    omits: ['movements.for', 'movements.isDelivered', 'movements.quantity', 'movements.coins'],
    about:
      'list every movement of a balance, newest first, with what it was for, and the balances of its days; with --from also their sums',
    examples: ['reseller statement --reseller 2 --from 2026-11-01 --to 2026-12-01 --format table'],
    options: [
      ...DAYS,
      WHOM,
      option('--before <position>', 'only older ones: the "next" of the page before', position),
      limit(100),
    ],
    read: (options: Days) => checkDays(options),
    async run({ database }, options: Days & Whom & { before?: number; limit: number }) {
      const { reseller: resellerId, ...query } = options;
      await showReseller(database.sql, resellerId);
      // All as of one instant: a purchase in between would be in one of them only.
      const [{ opening, closing, sums }, { movements, hasMore }] = await database.snapshot(async (tx) => [
        await readPeriod(tx, resellerId, options),
        await readAccountStatement(tx, resellerId, query),
      ]);
      return {
        resellerId,
        openingBalanceUsd: formatUsd(opening),
        closingBalanceUsd: formatUsd(closing),
        sums: sums?.map(({ amount, ...sum }) => ({ ...sum, amountUsd: formatUsd(amount) })) ?? null,
        next: hasMore ? (movements.at(-1)?.position ?? null) : null,
        movements: movements.map(renderMovement),
      };
    },
  },
  {
    name: 'reseller disable',
    about:
      'refuse a reseller: its keys and its chat until it is enabled; its sessions, sign-in links and frontend tokens end for good, and charged work goes on to its end',
    examples: ["reseller disable --reseller 2 --reason 'Invoice 12 is unpaid: write to billing@example.com'"],
    options: [
      WHOM,
      required('--reason <text>', 'why; the reseller reads it', text(MAX_DISABLED_REASON_CHARACTERS)),
    ],
    run: (work, { reseller, reason }: Whom & { reason: string }) => setReason(work, reseller, reason),
  },
  {
    name: 'reseller enable',
    about: 'let a disabled reseller in again; to the console it signs in anew',
    examples: ['reseller enable --reseller 2'],
    options: [WHOM],
    run: (work, { reseller }: Whom) => setReason(work, reseller, null),
  },
  {
    name: 'reseller sign-out',
    about:
      'end all sessions, sign-in links and frontend tokens of a reseller whose account somebody else may have',
    examples: ['reseller sign-out --reseller 2', 'reseller sign-out --reseller 2 --passkeys --keys'],
    options: [
      WHOM,
      flag('--passkeys', 'remove all its passkeys, too'),
      flag('--keys', 'disable all its API keys and revoke its proxy lists, too'),
    ],
    async run({ database, clock, onChanged }, options: Whom & { passkeys: boolean; keys: boolean }) {
      const { reseller: resellerId, ...which } = options;
      const ended = await signOut(database, { resellerId, ...which, at: clock.now() });
      onChanged(Object.entries(ended).flatMap(([of, count]) => changeOf(of, count, 0)));
      return { resellerId, ended };
    },
  },
  {
    name: 'reseller rename',
    about: 'change what you call a reseller',
    examples: ["reseller rename --reseller 2 --name 'Acme Ltd'"],
    options: [WHOM, required('--name <name>', 'the new name', text(MAX_NAME_CHARACTERS))],
    run: (work, { reseller, name }: Whom & { name: string }) => change(work, reseller, 'name', name),
  },
  {
    name: 'reseller price-list',
    about: 'change the price list of a reseller’s API prices',
    examples: ['reseller price-list --reseller 2 --price-list wholesale'],
    options: [WHOM, required('--price-list <id>', 'the price list', text(MAX_PRICE_LIST_CHARACTERS))],
    run: (work, { reseller, priceList }: Whom & { priceList: string }) =>
      change(work, reseller, 'priceList', priceList),
  },
  {
    name: 'reseller rate-limit',
    about: `change how many requests a minute each key of a reseller may send, or one key; ${REQUESTS_PER_WINDOW} when never set`,
    examples: ['reseller rate-limit --reseller 2 --per-minute 120', 'reseller rate-limit --key 7 --reset'],
    options: [
      option('--reseller <id>', 'all its keys that have no rate of their own', id),
      option('--key <id>', 'one key', id),
      option('--per-minute <number>', 'how many', wholeNumber(MAX_REQUESTS_PER_WINDOW)),
      flag('--reset', 'as if it was never set'),
    ],
    read: (options: RateOptions) => ({ owner: ownerOf(options), requestsPerMinute: rateOf(options) }),
    async run({ database, onChanged }, limit: { owner: RateOwner; requestsPerMinute: number | null }) {
      const { owner, requestsPerMinute } = limit;
      const { resellerId, before } = await setRateLimit(database, { ...owner, requestsPerMinute });
      onChanged(changeOf('requestsPerMinute', before, requestsPerMinute));
      return { resellerId, ...owner, requestsPerMinute };
    },
  },
  {
    name: 'console-link',
    about:
      'make a link that signs a reseller in to the console, once and within 15 minutes; also where a link was lost',
    examples: ['console-link --reseller 2'],
    options: [WHOM],
    async run({ database, clock, publicUrl }, { reseller: resellerId }: Whom) {
      const { code, expiresAt } = await createSignInCode(database, { resellerId, at: clock.now() });
      return { resellerId, link: consoleLink(publicUrl, code), expiresAt };
    },
  },
];

async function setReason({ database, onChanged }: Work, resellerId: number, reason: string | null) {
  const before = await setDisabled(database, { resellerId, reason });
  onChanged(changeOf('disabledReason', before, reason));
  return { resellerId, disabledReason: reason };
}

async function change(work: Work, resellerId: number, of: 'name' | 'priceList', value: string) {
  const changes = { resellerId, [of]: value };
  const before = await work.database.inUnitOfWork((em) => changeReseller(em, changes));
  work.onChanged(changeOf(of, before[of], value));
  return changes;
}

/** Microseconds since 1970: a number of 16 digits until the year 2255. */
function position(value: string): number {
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value)))
    throw new InvalidArgumentError('It is the "next" of another page.');
  return Number(value);
}

/** Throws InvalidRequestError unless it is one of both. */
function ownerOf({ reseller: resellerId, key: keyId }: RateOptions): RateOwner {
  if (keyId === undefined && resellerId !== undefined) return { resellerId };
  if (keyId !== undefined && resellerId === undefined) return { keyId };
  throw new InvalidRequestError('Name the reseller by --reseller, or one key by --key.');
}

/** Null for no rate of its own. Throws InvalidRequestError unless one of both is given. */
function rateOf({ perMinute, reset }: RateOptions): number | null {
  if (reset === (perMinute !== undefined)) throw new InvalidRequestError('Take --per-minute or --reset.');
  return perMinute ?? null;
}

async function render({ database, clock }: Services, resellers: ShownReseller[]) {
  const ids = resellers.map((reseller) => reseller.id);
  const counts = await countOrders(database.sql, ids, clock.now());
  const users = await readTelegramUsers(database.sql, ids);
  return resellers.map(({ id: resellerId, name, priceList, balance, owed, keys, ...shown }) => ({
    resellerId,
    name,
    priceList,
    balanceUsd: formatUsd(balance),
    ...(owed > 0n && { owedUsd: formatUsd(owed) }),
    ...shown,
    keys: keys.map(({ id: keyId, oldSecret, ...key }) => ({
      keyId,
      ...key,
      ...(oldSecret && { oldSecret }),
    })),
    telegram: users.get(resellerId) ?? null,
    orders: counts.get(resellerId),
  }));
}

function renderMovement(movement: AccountMovement) {
  const { operationId, position: at, kind, amount, balanceAfter, reference, reason, work } = movement;
  return {
    at: new Date(Math.floor(at / 1_000)),
    kind,
    amountUsd: formatUsd(amount),
    balanceAfterUsd: formatUsd(balanceAfter),
    for: work?.kind ?? null,
    orderId: work?.orderId ?? null,
    label: work?.label ?? null,
    customer: work?.customer ?? null,
    isDelivered: work?.isDelivered ?? null,
    tier: work?.product?.tier ?? null,
    type: work?.product?.type ?? null,
    country: work?.product?.country ?? null,
    quantity: work?.product?.quantity ?? null,
    days: work?.days ?? null,
    gb: work?.gb ?? null,
    coins: work?.coins ?? null,
    reference,
    reason,
    operationId: work ? operationId : null,
  };
}
