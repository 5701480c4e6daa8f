import type { Composer } from 'grammy';
import { InvalidCountryError, InvalidOptionError, ProviderError } from '../../catalog/errors.ts';
import { DomainError } from '../../kit/errors.ts';
import {
  applyChange,
  changedSettings,
  GEO_FIELDS,
  type LuxurySettings,
  type SettingName,
  type SettingsChange,
} from '../../luxury/settings.ts';
import { updateSettings } from '../../luxury/update-settings.ts';
import type { Order } from '../../orders/order.ts';
import { newSecret } from '../../sessions/secrets.ts';
import { backRow, buttonsOf, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { placeNames } from '../dialogues/places.ts';
import type { EditedSetting } from '../people/state.ts';
import type { SettingFlaw } from '../texts/views.ts';
import { backToOrder, ORDER, readLuxury, typeOf } from './order.ts';
import { shownFlaws } from './setting-values.ts';

/** Tells the change of a button from one that was shown later. */
const MARK_BYTES = 6;
const APPLY = buttonsOf('set_apply', word('[\\w-]{8}'));

/**
 * Shows what a change of the settings does, with a button that makes it. `name` is the setting that a person
 * may type meanwhile.
 */
export async function preview(
  ctx: BotContext,
  orderId: number,
  { change, name }: { change: SettingsChange; name?: EditedSetting },
): Promise<void> {
  const { texts } = ctx;
  const { order, settings: before } = await readLuxury(ctx, orderId);
  const after = applyChange(before, change);
  const changed = Object.keys(changedSettings(before, after)) as SettingName[];
  const back = backRow(texts, ORDER.dataOf(name ? 'settings' : 'show', orderId));
  const [asked] = Object.keys(change) as SettingName[];
  const shown = {
    before: await withPlaceNames(ctx, 'before', order, before),
    after: await withPlaceNames(ctx, 'after', order, after),
  };
  if (changed.length === 0 && asked)
    return ctx.show(texts.settings.same(asked, shown.before), [back]);
  const mark = newSecret(MARK_BYTES);
  ctx.person.state = { awaits: 'setting', orderId, ...(name && { name }), change, mark };
  const steps = changed.map((setting) => ({ name: setting, ...shown }));
  await ctx.show(texts.settings.preview(orderId, steps), [[APPLY.button(texts.settings.apply, mark)], back]);
}

/** Makes the change that was shown. What is sent are absolute values, so it may be repeated. */
export function onApply(dialogue: Composer<BotContext>): void {
  APPLY.on(dialogue, async (ctx, mark) => {
    const { texts, buyer } = ctx;
    const { state } = ctx.person;
    if (state?.awaits !== 'setting' || !state.change || state.mark !== mark) return ctx.say(texts.oldButton);
    const { orderId, change } = state;
    try {
      await ctx.outside('change', (services) => updateSettings(services, buyer, orderId, change));
    } catch (error) {
      if (error instanceof ProviderError) return ctx.say(texts.settings.notChanged);
      if (!(error instanceof InvalidOptionError || error instanceof InvalidCountryError)) throw error;
      return refuse(ctx, change, error);
    }
    ctx.person.state = null;
    const settings = ORDER.button(texts.orders.buttons.settings, 'settings', orderId);
    await ctx.show(texts.settings.applied(orderId), [[settings, ...backToOrder(texts, orderId)]]);
  });
}

/** One message for each setting that is refused. */
async function refuse(
  ctx: BotContext,
  change: SettingsChange,
  { flaws }: InvalidOptionError | InvalidCountryError,
): Promise<void> {
  const bySetting = Map.groupBy(flaws, ({ path: [name] }) => name as SettingName);
  for (const [name, ofSetting] of bySetting) {
    const value = change[name];
    const refused = ofSetting.map(({ path: [, entry], message }): SettingFlaw => {
      const text = Array.isArray(value) && entry !== undefined ? value[Number(entry)] : undefined;
      return { message, ...(text !== undefined && { entry: text }) };
    });
    await ctx.say(ctx.texts.settings.refused(name, shownFlaws(refused)));
  }
}

/**
 * The settings of an order with the names of places in place of their codes, where these can be read. `key`
 * names the reading within the update.
 */
export async function withPlaceNames(
  ctx: BotContext,
  key: string,
  order: Order,
  settings: LuxurySettings,
): Promise<LuxurySettings> {
  const type = await typeOf(ctx, order);
  if (!type || GEO_FIELDS.every((field) => settings[field] === null)) return settings;
  try {
    const names = await ctx.outside(key, (services) =>
      placeNames(services, type, settings.country, settings),
    );
    return { ...settings, ...names };
  } catch (error) {
    if (error instanceof DomainError) return settings;
    throw error;
  }
}
