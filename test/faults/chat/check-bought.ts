import { sql } from 'kysely';
import type { System } from '../system.ts';
import { type ChatRecord, unreachable } from './chat-record.ts';

/** Buttons that charge, and those that a refused offer is followed by. */
const CONFIRMING = /^(?:ok|extend_ok):(.+)$/;

interface Bought {
  user_id: number;
  id: string;
  kind: string;
  state: string;
  order_id: string;
  key: string | null;
}

/**
 * Every purchase, renewal and addition has a button of its own that was pressed, and its person was told of
 * it in the chat.
 */
export async function checkBought({ services }: System, record: ChatRecord): Promise<string[]> {
  const { rows } = await sql<Bought>`
    select p.user_id, o.id, o.kind, o.state, o.order_id, k.key
      from operations o join bot_people p using (reseller_id)
      left join idempotency_keys k on k.operation_id = o.id`.execute(services.database.sql);
  const presses = Map.groupBy(record.updates, ({ user }) => user);
  const shown = Map.groupBy(record.shown, ({ user }) => user);
  const unsure = unreachable(record);
  return [...Map.groupBy(rows, ({ user_id }) => user_id)].flatMap(([user, bought]) => {
    const own = presses.get(user) ?? [];
    const tokens = new Set(own.flatMap(({ data }) => CONFIRMING.exec(data)?.[1] ?? []));
    const unasked = bought.filter(({ key }) => key === null || !tokens.delete(key));
    const contents = (shown.get(user) ?? []).map(({ content }) => content);
    return [
      ...unasked.map(
        ({ kind, id }) => `once: ${kind} ${id} of ${user} was confirmed by no button of its own`,
      ),
      ...(unsure.has(user) ? [] : untold(user, bought, contents)),
    ];
  });
}

function untold(user: number, bought: readonly Bought[], contents: readonly string[]): string[] {
  const settled = bought.filter(({ state }) => state === 'settled');
  const missing = [...Map.groupBy(settled, ({ order_id }) => order_id)].flatMap(([order, operations]) => {
    const extensions = operations.filter(({ kind }) => kind !== 'purchase');
    const told = contents.filter((content) => extended(order).test(content)).length;
    const isNamed = contents.some((content) =>
      new RegExp(`(order|заказ\\S*) ${order}\\b`, 'i').test(content),
    );
    return [
      ...(extensions.length < operations.length && !isNamed ? [`order ${order}`] : []),
      ...extensions.slice(told).map(({ kind }) => `a ${kind} of order ${order}`),
    ];
  });
  return missing.map((what) => `once: ${user} has paid for ${what}, of which the chat says nothing`);
}

/** What tells of a renewal or an addition. */
function extended(order: string): RegExp {
  return new RegExp(
    `Order ${order} (?:is renewed|has more traffic)|already for order ${order}\\.|Заказ ${order} продлён|К заказу ${order} добавлен|Для заказа ${order} это уже`,
  );
}
