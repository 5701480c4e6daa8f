import type { DomainError } from '../../kit/errors.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import { dropOffer, isUnderWay } from '../offers.ts';
import type { Html } from '../texts/html.ts';
import type { BotContext } from './context.ts';

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
