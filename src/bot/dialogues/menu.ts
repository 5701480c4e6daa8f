import { InlineKeyboard } from 'grammy';
import type { Texts } from '../texts/texts.ts';
import { openButton } from './routes.ts';

/** The buttons under the greeting, in rows. A new dialogue that a person may begin with stands here. */
const ROWS = [
  ['buy'],
  ['balance', 'topup'],
  ['keys', 'console'],
  ['invite', 'notices'],
  ['language', 'help'],
] as const;

export function menu({ buttons }: Texts): InlineKeyboard {
  return InlineKeyboard.from(
    ROWS.map((row) => row.map((command) => InlineKeyboard.text(buttons[command], openButton(command)))),
  );
}
