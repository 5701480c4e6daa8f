import type { Selectable } from 'kysely';
import type { Tables } from '../kit/tables.ts';
import type { FrontendRight } from '../resellers/authenticate.ts';

/** How every token begins, and no API key. */
export const TOKEN_PREFIX = 'prt_';

export function isFrontendToken(secret: string): boolean {
  return secret.startsWith(TOKEN_PREFIX);
}

/** A frontend token that is alive. Its secret is kept nowhere. */
export interface FrontendToken {
  id: number;
  /** `prt_` and four characters, by which its owner recognises it. */
  prefix: string;
  /** The API key that made it; null when a session of the console did. */
  keyId: number | null;
  orderIds: number[];
  rights: FrontendRight[];
  /** As browsers send them in `Origin`. */
  origins: string[];
  createdAt: Date;
  expiresAt: Date;
}

type Row = Selectable<Tables['frontend_tokens']>;

export const TOKEN_COLUMNS = [
  'frontend_tokens.id',
  'frontend_tokens.prefix',
  'frontend_tokens.key_id',
  'frontend_tokens.order_ids',
  'frontend_tokens.rights',
  'frontend_tokens.origins',
  'frontend_tokens.created_at',
  'frontend_tokens.expires_at',
] as const;

type NameOf<Column> = Column extends `frontend_tokens.${infer Name extends keyof Row}` ? Name : never;

export function toFrontendToken(row: Pick<Row, NameOf<(typeof TOKEN_COLUMNS)[number]>>): FrontendToken {
  return {
    id: row.id,
    prefix: row.prefix,
    keyId: row.key_id,
    orderIds: row.order_ids,
    rights: row.rights,
    origins: row.origins,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
