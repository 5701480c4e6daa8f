import { randomUUIDv7 } from 'node:crypto';
import type { Sql } from '../kit/database.ts';

/** How a command has ended: `refused` has changed nothing, and `failed` may have changed something. */
export type Outcome = 'done' | 'refused' | 'failed';

export const MAX_OPERATOR_CHARACTERS = 100;
/** The most arguments of a command that are kept, and the most characters of one: longer than any reason. */
const MAX_ARGUMENTS = 50;
const MAX_CHARACTERS = 600;
/** API keys and frontend tokens: no command takes one, but somebody may paste one at the wrong place. */
const SECRET = /\b(pr[kt]_)\w+/g;

export interface Intent {
  operator: string;
  /** The name of the command, such as `balance adjust`. */
  command: string;
  /** The arguments as they were typed, without the name. */
  arguments: readonly string[];
  resellerId: number | undefined;
  at: Date;
}

/**
 * Writes down what a command is about to change, and returns the id of the entry. It is committed when this
 * returns, so that no change is made without it, whatever ends the process afterwards.
 */
export async function noteIntent(db: Sql, intent: Intent): Promise<string> {
  const commandId = randomUUIDv7();
  await db
    .insertInto('audit_entries')
    .values({
      command_id: commandId,
      part: 'intent',
      at: intent.at,
      operator: intent.operator,
      command: intent.command,
      arguments: kept(intent.arguments),
      reseller_id: intent.resellerId ?? null,
    })
    // The statement is sent again when its answer was lost.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return commandId;
}

export async function noteOutcome(
  db: Sql,
  ended: {
    commandId: string;
    outcome: Outcome;
    /** What was wrong or, of what is done, what was changed. */
    message?: string;
    /** Whom the change was about, where only its end says so. */
    resellerId?: number | undefined;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      command_id: ended.commandId,
      part: 'outcome',
      at: ended.at,
      reseller_id: ended.resellerId ?? null,
      outcome: ended.outcome,
      message: ended.message === undefined ? null : cut(ended.message),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The arguments without secrets, and bounded: those that are left out are counted. */
function kept(given: readonly string[]): string[] {
  const some = given.slice(0, MAX_ARGUMENTS).map(cut);
  return given.length > some.length ? [...some, `… and ${given.length - some.length} more`] : some;
}

function cut(text: string): string {
  // PostgreSQL refuses both in a text; a command that is refused for them is on record all the same.
  const storable = text.replaceAll('\u0000', '\ufffd').toWellFormed();
  const characters = [...storable.replaceAll(SECRET, '$1***')];
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : characters.join('');
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
 * A page of the audit log, newest first: what was to be changed, and how that has ended. The filters need no
 * index: people write the log, a few hundred entries in a day.
 */
export async function listAuditEntries(
  db: Sql,
  { operator, command, resellerId, from, to, limit, offset }: AuditQuery,
) {
  const rows = await db
    .selectFrom('audit_entries as i')
    .leftJoin('audit_entries as o', (join) =>
      join.onRef('o.command_id', '=', 'i.command_id').on('o.part', '=', 'outcome'),
    )
    .select(({ fn, ref }) => [
      'i.command_id as commandId',
      ref('i.operator').$notNull().as('operator'),
      ref('i.command').$notNull().as('command'),
      ref('i.arguments').$notNull().as('arguments'),
      fn.coalesce('i.reseller_id', 'o.reseller_id').as('resellerId'),
      'i.at as beganAt',
      'o.outcome',
      'o.message',
      'o.at as endedAt',
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
  // While it runs, and when it was cut off: then only what it was to change shows whether it did.
  return rows.map((row) => ({ ...row, outcome: row.outcome ?? 'unknown' }));
}
