import { Migration } from '@mikro-orm/migrations';

/**
 * The credentials of all proxies of an order as one value, in the row of the first proxy. Values of older
 * orders stay as they are: each row has its own, and both are read by the same rule. An order of one proxy
 * has the same value as before.
 *
 * A process of the version before cannot read the proxies of an order of several that a newer process has
 * delivered: for as long as it runs, it answers with internal_error to what includes them. A renewal of such
 * an order that it has carried out is settled by the recovery of a newer process. What it delivers itself,
 * and the passwords that it resets, are read by both versions.
 */
export class OrderCredentials extends Migration {
  override up(): void {
    this.addSql(ORDER_CREDENTIALS);
  }
}

const ORDER_CREDENTIALS = `
alter table proxies
  alter column credentials drop not null,
  add constraint proxies_first_has_credentials check (position > 0 or credentials is not null);
comment on table proxies is 'The proxies of an order; logins and passwords are encrypted.';
comment on column proxies.credentials is
  'Login and password of this proxy and of those after it that have none here, as one value, bound to this row.';
`;
