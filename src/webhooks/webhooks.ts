import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notify } from '../events/bell.ts';
import { eventId, placeOfEvent } from '../events/event-types.ts';
import { type EventRow, findEvents, findNewest, readEvents } from '../events/log.ts';
import { tell } from '../events/tell.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { DomainError, InvalidInputError, InvalidRequestError } from '../kit/errors.ts';
import { sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import { textFlaw } from '../kit/text.ts';
import type { Vault } from '../kit/vault.ts';
import type { Services } from '../purchases/services.ts';
import { lockReseller } from '../resellers/resellers.ts';
import { MAX_WAITING, uuidOf, type WaitingEvent } from './deliveries.ts';
import type { OffReason, Webhook, WebhookName } from './entities.ts';

/** How many a reseller has, those that are off included. */
export const MAX_WEBHOOKS = 10;
/** The contract's bound of what one `redeliverSince` sends. */
export const MAX_REDELIVERED = 10_000;
/** The length of a secret, by Standard Webhooks 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** By Standard Webhooks. */
const SECRET_PREFIX = 'whsec_';
/** For so long, in milliseconds, a secret that was replaced signs beside the new one. */
const OLD_SECRET_MS = DAY_MS;

type Given = Pick<Services, 'database' | 'vault' | 'webhookAddresses'>;

/** Thrown with the reason when events may not be sent to an address. */
export class InvalidWebhookUrlError extends InvalidInputError {
  readonly code = 'invalid_webhook_url';
}

export class WebhookNotFoundError extends DomainError {
  readonly code = 'webhook_not_found';

  constructor(webhookId: number) {
    super(`There is no webhook ${webhookId}.`);
  }
}

const refused = (field: string, message: string) => new InvalidRequestError([{ path: [field], message }]);

/** The webhooks of any number of resellers in one statement, by reseller, the oldest first. */
export async function listWebhooks(
  db: Sql,
  resellerIds: readonly number[],
): Promise<Map<number, ShownWebhook[]>> {
  return Map.groupBy(await selectWebhooks(db, { resellerIds }), ({ resellerId }) => resellerId);
}

const selectWebhooks = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('webhooks')
    .select(['reseller_id as resellerId', 'id', 'url', 'types', 'description', 'off_reason as offReason'])
    .select(['created_at as createdAt', 'held_until as heldUntil', 'failing_since as failingSince'])
    .select('old_until as oldUntil')
    .where(({ eb, fn }) => eb('reseller_id', '=', fn.any(resellerIds)))
    .orderBy('id'),
);
/** As it may be shown: what its columns are is said in the migration. */
export type ShownWebhook = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** How many there are of all resellers, by what becomes of them: ten thousand take some milliseconds. */
export async function countWebhooks(db: Sql) {
  const { rows } = await sql<{ on: number; failing: number; off: number }>`
    select (count(*) filter (where off_reason is null and failing_since is null))::int as "on",
      (count(*) filter (where off_reason is null and failing_since is not null))::int as failing,
      (count(*) filter (where off_reason is not null))::int as off
    from webhooks`.execute(db);
  return rows[0] ?? { on: 0, failing: 0, off: 0 };
}

interface NewWebhook {
  resellerId: number;
  url: string;
  /** All when empty. */
  types: readonly string[];
  description: string | null;
  at: Date;
}

/**
 * Returns its secret, which is shown only here. Throws InvalidWebhookUrlError, and InvalidRequestError for
 * more webhooks than a reseller may have.
 */
export async function createWebhook(
  given: Given,
  { resellerId, url, types, description, at }: NewWebhook,
): Promise<{ webhookId: number; secret: string }> {
  await assertUrl(given, url);
  const secret = newSecret();
  return given.database.inTransaction(async (tx) => {
    await lockReseller(tx, resellerId);
    const own = await tx.selectFrom('webhooks').select('id').where('reseller_id', '=', resellerId).execute();
    if (own.length >= MAX_WEBHOOKS)
      throw new InvalidRequestError(
        `A reseller has at most ${MAX_WEBHOOKS} webhooks; delete one that is not needed any more.`,
      );
    const { id } = await tx
      .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('webhooks', 'id'))`.as('id'))
      .executeTakeFirstOrThrow();
    const name = { resellerId, webhookId: id };
    const { sequence: read_to } = await findNewest(tx, resellerId);
    const row = { reseller_id: resellerId, id, url, types: [...types], description, created_at: at, read_to };
    await tx
      .insertInto('webhooks')
      .values({ ...row, secrets: given.vault.seal(secret, identityOf(name)) })
      .execute();
    await notify(tx, [{ topic: 'webhook', resellerId }]);
    return { webhookId: id, secret };
  });
}

type Row = Pick<Webhook, 'url' | 'types' | 'description' | 'secrets' | 'offReason'>;

/** Locks it, and has whoever sends hear of the change. Throws WebhookNotFoundError. */
function changing<Result>(
  database: Database,
  { resellerId, webhookId }: WebhookName,
  change: (tx: Sql, before: Row) => Promise<Result>,
): Promise<Result> {
  return database.inTransaction(async (tx) => {
    const before = await tx
      .selectFrom('webhooks')
      .select(['url', 'types', 'description', 'secrets', 'off_reason as offReason'])
      .where('reseller_id', '=', resellerId)
      .where('id', '=', webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new WebhookNotFoundError(webhookId);
    await notify(tx, [{ topic: 'webhook', resellerId }]);
    return change(tx, before);
  });
}

const update = (tx: Sql, { resellerId, webhookId }: WebhookName) =>
  tx.updateTable('webhooks').where('reseller_id', '=', resellerId).where('id', '=', webhookId);

interface WebhookChange extends WebhookName {
  url?: string | undefined;
  types?: readonly string[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
  /** Who switches it off. */
  by: Extract<OffReason, 'reseller' | 'operator'>;
  at: Date;
}

/**
 * All of it or nothing. What waits goes to a new address. One that is switched off loses what waits; switched
 * on it gets what happens from then on. Throws WebhookNotFoundError, InvalidRequestError and
 * InvalidWebhookUrlError.
 */
export async function updateWebhook(given: Given, change: WebhookChange): Promise<void> {
  const { url, types, description, enabled, by, at, ...name } = change;
  if (url !== undefined) await assertUrl(given, url);
  await changing(given.database, name, async (tx, before) => {
    const isMoved = url !== undefined && url !== before.url;
    const isSwitchedOn = enabled === true && before.offReason !== null;
    if (isSwitchedOn && before.offReason === 'operator' && by !== 'operator')
      throw refused('enabled', 'is for the operator to change, who has switched it off: ask there');
    await update(tx, name)
      .set({
        url: url ?? before.url,
        types: [...(types ?? before.types)],
        description: description === undefined ? before.description : description,
        ...((isMoved || isSwitchedOn) && { held_until: null, failing_since: null }),
        ...(isSwitchedOn && { off_reason: null, read_to: (await findNewest(tx, name.resellerId)).sequence }),
      })
      .execute();
    if (isSwitchedOn) await tellOfSwitch(tx, 'webhook.enabled', { ...name, reason: by, at });
    if (enabled === false) await switchOff(tx, { ...name, reason: by, at });
  });
}

interface Switch extends WebhookName {
  reason: OffReason;
  at: Date;
}

/** Whatever waits is lost. Nothing happens to one that is off. */
export async function switchOff(tx: Sql, { reason, at, ...name }: Switch): Promise<void> {
  const on = update(tx, name).set({ off_reason: reason, held_until: null }).where('off_reason', 'is', null);
  if ((await on.returning('id').execute()).length === 0) return;
  await tx
    .deleteFrom('webhook_waiting')
    .where('reseller_id', '=', name.resellerId)
    .where('webhook_id', '=', name.webhookId)
    .execute();
  await tellOfSwitch(tx, 'webhook.disabled', { ...name, reason, at });
}

function tellOfSwitch(
  tx: Sql,
  type: 'webhook.enabled' | 'webhook.disabled',
  { resellerId, webhookId, reason, at }: Switch,
): Promise<void> {
  const cause = reason === 'gone' || reason === 'failing' ? { cause: 'upstream' as const } : {};
  return tell(tx, [{ type, resellerId, at, facts: { webhook_id: webhookId, reason }, ...cause }]);
}

/** The secret before the new one signs, too, for 24 hours. Throws WebhookNotFoundError. */
export function rotateSecret(
  { database, vault }: Given,
  { at, ...name }: WebhookName & { at: Date },
): Promise<string> {
  const secret = newSecret();
  return changing(database, name, async (tx, { secrets }) => {
    const [old] = openSecrets(vault, name, secrets);
    const both = vault.seal(`${secret} ${old}`, identityOf(name));
    const old_until = new Date(at.getTime() + OLD_SECRET_MS);
    await update(tx, name).set({ secrets: both, old_until }).execute();
    return secret;
  });
}

/** Ends what waits. Throws WebhookNotFoundError. */
export function deleteWebhook(database: Database, name: WebhookName): Promise<void> {
  return changing(database, name, async (tx) => {
    await tx
      .deleteFrom('webhooks')
      .where('reseller_id', '=', name.resellerId)
      .where('id', '=', name.webhookId)
      .execute();
  });
}

/**
 * Sends an event again, at once and whatever the types of the webhook. Throws WebhookNotFoundError, and
 * InvalidRequestError for one that is off or an event that the log has not.
 */
export async function redeliver(
  database: Database,
  { eventId: id, at, ...name }: WebhookName & { eventId: string; at: Date },
): Promise<void> {
  const place = placeOfEvent(id);
  const found = await findEvents(database.sql, name.resellerId, [place?.sequence ?? 0]);
  const [event] = found.map(toWaiting).filter((waiting) => waiting.id === id);
  if (!event) throw refused('eventId', 'must be the id of an event of the last 30 days');
  await putDown(database, name, [{ ...event, isExtra: true }], at);
}

/**
 * Sends again what the webhook gets by its types, from that sequence on, that one included, at most
 * MAX_REDELIVERED events. `next` is the sequence to go on with; null when that was all. Throws as `redeliver`
 * does, and CursorExpiredError.
 */
export async function redeliverSince(
  database: Database,
  { sequence, at, ...name }: WebhookName & { sequence: number; at: Date },
): Promise<{ count: number; next: number | null }> {
  const own = (await listWebhooks(database.sql, [name.resellerId])).get(name.resellerId);
  const types = own?.find(({ id }) => id === name.webhookId)?.types;
  const { resellerId } = name;
  const after = { sequence: Math.max(sequence - 1, 0) };
  const page = await readEvents(database.sql, { resellerId, after, limit: MAX_REDELIVERED, types });
  await putDown(database, name, page.events.map(toWaiting), at);
  return { count: page.events.length, next: page.hasMore && page.next ? page.next.sequence + 1 : null };
}

const toWaiting = ({
  reseller_id: resellerId,
  sequence,
  created_at: createdAt,
  order_id,
}: EventRow): PutDown => ({
  id: eventId({ resellerId, sequence, createdAt }),
  sequence,
  orderId: order_id,
  isExtra: false,
});

/** No reseller has this number, so that no event of a log has an id of a test. */
const NOBODY = 0;

export const isTest = (id: string): boolean => placeOfEvent(id)?.resellerId === NOBODY;

/** Sends an event that is in no log, and returns its id. Throws as `redeliver`. */
export async function sendTest(
  database: Database,
  { at, ...name }: WebhookName & { at: Date },
): Promise<string> {
  const id = eventId({ createdAt: at, resellerId: NOBODY, sequence: randomBytes(5).readUIntBE(0, 5) });
  await putDown(database, name, [{ id, sequence: 0, orderId: null, isExtra: true }], at);
  return id;
}

type PutDown = Pick<WaitingEvent, 'id' | 'sequence' | 'orderId' | 'isExtra'>;

/** Has them sent as soon as possible, those that wait already as if they were new. */
function putDown(database: Database, name: WebhookName, events: readonly PutDown[], at: Date): Promise<void> {
  return changing(database, name, async (tx, { offReason }) => {
    if (offReason) throw refused('webhookId', 'is switched off: switch it on first');
    const { waiting } = await tx
      .selectFrom('webhook_waiting')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('reseller_id', '=', name.resellerId)
      .where('webhook_id', '=', name.webhookId)
      .executeTakeFirstOrThrow();
    if (waiting >= MAX_WAITING)
      throw refused('webhookId', `has ${waiting} events that wait: ask again when it has fewer`);
    const put = events.map(({ id, ...event }) => ({ uuid: uuidOf(id), ...event }));
    await sql`
      insert into webhook_waiting (reseller_id, webhook_id, event_id, is_extra, sequence, order_id, attempts, next_at)
      select ${name.resellerId}, ${name.webhookId}, uuid, "isExtra", sequence, "orderId", 0, ${at}
      from jsonb_to_recordset(${JSON.stringify(put)}::jsonb) as put (
        uuid uuid, "isExtra" boolean, sequence bigint, "orderId" bigint
      )
      on conflict (reseller_id, webhook_id, event_id, is_extra) do update
        set attempts = excluded.attempts, next_at = excluded.next_at`.execute(tx);
  });
}

async function assertUrl({ webhookAddresses }: Given, url: string): Promise<void> {
  const flaw = textFlaw(url);
  const message = flaw ? `contains ${flaw}` : await webhookAddresses.refusalOf(url);
  if (message !== undefined) throw new InvalidWebhookUrlError([{ path: ['url'], message }]);
}

const newSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

const identityOf = ({ resellerId, webhookId }: WebhookName) => `webhook ${resellerId}/${webhookId}`;

/** The bytes that sign. */
export const keyOfSecret = (secret: string): Buffer =>
  Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

/** The secret that signs, and the one before it, if there was one. */
export function openSecrets(vault: Vault, name: WebhookName, sealed: Buffer): [string, ...string[]] {
  return vault.open(sealed, identityOf(name)).split(' ') as [string, ...string[]];
}

export const SEALED_SECRETS = sealedValues({
  table: 'webhooks',
  select: (db) => db.selectFrom('webhooks'),
  update: (db) => db.updateTable('webhooks'),
  column: 'secrets',
  key: { reseller_id: 'bigint', id: 'bigint' },
  identityOf: ({ reseller_id: resellerId, id: webhookId }) => identityOf({ resellerId, webhookId }),
});

/** Gives webhooks whose secrets no key opens others, which nobody knows. Returns how many. */
export async function replaceUnreadableSecrets(db: Sql, vault: Vault): Promise<number> {
  let replaced = 0;
  for await (const places of SEALED_SECRETS.findUnreadable(db, vault)) {
    for (const place of places) {
      const name = { resellerId: place.reseller_id, webhookId: place.id };
      const secrets = vault.seal(newSecret(), identityOf(name));
      await update(db, name).set({ secrets, old_until: null }).execute();
      replaced += 1;
    }
  }
  return replaced;
}
