import { Composer, InlineKeyboard } from 'grammy';
import { ProviderError } from '../../catalog/errors.ts';
import { diagnose } from '../../luxury/diagnose.ts';
import { TooManyReadsError } from '../../luxury/reads.ts';
import {
  MAX_THREADS,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingsChange,
} from '../../luxury/settings.ts';
import { readStats } from '../../luxury/stats.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { BotContext } from '../dialogues/context.ts';
import { ID_IN_BUTTON } from '../dialogues/buttons.ts';
import { readLuxury, typeOf } from './order.ts';
import { onOrder, orderButton } from './order.ts';
import { preview } from './preview.ts';
import { settingButton } from './order.ts';

/** Reasons that a message has room for. */
const FINDINGS_SHOWN = 8;

/** How a Luxury order was used in the last week, and why connections failed. */
export function usageDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'week', showWeek);
  onOrder(dialogue, 'errors', showErrors);
  dialogue.callbackQuery(new RegExp(`^loosen:([a-zA-Z]{1,20}):(${ID_IN_BUTTON})$`), (ctx, next) => {
    const name = SETTING_NAMES.find((one) => one === ctx.match[1]);
    return name ? preview(ctx, Number(ctx.match[2]), { change: loosened(name) }) : next();
  });
  return dialogue;
}

/** A setting as wide as it gets. */
function loosened(name: SettingName): SettingsChange {
  return { [name]: name === 'threads' ? MAX_THREADS : SETTINGS[name].initially };
}

async function showWeek(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const traffic = await trafficOf(ctx, orderId);
  try {
    const stats = await ctx.outside('stats', (services) => readStats(services, traffic));
    await ctx.show(texts.orders.week(orderId, stats), InlineKeyboard.from([[backButton(ctx, orderId)]]));
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

async function showErrors(ctx: BotContext, orderId: number): Promise<void> {
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
      // No value makes an address allowed: it has to be typed.
      const data =
        setting === 'allowedIps' ? settingButton(setting, orderId) : `loosen:${setting}:${orderId}`;
      return [InlineKeyboard.text(texts.settings.loosen(setting, first?.count?.addresses), data)];
    });
    const text =
      findings.length === 0
        ? texts.settings.noErrors(orderId)
        : texts.settings.errors(orderId, diagnosis, FINDINGS_SHOWN);
    await ctx.show(text, InlineKeyboard.from([...rows, [backButton(ctx, orderId)]]));
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

const backButton = ({ texts }: BotContext, orderId: number) =>
  InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));

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
  await ctx.say(ctx.texts.orders.providerAway());
}
