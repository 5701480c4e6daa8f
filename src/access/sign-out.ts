import { endFrontendTokens } from '../frontend-tokens/frontend-tokens.ts';
import type { Database, Sql } from '../kit/database.ts';
import { endChallenges } from '../passkeys/ceremony.ts';
import { removePasskeys } from '../passkeys/passkeys.ts';
import { deleteLists, tellRevoked } from '../proxy-lists/proxy-lists.ts';
import { disableKeys } from '../resellers/keys.ts';
import { changeReseller, findReseller, lockReseller } from '../resellers/resellers.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * Ends for good what may have been stolen of a reseller, from the next request on: its sessions, sign-in
 * links and frontend tokens; with `passkeys` its passkeys, and with `keys` its API keys and proxy lists, too.
 * A key can be enabled again. Returns how many of each have ended. Throws ResellerNotFoundError.
 */
export function signOut(
  database: Database,
  { resellerId, passkeys, keys, at }: { resellerId: number; passkeys: boolean; keys: boolean; at: Date },
) {
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    // A list is made while its reseller is locked: none is added behind these.
    await lockReseller(tx, resellerId);
    const lists = keys ? await deleteLists(tx, resellerId) : [];
    // Before the sessions, which a passkey might start meanwhile.
    const removed = passkeys ? await removePasskeys(tx, resellerId) : 0;
    const ended = await endAccess(tx, resellerId);
    const disabled = keys ? await disableKeys(tx, resellerId) : 0;
    await tellRevoked(tx, resellerId, lists, at);
    return { ...ended, passkeys: removed, keys: disabled, proxyLists: lists.length };
  });
}

/**
 * Disables a reseller, or enables it when the reason is null. Either ends its sessions, sign-in links and
 * frontend tokens for good, those that were made meanwhile, too; its API keys and passkeys work again when it
 * is enabled. Returns the reason it was disabled for before, or null. Throws ResellerNotFoundError.
 */
export function setDisabled(
  database: Database,
  { resellerId, reason }: { resellerId: number; reason: string | null },
): Promise<string | null> {
  return database.inUnitOfWork(async (em, tx) => {
    // First, since a sign-in has what it uses up locked while it waits for the row of its reseller.
    await endAccess(tx, resellerId);
    return (await changeReseller(em, { resellerId, disabledReason: reason })).disabledReason;
  });
}

/**
 * Ends the sessions, sign-in links, frontend tokens and passkey challenges of all resellers, after the
 * database was restored: those that were used or ended since would be alive again.
 */
export function signEverybodyOut(database: Database): Promise<void> {
  return database.inTransaction(async (tx) => {
    await endChallenges(tx);
    await endAccess(tx);
  });
}

async function endAccess(tx: Sql, resellerId?: number) {
  const { links, sessionIds } = await endSessions(tx, { resellerId });
  const frontendTokens = await endFrontendTokens(tx, resellerId);
  return { sessions: sessionIds.length, signInLinks: links, frontendTokens };
}
