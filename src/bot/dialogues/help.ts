import { Composer } from 'grammy';
import type { BotContext } from './context.ts';
import { menu } from './menu.ts';
import { onOpen } from './routes.ts';

export function helpDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'help', (ctx) => ctx.show(ctx.texts.help(), menu(ctx.texts)));
  return dialogue;
}
