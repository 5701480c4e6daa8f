import { Composer } from 'grammy';
import { referralCode } from '../../resellers/referrals.ts';
import { botLink } from '../telegram/client.ts';
import type { BotContext } from './context.ts';
import { onOpen } from './routes.ts';

/** `/invite`: the link by which others come, who then are referred by this person. */
export function inviteDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'invite', async (ctx) => {
    const code = await referralCode(ctx.database.sql, ctx.resellerId);
    const { referral } = await ctx.coinRates();
    await ctx.say(ctx.texts.invite(`${botLink(ctx.me)}?start=ref_${code}`, referral));
  });
  return dialogue;
}
