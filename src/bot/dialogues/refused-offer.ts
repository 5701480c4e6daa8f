import type { DomainError } from '../../kit/errors.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import { isUnderWay } from '../offers/offers.ts';
import type { Html } from '../texts/html.ts';
import type { BotContext } from './context.ts';

/**
 * Answers a press that was refused because another one carries the offer out: with `inProgress` when its end
 * will be told. Returns false, and says nothing, when the refusal is another one.
 */
export async function saidUnderWay(
  ctx: BotContext,
  token: string,
  refusal: DomainError,
  inProgress: Html,
): Promise<boolean> {
  if (!(refusal instanceof RequestInProgressError)) return false;
  const { database, resellerId, texts } = ctx;
  const isTold = await isUnderWay(database.sql, { token, resellerId });
  await ctx.say(isTold ? inProgress : texts.refusal(refusal));
  return true;
}
