import { type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ColumnType } from 'kysely';

/**
 * All tables as typed statements see them, inferred from the entities: `app/entities.ts` adds them here. A
 * statement that names a column that does not exist, or compares it with a value of another type, does not
 * compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the tables are merged into it.
export interface Tables {}

/** The tables of some entities, by their names in the database. */
export type TablesOf<Entity extends { name: string }> = {
  [Table in keyof InferKyselyDB<Entity>]: Columns<InferKyselyDB<Entity>[Table]>;
};

type Columns<Table> = { [Name in keyof Table]: Column<Table[Name]> };

/**
 * Money and bytes are bigints in the program. The server does not say which of its whole numbers are ids, so
 * a row has a number where that is exact and a bigint otherwise. Read them with `BigInt(row.price)`.
 */
type Column<Value> = [Value] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<AsRead<Read>, Inserted, Updated>
  : ColumnType<AsRead<Value>, Value, Value>;

type AsRead<Value> = Value extends bigint ? number | bigint : Value;

// Column types for the entities of every folder, where MikroORM would choose another type in the database.

/** An instant, with microseconds. */
export const instant = () => p.datetime().columnType('timestamptz');
/** A number that the database generates, or a reference to one. */
export const id = () => p.bigint('number');
export const bytes = () => p.type('bytea').$type<Buffer>();
export const address = () => p.text().columnType('inet');
export const texts = (type: 'text[]' | 'cidr[]' = 'text[]') => p.array().columnType(type);
