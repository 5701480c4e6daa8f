import type { NewGroup } from './events.ts';
import { ChatRefusal } from './failure.ts';
import type { Store } from './store.ts';

/** The ids of supergroups lie below this number, those of other groups above. */
const ABOVE_SUPERGROUPS = -1_000_000_000_000;

/** Adds the bot to a group. Throws a {@link ChatRefusal} with 409 when it is there already. */
export function addGroup(store: Store, group: NewGroup): void {
  if (store.chats.groups.has(group.id)) throw new ChatRefusal(409, `There is a group ${group.id} already`);
  const updateId = store.updates.nextId('my_chat_member');
  store.record({ kind: 'group', at: store.now(), group, updateId });
}

/**
 * Turns a group into a supergroup, whose id is another one, and returns that. The bot is told by a message in
 * each. Throws a {@link ChatRefusal} with 404 or 409.
 */
export function upgradeGroup(store: Store, id: number): number {
  const group = store.chats.groups.get(id);
  if (!group) throw new ChatRefusal(404, `There is no group ${id}`);
  if (group.type === 'supergroup' || group.movedTo !== undefined)
    throw new ChatRefusal(409, `Group ${id} is a supergroup already`);
  const to = ABOVE_SUPERGROUPS + id;
  tell(store, id, { movedTo: to });
  tell(store, to, { movedFrom: id });
  return to;
}

function tell(store: Store, chat: number, moved: { movedTo: number } | { movedFrom: number }): void {
  const [id, at, updateId] = [store.chats.nextMessage, store.now(), store.updates.nextId('message')];
  const message = { id, chat, from: 'user' as const, at, text: '', entities: [], keyboard: [], ...moved };
  store.record({ kind: 'message', at, message, updateId });
}
