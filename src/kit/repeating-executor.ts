import {
  type CompiledQuery,
  DefaultQueryExecutor,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';
import type { Reach } from './reachable.ts';

/** Sends a statement again, over another connection, when its connection was lost. */
export class RepeatingExecutor extends DefaultQueryExecutor {
  readonly #reach: Reach;

  /** `pool` takes a connection for each statement. */
  constructor(pool: QueryExecutor, reach: Reach) {
    super(new PostgresQueryCompiler(), pool.adapter, pool);
    this.#reach = reach;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#reach.whileAway(() => super.executeQuery<Row>(query));
  }
}
