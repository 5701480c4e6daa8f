import { Migration } from '@mikro-orm/migrations';

/**
 * When and from where a key was last used. The version before notes the day alone, which is read as before.
 */
export class UsesOfKeys extends Migration {
  override up(): void {
    this.addSql(`
alter table rate_windows add column address inet;
comment on column rate_windows.address is 'Where the last admitted request of an API key came from; null for other credentials.';
alter table api_keys add column last_used_at timestamptz, add column last_used_from inet;
comment on column api_keys.last_used_at is 'The last use whose rate window was deleted since; last_used_on is its UTC day.';
`);
  }
}
