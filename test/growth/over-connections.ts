import type { Client } from 'pg';

/** Does `work` with each item, one at a time over each connection. Takes the items out of the array. */
export async function overConnections<Item>(
  clients: readonly Client[],
  items: Item[],
  work: (client: Client, item: Item) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      for (let item = items.shift(); item !== undefined; item = items.shift()) await work(client, item);
    }),
  );
}
