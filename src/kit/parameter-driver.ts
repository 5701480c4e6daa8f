import { type Configuration, PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

type Execute = PostgreSqlConnection['execute'];

/**
 * MikroORM's driver, except that it sends values as parameters. MikroORM writes them into the text, so that
 * the server parses and plans every statement of a unit of work anew.
 */
export class ParameterDriver extends PostgreSqlDriver {
  protected override readonly connection: PostgreSqlConnection;

  constructor(config: Configuration) {
    super(config);
    this.connection = new ParameterConnection(config);
  }
}

class ParameterConnection extends PostgreSqlConnection {
  override async execute(...args: Parameters<Execute>): Promise<never> {
    const [query, values, method, transaction] = args;
    const statement = typeof query === 'string' ? withParameters(query, values) : undefined;
    if (!statement) return super.execute(...args) as Promise<never>;
    const result = await (transaction ?? this.getClient()).executeQuery(statement);
    return this.transformRawResult<never>(result, method);
  }
}

/**
 * Undefined where MikroORM does more than to write a value for each question mark: for identifiers, lists,
 * raw SQL, JSON, and question marks that are meant as such.
 */
function withParameters(text: string, values: unknown): CompiledQuery | undefined {
  if (!Array.isArray(values) || values.length === 0 || !values.every(isPlain)) return undefined;
  const pieces = text.split('?');
  if (pieces.length !== values.length + 1 || /\?\?|\\\?/.test(text)) return undefined;
  return CompiledQuery.raw(
    pieces.reduce((sent, piece, i) => `${sent}$${i}${piece}`),
    values,
  );
}

function isPlain(value: unknown): boolean {
  if (value === null || value instanceof Date || value instanceof Buffer) return true;
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
