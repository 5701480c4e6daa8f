import { Composer, InlineKeyboard } from 'grammy';
import type { NoticeKind } from '../../billing/notices.ts';
import { readNotices, setNotices } from '../../resellers/set-notices.ts';
import type { BotContext } from './context.ts';
import { onOpen, openButton } from './routes.ts';

/** Those about money are sent to everybody who has a chat. */
const ABOUT_MONEY: readonly NoticeKind[] = ['topped_up', 'refunded'];
const SWITCHED = ['order_ends', 'traffic_used'] as const satisfies readonly NoticeKind[];

/** Has all kinds sent to a reseller that gets a chat. */
export function startNotices({ database }: BotContext, resellerId: number): Promise<void> {
  return setNotices(database.sql, { resellerId, kinds: [...ABOUT_MONEY, ...SWITCHED] });
}

/** `/notices`: switches the messages that come by themselves on and off. */
export function noticesDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'notices', (ctx) => showNotices(ctx));
  for (const kind of SWITCHED) {
    for (const isOn of [true, false]) {
      dialogue.callbackQuery(`notices:${kind}:${isOn ? 'on' : 'off'}`, async (ctx) => {
        const { resellerId, database } = ctx;
        const others = (await readNotices(database.sql, resellerId)).filter((one) => one !== kind);
        await setNotices(database.sql, { resellerId, kinds: isOn ? [...others, kind] : others });
        await showNotices(ctx);
      });
    }
  }
  return dialogue;
}

async function showNotices(ctx: BotContext): Promise<void> {
  const { texts, database, resellerId } = ctx;
  const kinds = await readNotices(database.sql, resellerId);
  const rows = SWITCHED.map((kind) => {
    const isOn = kinds.includes(kind);
    return [InlineKeyboard.text(texts.noticeSwitch(kind, isOn), `notices:${kind}:${isOn ? 'off' : 'on'}`)];
  });
  const back = [InlineKeyboard.text(texts.buttons.back, openButton('help'))];
  await ctx.show(texts.notices(), InlineKeyboard.from([...rows, back]));
}
