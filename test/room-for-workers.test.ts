import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertRoomForWorkers } from '../src/app/prepare.ts';
import { ConfigError } from '../src/config/config.ts';
import { type OpenedServices, openServices } from './support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('workers that may take more connections than the database server has are refused before they start', async () => {
  const { databaseUrl } = opened;
  await assertRoomForWorkers(databaseUrl, 2);
  await expect(assertRoomForWorkers(databaseUrl, 1_000)).rejects.toThrow(ConfigError);
  await expect(assertRoomForWorkers(databaseUrl, 1_000)).rejects.toThrow(
    /WORKERS=1000 needs 9000 connections, and the database server has \d+: /,
  );
});
