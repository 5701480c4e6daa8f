import { ProviderError } from '../../catalog/errors.ts';
import { type Diagnosis, diagnose } from '../../luxury/diagnosis.ts';
import { readStats, TooManyReadsError } from '../../luxury/stats.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { UsageStats } from '../../upstreams/traffic.ts';
import type { BotContext } from '../dialogues/context.ts';
import { type Html, html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, LOOSEN, readLuxury, SETTING, typeOf } from './order.ts';

const FINDINGS_SHOWN = 8;

export async function showWeek(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const traffic = await trafficOf(ctx, orderId);
  try {
    const stats = await ctx.outside('stats', (services) => readStats(services, traffic));
    await ctx.show(week(texts, orderId, stats), [backToOrder(texts, orderId)]);
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

function week(texts: Texts, orderId: number, { days }: UsageStats): Html {
  const lines = days.map((day) => ({
    label: texts.date('weekday', new Date(day.date)),
    amount: day.bytes,
    value: texts.bytes(day.bytes),
  }));
  return texts.message('week', {
    orderId,
    chart: chart(lines),
    amount: texts.bytes(days.reduce((sum, day) => sum + day.bytes, 0n)),
    connections: days.reduce((sum, day) => sum + day.requests, 0),
  });
}

/** Blocks of one to eight eighths of a character. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;
/** The longest bar: with what stands around it, a line fits a narrow phone. */
const WIDTH = 12;

/**
 * A bar chart as lines of one width each part, for a font of one width. Every amount above 0 has a bar.
 * `value` is the amount in words.
 */
function chart(lines: readonly { label: string; amount: bigint; value: string }[]): string {
  let most = 0n;
  for (const { amount } of lines) if (amount > most) most = amount;
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const labels = longest(lines.map(({ label }) => label));
  const values = longest(lines.map(({ value }) => value));
  return lines
    .map(
      ({ label, amount, value }) =>
        `${label.padEnd(labels)} ${bar(amount, most).padEnd(WIDTH)} ${value.padStart(values)}`,
    )
    .join('\n');
}

function bar(amount: bigint, most: bigint): string {
  if (amount <= 0n) return '';
  const eighths = Math.max(1, Math.round((Number(amount) / Number(most)) * WIDTH * EIGHTHS.length));
  const rest = eighths % EIGHTHS.length;
  return `${'█'.repeat(Math.floor(eighths / EIGHTHS.length))}${rest === 0 ? '' : EIGHTHS[rest - 1]}`;
}

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
      const label = [
        texts.label('loosening', { setting }),
        first?.count && texts.label('addresses', { count: first.count.addresses }),
      ]
        .filter(Boolean)
        .join(': ');
      // No value makes an address allowed: it has to be typed.
      const isTyped = setting === 'allowedIps';
      return [isTyped ? SETTING.button(label, setting, orderId) : LOOSEN.button(label, setting, orderId)];
    });
    const text =
      findings.length === 0
        ? texts.message('errors-none', { orderId })
        : findingsOf(texts, orderId, diagnosis);
    await ctx.show(text, [...rows, backToOrder(texts, orderId)]);
  } catch (error) {
    await sayProviderAway(ctx, error);
  }
}

function findingsOf(texts: Texts, orderId: number, { findings, now }: Diagnosis): Html {
  const more = findings.length - FINDINGS_SHOWN;
  return html`${[
    texts.message('errors', { orderId }),
    ...findings
      .slice(0, FINDINGS_SHOWN)
      .flatMap(({ code, count, meaning, advice }) => [
        html``,
        texts.message('errors-finding', { code, count, meaning, advice }),
      ]),
    more > 0 && texts.message('errors-more', { count: more }),
    now ? texts.message('errors-addresses', { isExact: now.exact, count: now.addresses }) : html``,
  ]}`;
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
