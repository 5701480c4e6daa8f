import type { Vault } from '../kit/vault.ts';
import type { OrderName } from './order.ts';
import { proxyIdentity } from './proxies.ts';

/** A row of a proxy that has encrypted credentials. */
export interface CredentialsRow {
  reseller_id: number;
  order_id: number;
  position: number;
  credentials: Buffer;
}

export interface StoredLogin extends OrderName {
  position: number;
  login: string;
  password: string;
}

/**
 * The credentials in a row: of its proxy and of those after it that have no value of their own. Undefined
 * when no key of this process opens them.
 */
export function storedLogins(vault: Vault, row: CredentialsRow): StoredLogin[] | undefined {
  const { reseller_id: resellerId, order_id: orderId, position: first, credentials } = row;
  let texts: string[];
  try {
    texts = JSON.parse(vault.open(credentials, proxyIdentity(resellerId, orderId, first)));
  } catch {
    return undefined;
  }
  return texts.flatMap((login, i) => {
    const password = texts[i + 1];
    if (i % 2 === 1 || password === undefined) return [];
    return [{ resellerId, orderId, position: first + i / 2, login, password }];
  });
}
