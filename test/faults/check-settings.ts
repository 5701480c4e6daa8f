import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { System } from './system.ts';

/** The upstream's largest page. */
const PAGE = 1_000;
const ATTEMPTS = 20;
const ANSWER_MS = 5_000;

/** The settings that both sides have, for comparison; lists are sorted. */
export interface Settings {
  threads: number;
  paused: boolean;
  allowedIps: string[];
  blockedHosts: string[];
}

/** A Luxury order as the upstream has it. */
interface Account {
  id: string;
  login: string;
  settings: Settings;
}

/** The upstream's settings of every Luxury order are equal to those in the database. */
export async function checkSettings(system: System): Promise<string[]> {
  const accounts = await readAccounts(system);
  const { rows } = await sql<Record<string, never>>`
    select s.*, t.upstream_id from luxury_settings s join luxury_traffic t using (reseller_id, order_id)`.execute(
    system.services.database.sql,
  );
  return rows.flatMap((row) => {
    const written = settingsOf(row, row['paused']);
    const found = accounts.get(String(row['upstream_id']))?.settings;
    if (isDeepStrictEqual(written, found)) return [];
    return [
      `settings: order ${row['order_id']} is written as ${JSON.stringify(written)}, and the upstream has ${JSON.stringify(found)}`,
    ];
  });
}

/** Every account, by its number, as the upstream's own API shows them. */
export async function readAccounts({
  dataImpulse: { url, login, password },
}: System): Promise<Map<string, Account>> {
  const { token } = await json(`${url}/user/token/get`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const headers = { authorization: `Bearer ${token}` };
  const accounts = new Map<string, Account>();
  for (let offset = 0; ; offset += PAGE) {
    const page = await json(`${url}/sub-user/list?limit=${PAGE}&offset=${offset}`, { headers });
    const rows = page['subusers'] as Record<string, never>[];
    for (const row of rows) {
      const [id, name] = [String(row['id']), String(row['login'])];
      accounts.set(id, { id, login: name, settings: settingsOf(row, row['blocked']) });
    }
    if (rows.length < PAGE) return accounts;
  }
}

/** Both sides use the same names, except for the pause. */
function settingsOf(row: Record<string, unknown>, paused: unknown): Settings {
  return {
    threads: Number(row['threads']),
    paused: Boolean(paused),
    allowedIps: (row['allowed_ips'] as string[]).toSorted(),
    blockedHosts: (row['blocked_hosts'] as string[]).toSorted(),
  };
}

async function json(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  let failure: unknown;
  // While a run lasts, the upstream fails here, too.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as Record<string, unknown>;
      failure = text;
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`The upstream does not show its accounts: ${failure}`);
}
