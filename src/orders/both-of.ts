import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The rows of two queries, one after the other. Each query keeps its own order and limit, which the union of
 * the query builder does not allow.
 */
export function bothOf<Row>(one: Expression<Row>, other: Expression<Row>): RawBuilder<Row> {
  return sql`(${one} union all ${other})`;
}
