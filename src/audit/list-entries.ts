import type { Sql } from '../kit/database.ts';
import type { Outcome } from './audit-log.ts';

/** A command that was to change something, and how it has ended. */
export interface AuditEntry {
  commandId: string;
  operator: string;
  /** Its name, such as `balance adjust`. */
  command: string;
  arguments: string[];
  /** Whom it was about; null for nobody, or when nothing said so. */
  resellerId: number | null;
  beganAt: Date;
  /** Unknown while it runs, and when it was cut off: then only what it was to change shows whether it did. */
  outcome: Outcome | 'unknown';
  /** What was wrong, or what was changed, from what to what; null when nothing says so. */
  message: string | null;
  endedAt: Date | null;
}

export interface AuditQuery {
  operator?: string | undefined;
  /** A whole name, or its first words. */
  command?: string | undefined;
  resellerId?: number | undefined;
  from?: Date | undefined;
  /** Not included. */
  to?: Date | undefined;
  limit: number;
  offset: number;
}

/**
 * A page of the audit log, newest first. The filters need no index: people write the log, a few hundred
 * entries in a day.
 */
export async function listAuditEntries(
  db: Sql,
  { operator, command, resellerId, from, to, limit, offset }: AuditQuery,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries as i')
    .leftJoin('audit_entries as o', (join) =>
      join.onRef('o.command_id', '=', 'i.command_id').on('o.part', '=', 'outcome'),
    )
    .select(({ fn, ref }) => [
      'i.command_id',
      ref('i.operator').$notNull().as('operator'),
      ref('i.command').$notNull().as('command'),
      ref('i.arguments').$notNull().as('arguments'),
      fn.coalesce('i.reseller_id', 'o.reseller_id').as('reseller_id'),
      'i.at as began_at',
      'o.outcome',
      'o.message',
      'o.at as ended_at',
    ])
    .where('i.part', '=', 'intent')
    .$if(operator !== undefined, (query) => query.where('i.operator', '=', operator ?? ''))
    .$if(command !== undefined, (query) =>
      query.where(({ eb, fn, or, val }) =>
        or([
          eb('i.command', '=', command ?? ''),
          eb(fn<boolean>('starts_with', ['i.command', val(`${command} `)]), '=', true),
        ]),
      ),
    )
    .$if(resellerId !== undefined, (query) =>
      query.where(({ eb, fn }) => eb(fn.coalesce('i.reseller_id', 'o.reseller_id'), '=', resellerId ?? 0)),
    )
    .$if(from !== undefined, (query) => query.where('i.at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('i.at', '<', to ?? new Date(0)))
    .orderBy('i.command_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ command_id, reseller_id, began_at, outcome, ended_at, ...row }) => ({
    commandId: command_id,
    operator: row.operator,
    command: row.command,
    arguments: row.arguments,
    resellerId: reseller_id,
    beganAt: began_at,
    outcome: outcome ?? 'unknown',
    message: row.message,
    endedAt: ended_at,
  }));
}
