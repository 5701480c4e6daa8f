import type { Sql } from '../kit/database.ts';

/**
 * Closes the API to all callers, in every process from the next request on. Callers get `message` as the
 * reason.
 */
export async function disableApi(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient.updateTable('service_state').set({ api_disabled_message: message }).execute();
}

export async function enableApi(sqlClient: Sql): Promise<void> {
  await sqlClient.updateTable('service_state').set({ api_disabled_message: null }).execute();
}

/** The same as `disableApi`, unless the API is closed already, for whatever reason. */
export async function closeApiFor(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient
    .updateTable('service_state')
    .set({ api_disabled_message: message })
    .where('api_disabled_message', 'is', null)
    .execute();
}

/** Opens the API that was closed for this reason, and not one that was closed for another. */
export async function openApiAfter(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient
    .updateTable('service_state')
    .set({ api_disabled_message: null })
    .where('api_disabled_message', '=', message)
    .execute();
}
