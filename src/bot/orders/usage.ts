import { ProviderError } from '../../catalog/errors.ts';
import { diagnose } from '../../luxury/diagnosis.ts';
import { readStats, TooManyReadsError } from '../../luxury/stats.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { BotContext } from '../dialogues/context.ts';
import { backToOrder, LOOSEN, readLuxury, SETTING, typeOf } from './order.ts';

/** Reasons that a message has room for. */
const FINDINGS_SHOWN = 8;

/** How a Luxury order was used in the last week. */
export async function showWeek(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const traffic = await trafficOf(ctx, orderId);
  try {
    const stats = await ctx.outside('stats', (services) => readStats(services, traffic));
    await ctx.show(texts.week(orderId, stats), [backToOrder(texts, orderId)]);
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

/** Why connections failed. */
export async function showErrors(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  const traffic = await trafficOf(ctx, orderId);
  const type = await typeOf(ctx, order);
  try {
    const diagnosis = await ctx.outside('diagnosis', (services) =>
      diagnose(services, { type, settings, traffic }),
    );
    const { findings } = diagnosis;
    const loosenings = findings.slice(0, FINDINGS_SHOWN).flatMap((finding) => finding.loosenings);
    const rows = [...Map.groupBy(loosenings, ({ setting }) => setting)].map(([setting, [first]]) => {
      const label = texts.loosening(setting, first?.count?.addresses);
      // No value makes an address allowed: it has to be typed.
      const isTyped = setting === 'allowedIps';
      return [isTyped ? SETTING.button(label, setting, orderId) : LOOSEN.button(label, setting, orderId)];
    });
    const text =
      findings.length === 0
        ? texts.message('errors-none', { orderId })
        : texts.errors(orderId, diagnosis, FINDINGS_SHOWN);
    await ctx.show(text, [...rows, backToOrder(texts, orderId)]);
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

async function trafficOf(ctx: BotContext, orderId: number): Promise<Traffic> {
  const { resellerId } = ctx;
  await readLuxury(ctx, orderId);
  const traffic = (await readTraffic(ctx.database.sql, [{ resellerId, orderId }])).get(orderId);
  if (!traffic) throw new OrderNotFoundError(orderId);
  return traffic;
}

/** The refusal speaks of money, and reading has none. */
async function sayProviderAway(ctx: BotContext, error: unknown): Promise<void> {
  if (!(error instanceof ProviderError || error instanceof TooManyReadsError)) throw error;
  await ctx.say(ctx.texts.message('provider-away'));
}
