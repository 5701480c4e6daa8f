import { sql } from 'kysely';
import { ConfigError } from './config.ts';
import type { Database } from './kit/database.ts';
import { LIMITS, sessionSettings } from './kit/session-settings.ts';

/**
 * Throws ConfigError when sessions do not have the settings that the service needs, as behind a pooler whose
 * role has none: statements would have no limit of time, and a process that fell silent would keep its rows.
 */
export async function assertSessionSettings(database: Database): Promise<void> {
  const wanted = sessionSettings(LIMITS);
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any (${Object.keys(wanted)}::text[])`.execute(
    database.sql,
  );
  // DateStyle also tells in which order dates are read.
  const differing = rows.filter(({ name, setting }) => setting.split(',')[0] !== wanted[name]);
  if (differing.length === 0) return;
  const found = differing.map(({ name, setting }) => `${name} is ${setting}, not ${wanted[name]}`);
  throw new ConfigError(
    `Sessions of DATABASE_URL have other settings than the service needs: ${found.join('; ')}. Behind a pooler its role has to have them: see deploy/roles.sql.`,
  );
}
