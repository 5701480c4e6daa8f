import { randomBytes } from 'node:crypto';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { ResellerDisabledError } from './errors.ts';

/** 72 random bits in 12 characters: nobody finds a code by trying, and no two resellers get the same. */
const CODE_BYTES = 9;
const CODE = /^[\w-]{12}$/;

const selectCode = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db.selectFrom('resellers').select('referral_code').where('id', '=', resellerId),
);
const makeCode = statement<{ resellerId: number; code: string }>()((db, { resellerId, code }) =>
  db
    .updateTable('resellers')
    .set(({ fn, cast }) => ({ referral_code: fn.coalesce('referral_code', cast<string>(code, 'text')) }))
    .where('id', '=', resellerId)
    .returning('referral_code'),
);

/** 12 letters, digits, `-` or `_`, made at the first call for good. Throws for an unknown reseller. */
export async function referralCode(sql: Sql, resellerId: number): Promise<string> {
  const [known] = await selectCode(sql, { resellerId });
  if (known?.referral_code) return known.referral_code;
  const code = randomBytes(CODE_BYTES).toString('base64url');
  // Of two first calls at the same time, both return the code of the one that was first.
  const [made] = await makeCode(sql, { resellerId, code });
  if (!made?.referral_code) throw new Error(`there is no reseller ${resellerId}`);
  return made.referral_code;
}

const selectByCode = statement<{ code: string }>()((db, { code }) =>
  db.selectFrom('resellers').select('id').where('referral_code', '=', code),
);

/** The reseller whose code it is; undefined for any other text. */
export async function findReferrer(sql: Sql, code: string): Promise<number | undefined> {
  if (!CODE.test(code)) return undefined;
  return (await selectByCode(sql, { code }))[0]?.id;
}

/**
 * False when somebody is set already, or the referrer is not older: nobody refers themselves, or who referred
 * them. To be called in the transaction that makes the reseller.
 */
export async function setReferrer(
  tx: Sql,
  { resellerId, referrerId }: { resellerId: number; referrerId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resellers')
    .set({ referred_by: referrerId })
    .where('id', '=', resellerId)
    .where('id', '>', referrerId)
    .where('referred_by', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const selectReferrer = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db.selectFrom('resellers').select(['referred_by', 'disabled_reason']).where('id', '=', resellerId),
);

/** Undefined for nobody. Throws ResellerDisabledError: no admission comes before a charge in the bot. */
export async function readReferrerOfBuyer(sql: Sql, resellerId: number): Promise<number | undefined> {
  const [row] = await selectReferrer(sql, { resellerId });
  if (typeof row?.disabled_reason === 'string') throw new ResellerDisabledError(row.disabled_reason);
  return row?.referred_by ?? undefined;
}

const countOf = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db
    .selectFrom('resellers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('referred_by', '=', resellerId),
);

/** How many resellers have come by a reseller's code. */
export async function countReferred(sql: Sql, resellerId: number): Promise<number> {
  const [row] = await countOf(sql, { resellerId });
  return Number(row?.count ?? 0);
}
