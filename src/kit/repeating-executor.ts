import {
  type CompiledQuery,
  DefaultQueryExecutor,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';

/** Runs work of one statement, and runs it again when its connection was lost. */
type Repeat = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** How this program and Kysely write the parts of a statement that change rows. */
const CHANGING_ROWS = ['insert into ', 'delete from ', 'update "'];
/** A statement that turns this off waits for no standby. */
const WAITS_FOR_NOBODY = "'synchronous_commit'";

/** Sends a statement again, over another connection, when its connection was lost. */
export class RepeatingExecutor extends DefaultQueryExecutor {
  readonly #repeat: { reads: Repeat; writes: Repeat };

  /** `pool` takes a connection for each statement. */
  constructor(pool: QueryExecutor, repeat: { reads: Repeat; writes: Repeat }) {
    super(new PostgresQueryCompiler(), pool.adapter, pool);
    this.#repeat = repeat;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const repeat = isWrite(query.sql) ? this.#repeat.writes : this.#repeat.reads;
    return repeat(() => super.executeQuery<Row>(query));
  }
}

/** Whether the statement ends with a commit that the standbys have to confirm. */
function isWrite(text: string): boolean {
  return CHANGING_ROWS.some((part) => text.includes(part)) && !text.includes(WAITS_FOR_NOBODY);
}
