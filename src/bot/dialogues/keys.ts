import { Composer, InlineKeyboard } from 'grammy';
import { InvalidRequestError } from '../../kit/errors.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import {
  createKey,
  isKeyName,
  listKeys,
  MAX_OWN_KEYS,
  reissueKey,
  type ShownKey,
  updateKey,
} from '../../resellers/keys.ts';
import type { BotContext } from './context.ts';
import { ID_IN_BUTTON, onOpen, onTyped, openButton } from './routes.ts';

/** Those that the message describes: as many as fit, whatever they are called. */
const DESCRIBED = 20;
/** A message has at most 100 buttons; two of them are for no key. */
const MAX_SHOWN = 98;

/** How long the chat lets an old secret go on working; the console offers more. */
const OVERLAP_HOURS = 24;
const REISSUE = new RegExp(`^key:reissue_(sure|overlap):(${ID_IN_BUTTON}):(prk_\\w{4})$`);

/** `/keys`: the reseller's API keys. What is changed holds from the next request on. */
export function keysDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'keys', showKeys);
  dialogue.callbackQuery('keys:new', async (ctx) => {
    ctx.person.state = { awaits: 'key_name' };
    const choice = [
      [InlineKeyboard.text(ctx.texts.buttons.noName, 'keys:create')],
      [InlineKeyboard.text(ctx.texts.buttons.back, openButton('keys'))],
    ];
    await ctx.show(ctx.texts.keyName(), InlineKeyboard.from(choice));
  });
  dialogue.callbackQuery('keys:create', async (ctx) => {
    await create(ctx, undefined);
    await showKeys(ctx);
  });
  onTyped(dialogue, 'key_name', async (ctx, name) => {
    if (!isKeyName(name)) return ctx.say(ctx.texts.badKeyName());
    await create(ctx, name);
  });
  dialogue.callbackQuery('keys:saved', async (ctx) => {
    await ctx.deleteMessage();
  });
  onKey(dialogue, 'show', showKey);
  onKey(dialogue, 'disable', (ctx, keyId) => update(ctx, keyId, { disabled: true }));
  onKey(dialogue, 'enable', (ctx, keyId) => update(ctx, keyId, { disabled: false }));
  onKey(dialogue, 'any', (ctx, keyId) => update(ctx, keyId, { allowedIps: [] }));
  onKey(dialogue, 'reissue', async (ctx, keyId) => {
    const key = await findKey(ctx, keyId);
    const { buttons } = ctx.texts;
    const choice = [
      [InlineKeyboard.text(buttons.sure, `key:reissue_sure:${keyId}:${key.prefix}`)],
      [InlineKeyboard.text(buttons.reissueOverlap, `key:reissue_overlap:${keyId}:${key.prefix}`)],
      [InlineKeyboard.text(buttons.back, `key:show:${keyId}`)],
    ];
    await ctx.show(ctx.texts.reissueSure(key), InlineKeyboard.from(choice));
  });
  // The button names the secret that was asked about: a second press replaces no other one.
  dialogue.callbackQuery(REISSUE, (ctx) => {
    const [, how, keyId, replacing = ''] = ctx.match;
    const overlapHours = how === 'overlap' ? OVERLAP_HOURS : 0;
    return reissue(ctx, { keyId: Number(keyId), replacing, overlapHours });
  });
  onKey(dialogue, 'networks', async (ctx, keyId) => {
    const key = await findKey(ctx, keyId);
    ctx.person.state = { awaits: 'networks', keyId };
    const { buttons } = ctx.texts;
    const choice = [
      [InlineKeyboard.text(buttons.anyNetwork, `key:any:${keyId}`)],
      [InlineKeyboard.text(buttons.back, `key:show:${keyId}`)],
    ];
    await ctx.show(ctx.texts.networks(key), InlineKeyboard.from(choice));
  });
  onTyped(dialogue, 'networks', async (ctx, text, { keyId }) => {
    const allowedIps = text.split(/[\s,;]+/).filter(Boolean);
    try {
      await update(ctx, keyId, { allowedIps });
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      const wrong = error.flaws.flatMap(({ path: [, place] }) => allowedIps[Number(place)] ?? []);
      await ctx.say(ctx.texts.badNetworks(wrong));
    }
  });
  return dialogue;
}

/**
 * A button about one key: the question before it is over. The key is looked up among the person's own,
 * whatever number the button has.
 */
function onKey(
  dialogue: Composer<BotContext>,
  action: string,
  run: (ctx: BotContext, keyId: number) => Promise<void>,
): void {
  dialogue.callbackQuery(new RegExp(`^key:${action}:(${ID_IN_BUTTON})$`), (ctx) => {
    ctx.person.state = null;
    return run(ctx, Number(ctx.match[1]));
  });
}

async function create(ctx: BotContext, name: string | undefined): Promise<void> {
  const { database, resellerId, now: at } = ctx;
  const { apiKey } = await createKey(database, { resellerId, name, atMost: MAX_OWN_KEYS, at });
  ctx.person.state = null;
  await sayingSecret(ctx, apiKey);
}

async function showKeys(ctx: BotContext): Promise<void> {
  const { texts, resellerId } = ctx;
  const keys = (await listKeys(ctx.database.sql, [resellerId])).get(resellerId) ?? [];
  // The newest ones; the console shows all.
  const shown = keys.slice(-MAX_SHOWN);
  const rows = shown.map((key) => [InlineKeyboard.text(texts.keyButton(key), `key:show:${key.id}`)]);
  const add = [InlineKeyboard.text(texts.buttons.newKey, 'keys:new')];
  const back = [InlineKeyboard.text(texts.buttons.back, openButton('help'))];
  await ctx.show(texts.keys(keys.slice(-DESCRIBED), keys.length), InlineKeyboard.from([...rows, add, back]));
}

async function showKey(ctx: BotContext, keyId: number): Promise<void> {
  const key = await findKey(ctx, keyId);
  const { buttons } = ctx.texts;
  const rows = [
    [
      key.disabled
        ? InlineKeyboard.text(buttons.enable, `key:enable:${keyId}`)
        : InlineKeyboard.text(buttons.disable, `key:disable:${keyId}`),
      InlineKeyboard.text(buttons.reissue, `key:reissue:${keyId}`),
    ],
    [InlineKeyboard.text(buttons.networks, `key:networks:${keyId}`)],
    [InlineKeyboard.text(buttons.back, openButton('keys'))],
  ];
  await ctx.show(ctx.texts.key(key), InlineKeyboard.from(rows));
}

async function update(
  ctx: BotContext,
  keyId: number,
  change: { disabled?: boolean; allowedIps?: readonly string[] },
): Promise<void> {
  await updateKey(ctx.database, { keyId, resellerId: ctx.resellerId, ...change });
  ctx.person.state = null;
  await showKey(ctx, keyId);
}

async function reissue(
  ctx: BotContext,
  wanted: { keyId: number; replacing: string; overlapHours: number },
): Promise<void> {
  const { resellerId, now: at } = ctx;
  const { apiKey } = await reissueKey(ctx.database, { ...wanted, resellerId, at });
  await showKey(ctx, wanted.keyId);
  await sayingSecret(ctx, apiKey);
}

async function findKey({ database, resellerId }: BotContext, keyId: number): Promise<ShownKey> {
  const keys = (await listKeys(database.sql, [resellerId])).get(resellerId) ?? [];
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new KeyNotFoundError(keyId);
  return key;
}

async function sayingSecret(ctx: BotContext, apiKey: string): Promise<void> {
  const saved = InlineKeyboard.text(ctx.texts.buttons.deleteSecret, 'keys:saved');
  await ctx.say(ctx.texts.secret(apiKey), InlineKeyboard.from([[saved]]));
}
