import { Composer, InlineKeyboard } from 'grammy';
import { languageOf } from '../texts/texts.ts';
import { textsIn } from '../texts/texts.ts';
import type { BotContext } from './context.ts';

/** For so long a group is told nothing again, however many write there: each of them can read it above. */
const TOLD_FOR_MS = 3_600_000;

/**
 * Says in a group, whoever is in it, only that the bot works in private chats: when the bot was added, and
 * when somebody speaks to it. Of what comes from a group no other dialogue hears.
 */
export function groupDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.chatType(['group', 'supergroup'], async (ctx) => {
    const { person, now } = ctx;
    const isTold = person.rate.count > 0 && now.getTime() - person.rate.from.getTime() < TOLD_FOR_MS;
    if (isTold || !isForThisBot(ctx)) return;
    person.rate = { from: now, count: 1 };
    const { privateOnly, buttons } = textsIn(languageOf(ctx.from?.language_code));
    await ctx.say(privateOnly(), InlineKeyboard.from([[InlineKeyboard.url(buttons.openChat, ctx.chatUrl)]]));
  });
  return dialogue;
}

/** Whether it was added, a command of its own or without a name was written, or a reply to its message. */
function isForThisBot({ message, myChatMember, me }: BotContext): boolean {
  if (myChatMember) return true;
  const command = /^\/\w+(?:@(\w+))?/.exec(message?.text ?? '');
  if (!command) return message?.reply_to_message?.from?.id === me.id;
  const [, name = me.username] = command;
  return name.toLowerCase() === me.username.toLowerCase();
}
