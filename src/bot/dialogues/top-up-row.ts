import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Texts } from '../texts/texts.ts';

/** The code of the button that asks for an amount in a message of its own, so that the offer stays. */
export const TOP_UP_BELOW = 'topup:below';

/** For an offer that the balance does not cover. `again` is the data of the button that shows it anew. */
export function topUpRow({ buttons }: Texts, again: string): InlineKeyboardButton[] {
  return [InlineKeyboard.text(buttons.topup, TOP_UP_BELOW), InlineKeyboard.text(buttons.again, again)];
}
