import { type Html, MAX_TEXT_UNITS } from '../../texts/html.ts';
import type { BotContext } from '../context.ts';

/** More are easier to use as a file. */
const MAX_LINES_IN_MESSAGE = 25;

/** Sends lines of access as a message, or as a file when they are more than fit. */
export async function sendLines(
  ctx: BotContext,
  lines: readonly string[],
  { message, file, caption }: { message: Html; file: string; caption: Html },
): Promise<void> {
  if (lines.length <= MAX_LINES_IN_MESSAGE && message.text.length <= MAX_TEXT_UNITS) return ctx.say(message);
  ctx.sendFile({ name: file, text: `${lines.join('\n')}\n`, caption });
}
