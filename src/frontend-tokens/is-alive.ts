import { type Expression, type ExpressionBuilder, type Nullable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';

interface Joined extends Pick<Tables, 'frontend_tokens'> {
  api_keys: Nullable<Tables['api_keys']>;
}

/**
 * Whether a token is alive, in a statement that joins its key, if it has one: it has not expired, and its key
 * was neither reissued nor disabled since, both of which raise the key's revision.
 */
export function isAlive(now: Date | Expression<Date>) {
  return ({ ref }: Pick<ExpressionBuilder<Joined, 'frontend_tokens' | 'api_keys'>, 'ref'>) =>
    sql<SqlBool>`${ref('frontend_tokens.expires_at')} > ${now}::timestamptz
      and ${ref('frontend_tokens.key_revision')} is not distinct from ${ref('api_keys.revision')}`;
}
