import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/**
 * PostgreSQL's SQL without connections, for code that only builds statements or sends them in its own way.
 */
export const NO_CONNECTIONS = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const builder = new Kysely<Tables>({ dialect: NO_CONNECTIONS });

/** Stands for a value in a statement that is built before the value is known. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Parameters<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> };

/** A query of the builder, or SQL as a text: sql`...`. */
interface Built<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/**
 * A statement that is built and compiled once and then sent with different values. Measured: this takes 1.5
 * microseconds of processor time, while building a statement with Kysely each time takes 16 (one row written)
 * to 45 (five tables joined). Returns the rows.
 *
 * Each value becomes one parameter. Compare with an array by sql`any(${values.ids}::bigint[])`, not by `in`.
 */
export function statement<Values extends object>() {
  return <Row>(build: (db: Kysely<Tables>, values: Parameters<Values>) => Built<Row>) => {
    let compiled: CompiledQuery<Row> | undefined;
    return async (db: Kysely<Tables>, values: Values): Promise<Row[]> => {
      compiled ??= build(builder, placeholders<Values>()).compile(builder);
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
      );
      const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
      return rows;
    };
  };
}

function placeholders<Values>(): Parameters<Values> {
  return new Proxy({} as Parameters<Values>, {
    get: (_target, name) => sql.val(new Parameter(String(name))),
  });
}
