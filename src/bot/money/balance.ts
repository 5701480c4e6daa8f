import type { Composer } from 'grammy';
import { readCoins, readWallets } from '../../billing/accounts.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { formatUsd } from '../../kit/money.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../kit/text.ts';
import { readAccountStatement } from '../../purchases/account-statement.ts';
import { setThreshold } from '../../resellers/resellers.ts';
import { backRow, buttonsOf, onOpen, onTyped, openButton, openData, whole } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { inRows } from '../dialogues/lists.ts';

const SHOWN = 7;
/** How many a file has: some hundred kilobytes, and some hundredths of a second to read. */
const IN_FILE = 5_000;
/** What buttons offer, in whole US dollars. */
const THRESHOLDS = [0, 5, 10, 25, 50, 100] as const;

const HEADER = [
  'statement-time',
  'statement-what',
  'statement-amount',
  'statement-balance',
  'statement-reference',
] as const;

const ASK_THRESHOLD = buttonsOf('balance:threshold');
const THRESHOLD = buttonsOf('threshold', whole(7));
const STATEMENT = buttonsOf('balance:statement');
/** With the position of the oldest movement that was sent. */
const OLDER = buttonsOf('balance:older', whole(16));

/** `/balance`: balance, last movements, the low-balance threshold and the statement as a file. */
export function onBalance(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'balance', showBalance);
  ASK_THRESHOLD.on(dialogue, async (ctx) => {
    const { texts } = ctx;
    const { lowBalanceThresholdUsd } = await walletOf(ctx);
    ctx.person.state = { awaits: 'threshold' };
    const choices = THRESHOLDS.map((usd) =>
      THRESHOLD.button(texts.label('dollars', { amount: String(usd) }), usd),
    );
    const back = backRow(texts, openData('balance'));
    await ctx.show(texts.message('threshold', { dollars: lowBalanceThresholdUsd }), [
      ...inRows(choices, 3),
      back,
    ]);
  });
  THRESHOLD.on(dialogue, change);
  onTyped(dialogue, 'threshold', (ctx, text) =>
    change(ctx, /^\$?\d{1,9}$/.test(text) ? Number(text.replace('$', '')) : Number.NaN),
  );
  STATEMENT.on(dialogue, (ctx) => sendStatement(ctx));
  OLDER.on(dialogue, sendStatement);
}

async function showBalance(ctx: BotContext): Promise<void> {
  const { texts, resellerId } = ctx;
  const { balance, lowBalanceThresholdUsd: thresholdUsd } = await walletOf(ctx);
  const coins = await readCoins(ctx.database.sql, resellerId);
  const { movements } = await readAccountStatement(ctx.database.sql, resellerId, { limit: SHOWN });
  const view = { balance, coins, thresholdUsd, movements, catalog: await ctx.catalog() };
  await ctx.show(texts.balance(view), [
    [ASK_THRESHOLD.button(texts.label('button-threshold'))],
    [STATEMENT.button(texts.label('button-statement'))],
    [openButton(texts.label('menu-notices'), 'notices')],
    backRow(texts, openData('help')),
  ]);
}

async function change(ctx: BotContext, usd: number): Promise<void> {
  try {
    await setThreshold(ctx.database, { resellerId: ctx.resellerId, usd });
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return ctx.say(ctx.texts.message('bad-threshold'));
  }
  ctx.person.state = null;
  await showBalance(ctx);
}

/** The newest movements as a file that any spreadsheet opens, with a button that sends those before. */
async function sendStatement(ctx: BotContext, before?: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const catalog = await ctx.catalog();
  const query = { limit: IN_FILE, before };
  const { movements, hasMore } = await readAccountStatement(ctx.database.sql, resellerId, query);
  const lines = movements.map((movement) =>
    csvLine([
      new Date(movement.position / 1_000).toISOString(),
      texts.movement(movement, catalog),
      formatUsd(movement.amount),
      formatUsd(movement.balanceAfter),
      movement.reference,
      movement.work?.label ?? null,
      movement.work?.customer ?? null,
    ]),
  );
  const written = (['label', 'customer'] as const).map((name) => texts.label('annotation', { name }));
  const head = [...HEADER.map((id) => texts.label(id)), ...written];
  const until = before === undefined ? ctx.now : new Date(before / 1_000);
  const oldest = movements.at(-1)?.position ?? 0;
  const part = hasMore ? 'more' : before === undefined ? 'whole' : 'last';
  ctx.sendFile({
    name: `statement-${until.toISOString().slice(0, 10)}.csv`,
    text: [BYTE_ORDER_MARK, csvLine(head), ...lines].join(''),
    caption: texts.message('statement-caption', { count: lines.length, part }),
    buttons: hasMore ? [[OLDER.button(texts.label('button-statement-older'), oldest)]] : undefined,
  });
}

async function walletOf({ database, resellerId }: BotContext) {
  const wallet = (await readWallets(database.sql, [resellerId])).get(resellerId);
  if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
  return wallet;
}
