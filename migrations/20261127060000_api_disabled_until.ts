import { Migration } from '@mikro-orm/migrations';

/** Until when the API is closed. A process of the version before leaves it closed beyond that. */
export class ApiDisabledUntil extends Migration {
  override up(): void {
    this.addSql('alter table service_state add column api_disabled_until timestamptz');
    this.addSql(`comment on column service_state.api_disabled_until is
      'When a closed API opens by itself, by the clock of the database; null when the operator opens it.'`);
  }
}
