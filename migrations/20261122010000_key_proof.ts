import { Migration } from '@mikro-orm/migrations';

/** A value that shows whether a process has the key that the database was encrypted with. */
export class KeyProof extends Migration {
  override up(): void {
    this.addSql(KEY_PROOF);
  }
}

const KEY_PROOF = `
create table key_proof (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null
);
comment on table key_proof is
  'A value that only the CREDENTIALS_KEY of this database opens: a process that cannot open it does not start.';
`;
