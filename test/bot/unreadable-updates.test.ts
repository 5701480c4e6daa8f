import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftUpdates, receive } from '../../src/bot/updates/inbox.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('an update that no key opens holds up none of the others that were left, and is named', async () => {
  const { database, vault, clock } = opened.services;
  const written = [1, 2, 3].map((number) => ({
    update_id: number,
    message: {
      message_id: number,
      date: 0,
      chat: { id: 7, type: 'private' },
      from: { id: 7 },
      text: '/help',
    },
  }));
  await receive(database.sql, vault, written as never, clock.now());
  await sql`update bot_updates set sealed = '\\x01'::bytea || sha256('another key') where update_id = 2`.execute(
    database.sql,
  );
  const taken: number[] = [];
  const read = async () => {
    for await (const part of leftUpdates(database.sql, vault, clock.now()))
      taken.push(...part.map(({ update_id }) => update_id));
  };
  await expect(read()).rejects.toThrow('no credentials key opens the updates 2');
  expect(taken).toEqual([1, 3]);
});
