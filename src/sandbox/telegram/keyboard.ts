import { z } from 'zod';
import type { Button, Keyboard } from './events.ts';
import { badRequest } from './failure.ts';
import { type Limits, MAX_CALLBACK_BYTES } from './limits.ts';
import type { Parameters } from './parameters.ts';

/** Telegram's own limit for a keyboard. */
const MAX_BUTTONS = 100;

const markup = z.object({
  inline_keyboard: z.array(z.unknown()).optional(),
  keyboard: z.unknown().optional(),
});
const button = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
  copy_text: z.object({ text: z.string() }).optional(),
  pay: z.boolean().optional(),
});

/** The buttons that `reply_markup` puts under a message; none when it is not given. */
export function readKeyboard(parameters: Parameters, limits: Limits): Keyboard {
  const given = parameters.json('reply_markup', 'reply keyboard markup');
  if (given === undefined) return [];
  const parsed = markup.safeParse(given);
  if (!parsed.success) throw badRequest('object expected as reply markup');
  // Not a word of Telegram's: buttons in place of the keyboard are not played.
  if (parsed.data.keyboard !== undefined) throw badRequest('the sandbox has inline keyboards only');
  const rows = (parsed.data.inline_keyboard ?? []).map((row) => {
    if (!Array.isArray(row))
      throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
    return row.map((one) => readButton(one, limits));
  });
  if (rows.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  return rows.filter((row) => row.length > 0);
}

function readButton(given: unknown, limits: Limits): Button {
  const parsed = button.safeParse(given);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.');
    throw badRequest(`can't parse inline keyboard button: Can't find field "${field || 'text'}"`);
  }
  const { text, callback_data, url, copy_text, pay } = parsed.data;
  if (text.trim() === '')
    throw badRequest("can't parse inline keyboard button: Button text must be non-empty");
  if (url !== undefined) {
    if (!URL.canParse(url))
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    return { text, url };
  }
  if (callback_data !== undefined) {
    const bytes = Buffer.byteLength(callback_data);
    if (bytes > MAX_CALLBACK_BYTES) limits.note('callbackDataBytes');
    if (bytes === 0 || bytes > MAX_CALLBACK_BYTES) throw badRequest('BUTTON_DATA_INVALID');
    return { text, callback_data };
  }
  if (pay) return { text, pay };
  if (copy_text) return { text, copy_text };
  throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
}
