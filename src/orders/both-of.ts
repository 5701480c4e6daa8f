import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The rows of two queries, one after the other. Each keeps its order and its limit, for which the builder's
 * own union has no place.
 */
export function bothOf<Row>(one: Expression<Row>, other: Expression<Row>): RawBuilder<Row> {
  return sql`(${one} union all ${other})`;
}
