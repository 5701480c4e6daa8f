import type { DomainError } from '../../kit/errors.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import { dropOffer, isUnderWay } from '../offers.ts';
import type { Html } from '../texts/html.ts';
import type { BotContext } from './context.ts';
import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Texts } from '../texts/texts.ts';

/**
 * Ends an offer that was refused, so that nothing tells the refusal again, and returns true: the caller tells
 * it. When another press carries the offer out, the offer stays, that is said instead, with `inProgress` if
 * its end will be told, and false is returned.
 */
export async function endRefused(
  ctx: BotContext,
  token: string,
  refusal: DomainError,
  inProgress: Html,
): Promise<boolean> {
  const { database, resellerId, texts } = ctx;
  if (!(refusal instanceof RequestInProgressError)) {
    await dropOffer(database.sql, { token, resellerId });
    return true;
  }
  const isTold = await isUnderWay(database.sql, { token, resellerId });
  await ctx.say(isTold ? inProgress : texts.refusal(refusal));
  return false;
}

/** The code of the button that asks for an amount in a message of its own, so that the offer stays. */
export const TOP_UP_BELOW = 'topup:below';

/** For an offer that the balance does not cover. `again` is the data of the button that shows it anew. */
export function topUpRow({ buttons }: Texts, again: string): InlineKeyboardButton[] {
  return [InlineKeyboard.text(buttons.topup, TOP_UP_BELOW), InlineKeyboard.text(buttons.again, again)];
}
