import { Composer } from 'grammy';
import { consoleLink, createSignInCode } from '../../sessions/sign-in.ts';
import type { BotContext } from './context.ts';
import { onOpen } from './routes.ts';

const MINUTE_MS = 60_000;

export function consoleDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'console', async (ctx) => {
    const { resellerId, now } = ctx;
    const { code, expiresAt } = await createSignInCode(ctx.database, { resellerId, at: now });
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / MINUTE_MS);
    await ctx.say(ctx.texts.console(consoleLink(ctx.publicUrl, code), minutes));
  });
  return dialogue;
}
