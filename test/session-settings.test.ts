import { Client } from 'pg';
import { expect, test } from 'vitest';
import { assertSessionSettings } from '../src/app/domain.ts';
import { ConfigError } from '../src/config/config.ts';
import { openDatabase } from '../src/kit/database.ts';
import { LIMITS, sessionSettings } from '../src/kit/session-settings.ts';
import { createDatabase } from './support/postgres.ts';

test('behind a pooler, which takes no settings from a client, a start is refused until the sessions have those that the service needs', async () => {
  const file = await createDatabase();
  const admin = new Client(file.url);
  await admin.connect();
  // Nothing of a session is sent when it is opened, as over a pooler.
  const pooled = await openDatabase({ url: file.url, isPooled: true, entities: [] });
  await expect(assertSessionSettings(pooled)).rejects.toThrow(ConfigError);
  await expect(assertSessionSettings(pooled)).rejects.toThrow(
    /statement_timeout is 0, not 5000.*deploy\/roles\.sql/,
  );
  await pooled.close();

  for (const [name, value] of Object.entries(sessionSettings(LIMITS)))
    await admin.query(
      `alter database ${admin.escapeIdentifier(new URL(file.url).pathname.slice(1))} set ${name} = '${value}'`,
    );
  const settled = await openDatabase({ url: file.url, isPooled: true, entities: [] });
  await assertSessionSettings(settled);
  await settled.close();
  await admin.end();
  await file.drop();
});

test('past any pooler a session gets its settings when it is opened', async () => {
  const file = await createDatabase();
  const direct = await openDatabase({ url: file.url, entities: [] });
  await assertSessionSettings(direct);
  await direct.close();
  await file.drop();
});
