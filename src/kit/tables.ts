import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { ColumnType } from 'kysely';

/**
 * Every table as statements see it, inferred from its entity: the folder that owns a table adds it here, in its `entities.ts`. A
 * statement that names a column which does not exist, or compares it with a value of another type, does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the owners merge their tables into it.
export interface Tables {}

/** The tables of some entities, by their names in the database. */
export type TablesOf<Entity extends { name: string }> = {
  [Table in keyof InferKyselyDB<Entity>]: Columns<InferKyselyDB<Entity>[Table]>;
};

type Columns<Table> = { [Name in keyof Table]: Column<Table[Name]> };

/** A whole number of 64 bits is read as a number. Where it counts money or bytes, it is a bigint in the program and when it is written. */
type Column<Value> = [Value] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<AsRead<Read>, Inserted, Updated>
  : ColumnType<AsRead<Value>, Value, Value>;

type AsRead<Value> = Value extends bigint ? number : Value;
