import { BOT } from './bot.ts';
import type { Group } from './chats.ts';
import type { NewGroup } from './events.ts';
import { ChatRefusal } from './failure.ts';
import type { Store } from './store.ts';
import { commandsIn } from './texts.ts';

/** The ids of supergroups lie below this number, those of other groups above. */
const ABOVE_SUPERGROUPS = -1_000_000_000_000;

/** A command that names the bot, or none: it is the only bot of its groups. */
const COMMAND_OF_BOT = new RegExp(`^/\\w+(?:@${BOT.username})?(?![\\w@])`, 'i');

/** Adds the bot to a group. Throws a {@link ChatRefusal} with 409 when it is there already. */
export function addGroup(store: Store, group: NewGroup): void {
  if (store.chats.groups.has(group.id)) throw new ChatRefusal(409, `There is a group ${group.id} already`);
  const updateId = store.updates.nextId('my_chat_member');
  store.record({ kind: 'group', at: store.now(), group, updateId });
}

/**
 * Has a person write in a group, and returns the id of the message. The bot is told of it if it may be meant,
 * as Telegram does it unless a bot asks for everything. Throws a {@link ChatRefusal} with 404 or 409.
 */
export function writeInGroup(
  store: Store,
  {
    group,
    author,
    text,
    replyTo,
  }: { group: number; author: number; text: string; replyTo?: number | undefined },
): number {
  const { movedTo } = requireGroup(store, group);
  if (movedTo !== undefined) throw new ChatRefusal(409, `Group ${group} is the supergroup ${movedTo} now`);
  const replied = replyTo === undefined ? undefined : store.chats.messages.get(replyTo);
  if (replyTo !== undefined && replied?.chat !== group)
    throw new ChatRefusal(404, `Group ${group} has no message ${replyTo}`);
  const isForBot = replied?.from === 'bot' || COMMAND_OF_BOT.test(text);
  const [id, at] = [store.chats.nextMessage, store.now()];
  const updateId = isForBot ? store.updates.nextId('message') : undefined;
  const entities = commandsIn(text);
  const message = {
    id,
    chat: group,
    from: 'user' as const,
    at,
    text,
    entities,
    keyboard: [],
    author,
    replyTo,
  };
  store.record({ kind: 'message', at, message, updateId });
  return id;
}

/**
 * Turns a group into a supergroup, whose id is another one, and returns that. The bot is told by a message in
 * each. Throws a {@link ChatRefusal} with 404 or 409.
 */
export function upgradeGroup(store: Store, id: number): number {
  const group = requireGroup(store, id);
  if (group.type === 'supergroup' || group.movedTo !== undefined)
    throw new ChatRefusal(409, `Group ${id} is a supergroup already`);
  const to = ABOVE_SUPERGROUPS + id;
  tell(store, id, { movedTo: to });
  tell(store, to, { movedFrom: id });
  return to;
}

function requireGroup(store: Store, id: number): Group {
  const group = store.chats.groups.get(id);
  if (!group) throw new ChatRefusal(404, `There is no group ${id}`);
  return group;
}

function tell(store: Store, chat: number, moved: { movedTo: number } | { movedFrom: number }): void {
  const [id, at, updateId] = [store.chats.nextMessage, store.now(), store.updates.nextId('message')];
  const message = { id, chat, from: 'user' as const, at, text: '', entities: [], keyboard: [], ...moved };
  store.record({ kind: 'message', at, message, updateId });
}
