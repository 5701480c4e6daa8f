import { Composer, InlineKeyboard } from 'grammy';
import { ProviderError } from '../../../catalog/errors.ts';
import { GEO_FIELDS, type GeoField } from '../../../luxury/settings.ts';
import type { BotContext } from '../context.ts';
import { findByText, searchOf } from '../find-by-text.ts';
import { placeRows, placesOf, withPlace } from '../places.ts';
import { ID_IN_BUTTON } from '../routes.ts';
import { readLuxury, typeOf } from './access.ts';
import { orderButton } from './order-button.ts';
import { preview } from './preview.ts';
import { settingButton } from './setting-button.ts';

const PAGE = new RegExp(`^set_page:(${GEO_FIELDS.join('|')}):(${ID_IN_BUTTON}):(\\d{1,4})$`);

/** Turns the pages of a list of places, as far as it was narrowed by what was typed. */
export function placePagesDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.callbackQuery(PAGE, (ctx) => {
    const [, field, id, page] = ctx.match;
    const { state } = ctx.person;
    const orderId = Number(id);
    const isOpen = state?.awaits === 'setting' && state.orderId === orderId && state.name === field;
    const search = (isOpen && state.search) || '';
    return showPlaces(ctx, orderId, field as GeoField, { page: Number(page), search });
  });
  return dialogue;
}

/** The places of the order's country to choose from, by buttons or by typing. */
export async function showPlaces(
  ctx: BotContext,
  orderId: number,
  field: GeoField,
  { page, search }: { page: number; search: string },
): Promise<void> {
  const { texts } = ctx;
  const found = await readPlaces(ctx, orderId, field);
  if (!found) return;
  const { places, settings } = found;
  ctx.person.state = { awaits: 'setting', orderId, name: field, ...(search !== '' && { search }) };
  const rows = placeRows(texts, places, {
    search,
    any: '',
    page,
    toPage: (other) => `set_page:${field}:${orderId}:${other}`,
    toData: (code) => settingButton(field, orderId, code),
  });
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('settings', orderId));
  const name = places.find(({ code }) => code === settings[field])?.name ?? settings[field];
  const text =
    search === ''
      ? texts.settings.one(orderId, { ...settings, [field]: name }, field)
      : texts.buy.place(field, search);
  await ctx.show(text, InlineKeyboard.from([...rows, [back]]));
}

/** Shows what the place would change that a text stands for, or all that it may stand for. */
export async function choosePlace(
  ctx: BotContext,
  orderId: number,
  field: GeoField,
  text: string,
): Promise<void> {
  if (text === '') return preview(ctx, orderId, { change: withPlace(field, null), name: field });
  const found = await readPlaces(ctx, orderId, field);
  if (!found) return;
  const search = searchOf(text);
  const [only, ...others] = findByText(found.places, search);
  if (!only) return ctx.say(ctx.texts.buy.nothingFits(search));
  if (others.length > 0) return showPlaces(ctx, orderId, field, { page: 0, search });
  await preview(ctx, orderId, { change: withPlace(field, only.code), name: field });
}

/** Undefined when the person was told why there is nothing to choose from. */
async function readPlaces(ctx: BotContext, orderId: number, field: GeoField) {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  const type = await typeOf(ctx, order);
  if (settings.country === 'ANY' || !type) {
    const country = InlineKeyboard.text(texts.settings.name('country'), settingButton('country', orderId));
    const back = InlineKeyboard.text(texts.buttons.back, orderButton('settings', orderId));
    const rows = type ? [[country], [back]] : [[back]];
    const text = type ? texts.settings.needsCountry(field) : texts.settings.placesFixed();
    await ctx.show(text, InlineKeyboard.from(rows));
    return undefined;
  }
  try {
    const places = await ctx.outside(`geo:${field}`, (services) =>
      placesOf(services, type, field, settings.country, settings),
    );
    return { places, settings };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await ctx.say(texts.orders.providerAway());
    return undefined;
  }
}
