import {
  type CompiledQuery,
  DefaultQueryExecutor,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';
import type { Reachability } from './reachability.ts';

/** Sends a statement again, over another connection, when its connection was lost. */
export class RepeatingExecutor extends DefaultQueryExecutor {
  readonly #reachability: Reachability;

  /** `pool` takes a connection for each statement. */
  constructor(pool: QueryExecutor, reachability: Reachability) {
    super(new PostgresQueryCompiler(), pool.adapter, pool);
    this.#reachability = reachability;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#reachability.repeatUntilBack(() => super.executeQuery<Row>(query));
  }
}
