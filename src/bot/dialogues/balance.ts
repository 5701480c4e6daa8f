import { Composer, InlineKeyboard } from 'grammy';
import { readCoins, readWallets } from '../../billing/accounts.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../kit/csv.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { formatUsd } from '../../kit/money.ts';
import { readAccountStatement } from '../../purchases/account-statement.ts';
import { setThreshold } from '../../resellers/resellers.ts';
import type { BotContext } from './context.ts';
import { onOpen, onTyped, openButton } from './routes.ts';

/** How many movements the message shows. */
const SHOWN = 7;
/** How many the file has: some hundred kilobytes. The console has files without a limit. */
const IN_FILE = 5_000;
/** Those that buttons offer, in whole US dollars. */
const THRESHOLDS = [0, 5, 10, 25, 50, 100] as const;

/** `/balance`: balance, last movements, the low-balance threshold and the statement as a file. */
export function balanceDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'balance', showBalance);
  dialogue.callbackQuery('balance:threshold', async (ctx) => {
    const { lowBalanceThresholdUsd } = await walletOf(ctx);
    ctx.person.state = { awaits: 'threshold' };
    const choices = THRESHOLDS.map((usd) =>
      InlineKeyboard.text(ctx.texts.thresholdUsd(usd), `threshold:${usd}`),
    );
    const rows = [choices.slice(0, 3), choices.slice(3)];
    const back = [InlineKeyboard.text(ctx.texts.buttons.back, openButton('balance'))];
    await ctx.show(ctx.texts.threshold(lowBalanceThresholdUsd), InlineKeyboard.from([...rows, back]));
  });
  dialogue.callbackQuery(/^threshold:(\d{1,7})$/, (ctx) => change(ctx, Number(ctx.match[1])));
  onTyped(dialogue, 'threshold', (ctx, text) =>
    change(ctx, /^\$?\d{1,9}$/.test(text) ? Number(text.replace('$', '')) : Number.NaN),
  );
  dialogue.callbackQuery('balance:statement', sendStatement);
  return dialogue;
}

async function showBalance(ctx: BotContext): Promise<void> {
  const { texts, resellerId } = ctx;
  const { balance, lowBalanceThresholdUsd: thresholdUsd } = await walletOf(ctx);
  const coins = await readCoins(ctx.database.sql, resellerId);
  const { movements } = await readAccountStatement(ctx.database.sql, resellerId, { limit: SHOWN });
  const buttons = InlineKeyboard.from([
    [InlineKeyboard.text(texts.buttons.threshold, 'balance:threshold')],
    [InlineKeyboard.text(texts.buttons.statement, 'balance:statement')],
    [InlineKeyboard.text(texts.notices.button, openButton('notices'))],
    [InlineKeyboard.text(texts.buttons.back, openButton('help'))],
  ]);
  await ctx.show(
    texts.balance({ balance, coins, thresholdUsd, movements, catalog: await ctx.catalog() }),
    buttons,
  );
}

async function change(ctx: BotContext, usd: number): Promise<void> {
  try {
    await setThreshold(ctx.database, { resellerId: ctx.resellerId, usd });
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return ctx.say(ctx.texts.badThreshold());
  }
  ctx.person.state = null;
  await showBalance(ctx);
}

/** The newest movements as a file that any spreadsheet opens. */
async function sendStatement(ctx: BotContext): Promise<void> {
  const { texts, resellerId } = ctx;
  const catalog = await ctx.catalog();
  const page = await readAccountStatement(ctx.database.sql, resellerId, { limit: IN_FILE });
  const lines = page.movements.map((movement) =>
    csvLine([
      new Date(movement.position / 1_000).toISOString(),
      texts.movement(movement, catalog),
      formatUsd(movement.amount),
      formatUsd(movement.balanceAfter),
      movement.reference,
    ]),
  );
  ctx.sendFile({
    name: `statement-${ctx.now.toISOString().slice(0, 10)}.csv`,
    text: [BYTE_ORDER_MARK, csvLine(texts.statementHeader), ...lines].join(''),
    caption: texts.statementCaption(lines.length, !page.hasMore),
  });
}

async function walletOf({ database, resellerId }: BotContext) {
  const wallet = (await readWallets(database.sql, [resellerId])).get(resellerId);
  if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
  return wallet;
}
