import { Composer, InlineKeyboard } from 'grammy';
import { InvalidCountryError, InvalidOptionError, ProviderError } from '../../../catalog/errors.ts';
import {
  applyChange,
  changedSettings,
  type SettingName,
  type SettingsChange,
} from '../../../luxury/settings.ts';
import { updateSettings } from '../../../luxury/update-settings.ts';
import { newSecret } from '../../../sessions/sign-in.ts';
import type { SettingFlaw } from '../../texts/en-settings.ts';
import type { BotContext } from '../context.ts';
import { readLuxury } from './access.ts';
import { type EditedSetting, shownFlaws } from './edited-settings.ts';
import { orderButton } from './order-button.ts';
import { withPlaceNames } from './place-names.ts';

/** Tells the change of a button from one that was shown later. */
const MARK_BYTES = 6;

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
  const back = InlineKeyboard.text(texts.buttons.back, orderButton(name ? 'settings' : 'show', orderId));
  const [asked] = Object.keys(change) as SettingName[];
  const shown = {
    before: await withPlaceNames(ctx, 'before', order, before),
    after: await withPlaceNames(ctx, 'after', order, after),
  };
  if (changed.length === 0 && asked)
    return ctx.show(texts.settings.same(asked, shown.before), InlineKeyboard.from([[back]]));
  const mark = newSecret(MARK_BYTES);
  ctx.person.state = { awaits: 'setting', orderId, ...(name && { name }), change, mark };
  const apply = InlineKeyboard.text(texts.settings.apply, `set_apply:${mark}`);
  const steps = changed.map((setting) => ({ name: setting, ...shown }));
  await ctx.show(texts.settings.preview(orderId, steps), InlineKeyboard.from([[apply], [back]]));
}

/** Makes the change that was shown. What is sent are absolute values, so it may be repeated. */
export function applyDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.callbackQuery(/^set_apply:([\w-]{8})$/, async (ctx) => {
    const { texts, buyer } = ctx;
    const { state } = ctx.person;
    if (state?.awaits !== 'setting' || !state.change || state.mark !== ctx.match[1])
      return ctx.say(texts.oldButton());
    const { orderId, change } = state;
    try {
      await ctx.outside('change', (services) => updateSettings(services, buyer, orderId, change));
    } catch (error) {
      if (error instanceof ProviderError) return ctx.say(texts.settings.notChanged());
      if (!(error instanceof InvalidOptionError || error instanceof InvalidCountryError)) throw error;
      return refuse(ctx, change, error);
    }
    ctx.person.state = null;
    const { buttons } = texts.orders;
    const row = [
      InlineKeyboard.text(buttons.settings, orderButton('settings', orderId)),
      InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId)),
    ];
    await ctx.show(texts.settings.applied(orderId), InlineKeyboard.from([row]));
  });
  return dialogue;
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
