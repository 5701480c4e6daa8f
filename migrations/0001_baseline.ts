import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import { SchemaError } from '../src/kit/migrations.ts';

/** What the 62 migrations before the baseline have made; the last of them, and a program that has them all. */
const REPLACED = { count: 62, last: '20261201050000_address_refusals', commit: '59787c3d' };

/** Nothing but versions before the baseline has a use for these. */
const TAKEN_AWAY = `
drop view transfers;
drop function write_old_transfer();
delete from required_migrations;
`;

/**
 * The schema of the first release. A database that has all migrations before it, whose names begin with the
 * time, has that schema already. Throws SchemaError for one that has some of them.
 */
export class Baseline extends Migration {
  override async up(): Promise<void> {
    const replaced = (await this.execute(
      `select name from mikro_orm_migrations where name ~ '^[0-9]{14}_' order by name`,
    )) as { name: string }[];
    if (replaced.length === 0) {
      this.addSql(readFileSync(new URL('0001_baseline.sql', import.meta.url), 'utf8'));
      return;
    }
    const { count, last, commit } = REPLACED;
    if (replaced.length !== count || replaced.at(-1)?.name !== last)
      throw new SchemaError(
        `The database has ${replaced.length} of the ${count} migrations before this program's first one: execute the others by the program of commit ${commit}, then start this one`,
      );
    this.addSql(TAKEN_AWAY);
  }
}
