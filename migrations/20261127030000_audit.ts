import { Migration } from '@mikro-orm/migrations';

/** The audit log of the operator's commands. */
export class Audit extends Migration {
  override up(): void {
    this.addSql(AUDIT);
  }
}

const AUDIT = `
create table audit_entries (
  command_id uuid not null,
  part text not null,
  at timestamptz not null,
  operator text,
  command text,
  arguments text[],
  reseller_id bigint,
  outcome text,
  message text,
  primary key (command_id, part),
  constraint audit_entries_check check (
    case part
      when 'intent' then num_nonnulls(operator, command, arguments) = 3 and num_nonnulls(outcome, message) = 0
      when 'outcome' then num_nonnulls(operator, command, arguments) = 0 and outcome in ('done', 'refused', 'failed')
      else false
    end
  )
);
comment on table audit_entries is
  'What the operator''s commands were to change, append-only: the intent is committed before the change, and its outcome after it. '
  'An intent without an outcome runs, or was cut off.';
comment on column audit_entries.command_id is 'A UUID of version 7, so commands are in the order of their beginnings.';
comment on column audit_entries.operator is 'Who gave the command.';
comment on column audit_entries.reseller_id is
  'Whom it was about: as the command was given, or as it ended. There may be no such reseller.';
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
`;
