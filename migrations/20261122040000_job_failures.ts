import { Migration } from '@mikro-orm/migrations';

/** One record of background work that failed: when it is tried again, or that it is given up. */
export class JobFailures extends Migration {
  override up(): void {
    this.addSql(JOB_FAILURES);
  }
}

const JOB_FAILURES = `
create table job_failures (
  job text not null,
  key text not null,
  attempt integer not null check (attempt > 0),
  last_error text not null,
  next_attempt_at timestamptz,
  failed_at timestamptz,
  primary key (job, key),
  check ((next_attempt_at is null) = (failed_at is not null))
);
comment on table job_failures is
  'Background work whose last attempt failed. Work without a row here has not failed, or has succeeded since.';
comment on column job_failures.key is 'Which piece of the job''s work: the id of an operation, an order or a notice.';
comment on column job_failures.attempt is 'Attempts that failed, one after another.';
comment on column job_failures.next_attempt_at is 'It is not tried before; null once it is given up.';
comment on column job_failures.failed_at is 'When it was given up; null while it is tried again.';
`;
