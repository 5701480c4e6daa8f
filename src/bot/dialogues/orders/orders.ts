import { Composer } from 'grammy';
import type { BotContext } from '../context.ts';
import { extendDialogue } from './extend.ts';
import { linesDialogue } from './lines.ts';
import { listDialogue } from './list.ts';
import { orderDialogue } from './order.ts';
import { passwordDialogue } from './password.ts';
import { applyDialogue } from './preview.ts';
import { settingsDialogue } from './settings.ts';
import { usageDialogue } from './usage.ts';

/** `/orders`: everything that can be done with what was bought. */
export function ordersDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.use(listDialogue(), orderDialogue(), extendDialogue(), settingsDialogue(), applyDialogue());
  dialogue.use(linesDialogue(), passwordDialogue(), usageDialogue());
  return dialogue;
}
