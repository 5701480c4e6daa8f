import { type Expression, type ExpressionBuilder, type Nullable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';

interface Joined extends Pick<Tables, 'frontend_tokens'> {
  api_keys: Nullable<Tables['api_keys']>;
}

/**
 * Whether a token is alive, in a statement that joins its key, if it has one: it has not expired, and the
 * secret that has made it works. Its key was neither reissued nor disabled since, both of which raise the
 * key's revision, or it was reissued and the old secret goes on working.
 */
export function isAlive(now: Date | Expression<Date>) {
  return ({ ref }: Pick<ExpressionBuilder<Joined, 'frontend_tokens' | 'api_keys'>, 'ref'>) =>
    sql<SqlBool>`${ref('frontend_tokens.expires_at')} > ${now}::timestamptz
      and (${ref('frontend_tokens.key_revision')} is not distinct from ${ref('api_keys.revision')}
        or (${ref('frontend_tokens.key_revision')} = ${ref('api_keys.old_revision')}
          and ${ref('api_keys.old_until')} > ${now}::timestamptz))`;
}
