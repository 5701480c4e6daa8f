import type { Composer } from 'grammy';
import { InvalidRequestError } from '../../kit/errors.ts';
import { createProxyList } from '../../proxy-lists/proxy-lists.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import {
  createKey,
  deleteKey,
  isKeyName,
  listKeys,
  MAX_OWN_KEYS,
  reissueKey,
  type ShownKey,
  updateKey,
} from '../../resellers/keys.ts';
import {
  backRow,
  buttonsOf,
  ID,
  oneOf,
  onOpen,
  onTyped,
  openData,
  saySecret,
  word,
} from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';

/** How many keys the message describes: as many as fit, whatever they are called. */
const DESCRIBED = 20;
/** A message has at most 100 buttons; three of them are for no key. */
const MAX_SHOWN = 97;
/** How long the chat lets an old secret go on working; the console offers more. */
const OVERLAP_HOURS = 24;

const NEW = buttonsOf('keys:new');
const CREATE = buttonsOf('keys:create');
const LIST = buttonsOf('keys:list');
const KEY_ACTIONS = [
  'show',
  'disable',
  'enable',
  'any',
  'reissue',
  'networks',
  'delete',
  'delete_sure',
] as const;
const KEY = buttonsOf('key', oneOf(KEY_ACTIONS), ID);
/** Buttons with the secret that was asked about: a second press replaces no other one. */
const REISSUE = buttonsOf('key', oneOf(['reissue_sure', 'reissue_overlap']), ID, word('prk_\\w{4}'));

/** What a button about one key does. The key is looked up among the person's own, whatever its number. */
const ACTIONS: Record<(typeof KEY_ACTIONS)[number], (ctx: BotContext, keyId: number) => Promise<void>> = {
  show: showKey,
  disable: (ctx, keyId) => update(ctx, keyId, { disabled: true }),
  enable: (ctx, keyId) => update(ctx, keyId, { disabled: false }),
  any: (ctx, keyId) => update(ctx, keyId, { allowedIps: [] }),
  reissue: askToReissue,
  networks: askForNetworks,
  delete: askToDelete,
  async delete_sure(ctx, keyId) {
    await deleteKey(ctx.database, { keyId, resellerId: ctx.resellerId });
    await showKeys(ctx);
  },
};

/** `/keys`: the reseller's API keys. What is changed holds from the next request on. */
export function onKeys(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'keys', showKeys);
  NEW.on(dialogue, async (ctx) => {
    const { texts } = ctx;
    ctx.person.state = { awaits: 'key_name' };
    const noName = [CREATE.button(texts.label('button-no-name'))];
    await ctx.show(texts.message('key-name'), [noName, backRow(texts, openData('keys'))]);
  });
  CREATE.on(dialogue, async (ctx) => {
    await create(ctx, undefined);
    await showKeys(ctx);
  });
  LIST.on(dialogue, async (ctx) => {
    const { resellerId, now: at, texts } = ctx;
    const name = `${texts.label('proxy-list-name')} ${texts.date('day', at)}`;
    const all = { selection: { filter: {} }, count: 1, sticky: false, allowedIps: [] };
    // Done again after a crash it leaves a list whose address nobody has.
    const { token } = await ctx.outside('list', (services) =>
      createProxyList(services, { resellerId, name, ...all, at }),
    );
    await saySecret(ctx, texts.message('proxy-list', { name, url: `${ctx.publicUrl}/lists/${token}` }));
  });
  onTyped(dialogue, 'key_name', async (ctx, name) => {
    if (!isKeyName(name)) return ctx.say(ctx.texts.message('bad-key-name'));
    await create(ctx, name);
  });
  KEY.on(dialogue, (ctx, action, keyId) => {
    // The question before it is over.
    ctx.person.state = null;
    return ACTIONS[action](ctx, keyId);
  });
  REISSUE.on(dialogue, (ctx, how, keyId, replacing) =>
    reissue(ctx, { keyId, replacing, overlapHours: how === 'reissue_overlap' ? OVERLAP_HOURS : 0 }),
  );
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
}

async function create(ctx: BotContext, name: string | undefined): Promise<void> {
  const { database, resellerId, now: at } = ctx;
  const { apiKey } = await createKey(database, { resellerId, name, atMost: MAX_OWN_KEYS, at });
  ctx.person.state = null;
  await saySecret(ctx, ctx.texts.message('secret', { apiKey }));
}

async function showKeys(ctx: BotContext): Promise<void> {
  const { texts } = ctx;
  const keys = await ownKeys(ctx);
  // The newest ones; the console shows all.
  const rows = keys.slice(-MAX_SHOWN).map((key) => [KEY.button(buttonOf(texts, key), 'show', key.id)]);
  const add = [NEW.button(texts.label('button-new-key')), LIST.button(texts.label('button-new-list'))];
  const text = texts.keys(keys.slice(-DESCRIBED), keys.length);
  await ctx.show(html`${[text, ...texts.apiPrices(await ctx.catalog())]}`, [
    ...rows,
    add,
    backRow(texts, openData('help')),
  ]);
}

function buttonOf(texts: Texts, { name, prefix, disabled }: ShownKey): string {
  return `${name ? `${name}, ` : ''}${prefix}…${disabled ? ` (${texts.label('key-disabled')})` : ''}`;
}

const backToKey = (texts: Texts, keyId: number) => backRow(texts, KEY.dataOf('show', keyId));

async function showKey(ctx: BotContext, keyId: number): Promise<void> {
  const { texts } = ctx;
  const key = await findKey(ctx, keyId);
  const toggle = key.disabled
    ? KEY.button(texts.label('button-enable'), 'enable', keyId)
    : KEY.button(texts.label('button-disable'), 'disable', keyId);
  await ctx.show(texts.key(key), [
    [toggle, KEY.button(texts.label('button-reissue'), 'reissue', keyId)],
    [
      KEY.button(texts.label('button-networks'), 'networks', keyId),
      KEY.button(texts.label('button-delete-key'), 'delete', keyId),
    ],
    backRow(texts, openData('keys')),
  ]);
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

async function askToReissue(ctx: BotContext, keyId: number): Promise<void> {
  const { texts } = ctx;
  const key = await findKey(ctx, keyId);
  await ctx.show(texts.message('reissue-sure', { prefix: key.prefix }), [
    [REISSUE.button(texts.label('button-sure'), 'reissue_sure', keyId, key.prefix)],
    [REISSUE.button(texts.label('button-reissue-overlap'), 'reissue_overlap', keyId, key.prefix)],
    backToKey(texts, keyId),
  ]);
}

async function reissue(
  ctx: BotContext,
  wanted: { keyId: number; replacing: string; overlapHours: number },
): Promise<void> {
  const { resellerId, now: at } = ctx;
  const { apiKey } = await reissueKey(ctx.database, { ...wanted, resellerId, at });
  await showKey(ctx, wanted.keyId);
  await saySecret(ctx, ctx.texts.message('secret', { apiKey }));
}

async function askToDelete(ctx: BotContext, keyId: number): Promise<void> {
  const { texts } = ctx;
  const { name, prefix } = await findKey(ctx, keyId);
  await ctx.show(texts.message('delete-key-sure', { name: name ? ` (${name})` : '', prefix }), [
    [KEY.button(texts.label('button-delete-key-sure'), 'delete_sure', keyId)],
    backToKey(texts, keyId),
  ]);
}

async function askForNetworks(ctx: BotContext, keyId: number): Promise<void> {
  const { texts } = ctx;
  const key = await findKey(ctx, keyId);
  ctx.person.state = { awaits: 'networks', keyId };
  const any = [KEY.button(texts.label('button-any-network'), 'any', keyId)];
  await ctx.show(texts.networks(key), [any, backToKey(texts, keyId)]);
}

async function ownKeys({ database, resellerId }: BotContext): Promise<readonly ShownKey[]> {
  return (await listKeys(database.sql, [resellerId])).get(resellerId) ?? [];
}

async function findKey(ctx: BotContext, keyId: number): Promise<ShownKey> {
  const key = (await ownKeys(ctx)).find(({ id }) => id === keyId);
  if (!key) throw new KeyNotFoundError(keyId);
  return key;
}
