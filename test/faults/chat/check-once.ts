import { sql } from 'kysely';
import type { System } from '../system.ts';
import { type ChatRecord, unreachable } from './chat-record.ts';

const KEY = /\bprk_\w{42}\b/g;
const PREFIX_CHARACTERS = 8;

/**
 * Each update took effect once: there are as many accounts, keys and secrets as were asked for, and those
 * that there are were shown.
 */
export async function checkOnce({ services, resellers }: System, record: ChatRecord): Promise<string[]> {
  const db = services.database.sql;
  const { rows: people } = await sql<{ user_id: number; reseller_id: number | null }>`
    select user_id, reseller_id from bot_people`.execute(db);
  const presses = Map.groupBy(
    record.updates.filter(({ kind }) => kind === 'press'),
    ({ user }) => user,
  );
  const contents = Map.groupBy(record.shown, ({ user }) => user);
  const unsure = unreachable(record);
  const violations: string[] = [];
  const { rows: all } = await sql`select id from resellers`.execute(db);
  const started = people.filter(({ reseller_id }) => reseller_id !== null).length;
  if (all.length !== started + resellers.length)
    violations.push(
      `once: ${started} people have started, and there are ${all.length - resellers.length} resellers`,
    );

  const { rows: keys } = await sql<{ user_id: number; name: string | null; prefix: string }>`
    select p.user_id, k.name, k.prefix from api_keys k join bot_people p using (reseller_id)`.execute(db);
  for (const { user_id: user } of people) {
    const pressed = presses.get(user)?.map(({ data }) => data) ?? [];
    const text = (contents.get(user) ?? []).map(({ content }) => content).join('\n');
    const own = keys.filter((key) => key.user_id === user);
    const unnamed = own.filter(({ name }) => name === null).length;
    const asked = pressed.filter((data) => data === 'keys:create').length;
    if (unnamed > asked) violations.push(`once: ${user} asked for ${asked} keys and has ${unnamed}`);
    for (const [name, same] of Map.groupBy(own, (key) => key.name))
      if (name !== null && same.length > 1)
        violations.push(`once: ${user} asked for the key ${name} once and has it ${same.length} times`);
    const secrets = new Set([...text.matchAll(KEY)].map(([key]) => key));
    const replaced = pressed.filter((data) => /^key:reissue_(sure|overlap):/.test(data)).length;
    if (secrets.size > own.length + replaced)
      violations.push(`once: ${user} was shown ${secrets.size} secrets of ${own.length} keys`);
    const shownKeys = new Set([...secrets].map((key) => key.slice(0, PREFIX_CHARACTERS)));
    const unseen = own.filter(({ prefix }) => !shownKeys.has(prefix));
    if (unseen.length > 0 && !unsure.has(user))
      violations.push(`once: ${user} has ${unseen.length} keys that the chat has never shown`);
  }
  return violations;
}
