import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type InsertQueryBuilder,
  type InsertType,
  type NonNullableInsertKeys,
  type NullableInsertKeys,
  type SelectQueryBuilder,
  type SelectType,
  sql,
} from 'kysely';

/** What a column takes: a value, or an expression of a type that is written to it or read from it. */
type Value<Column> =
  | Exclude<InsertType<Column>, undefined>
  | Expression<InsertType<Column> | SelectType<Column>>;

type Row<Columns> = { [Name in NonNullableInsertKeys<Columns>]: Value<Columns[Name]> } & {
  [Name in NullableInsertKeys<Columns>]?: Value<Columns[Name]>;
};

/**
 * `insert into ... select ...`: inserts, for each row of the source, the row that `toRow` describes column by
 * column. A column that is missing or unknown, or a value of another type, does not compile. Kysely's own
 * `columns` and `expression` do not check that: they take two lists, and compare nothing of them.
 */
export function insertSelect<
  Database,
  Table extends keyof Database,
  Result,
  Scope,
  Sources extends keyof Scope,
  const Inserted extends Row<Database[Table]>,
>(
  insert: InsertQueryBuilder<Database, Table, Result>,
  source: SelectQueryBuilder<Scope, Sources, object>,
  toRow: (
    eb: ExpressionBuilder<Scope, Sources>,
  ) => Inserted & Record<Exclude<keyof Inserted, keyof Database[Table]>, never>,
): InsertQueryBuilder<Database, Table, Result> {
  const row: object = toRow(expressionBuilder(source));
  return insert
    .columns(Object.keys(row) as (keyof Database[Table] & string)[])
    .expression(source.select(Object.entries(row).map(([name, value]) => sql`${value}`.as(name))));
}
