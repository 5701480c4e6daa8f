import { Composer, InlineKeyboard } from 'grammy';
import { readNotices, setNotices } from '../../resellers/resellers.ts';
import type { BotContext } from './context.ts';
import { onOpen, openButton } from './routes.ts';

/** Those that a person may do without. */
const SWITCHED = ['order_ends', 'traffic_used'] as const;

/** `/notices`: which messages come by themselves. */
export function noticesDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'notices', async (ctx) => show(ctx, await readNotices(ctx.database.sql, ctx.resellerId)));
  for (const kind of SWITCHED) {
    // The button says what is wanted then, so that two presses want the same.
    dialogue.callbackQuery(new RegExp(`^notices:${kind}:(on|off)$`), async (ctx) => {
      const { database, resellerId } = ctx;
      const others = (await readNotices(database.sql, resellerId)).filter((one) => one !== kind);
      const kinds = ctx.match[1] === 'on' ? [...others, kind] : others;
      await setNotices(database.sql, { resellerId, kinds });
      await show(ctx, kinds);
    });
  }
  return dialogue;
}

async function show(ctx: BotContext, kinds: readonly string[]): Promise<void> {
  const { notices } = ctx.texts;
  const rows = SWITCHED.map((kind) => {
    const isOn = kinds.includes(kind);
    return [InlineKeyboard.text(notices.toggle(kind, isOn), `notices:${kind}:${isOn ? 'off' : 'on'}`)];
  });
  const back = [InlineKeyboard.text(ctx.texts.buttons.back, openButton('help'))];
  await ctx.show(notices.menu(), InlineKeyboard.from([...rows, back]));
}
