import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { EVENT_TYPES, eventId, placeOfEvent } from '../events/event-types.ts';
import { tell } from '../events/tell.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { DomainError, type Flaw, InvalidInputError, InvalidRequestError, quoted } from '../kit/errors.ts';
import { sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import { textFlaw } from '../kit/text.ts';
import type { Vault } from '../kit/vault.ts';
import type { Services } from '../purchases/services.ts';
import type { OffReason } from './entities.ts';
import { newestOf, readEvents } from './stub.ts';

/** How many a reseller has, those that are off included. */
export const MAX_WEBHOOKS = 10;
/** A line in a list. */
const MAX_DESCRIPTION_CHARACTERS = 200;
/** The contract's bound of what one `redeliverSince` sends, and of what waits on request for one webhook. */
export const MAX_REDELIVERED = 10_000;
/** The length of a secret, by Standard Webhooks 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** By Standard Webhooks. */
const SECRET_PREFIX = 'whsec_';
/** For so long, in milliseconds, a secret that was replaced signs beside the new one. */
const OLD_SECRET_MS = DAY_MS;

export interface WebhookName {
  resellerId: number;
  webhookId: number;
}

export interface ShownWebhook {
  resellerId: number;
  id: number;
  url: string;
  /** Which events it gets, as `order.created`; all when empty. */
  types: string[];
  description: string | null;
  /** Null while it is on. */
  offReason: OffReason | null;
  createdAt: Date;
  /** Until when the secret before signs, too; null without one. */
  oldUntil: Date | null;
  /** Its receiver wants nothing before; null when it has not said so. */
  heldUntil: Date | null;
  /** The first failure after its last success. */
  failingSince: Date | null;
}

interface WebhookFields {
  url: string;
  types: readonly string[];
  description: string | null;
}

type SomeFields = { [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined };

type Given = Pick<Services, 'database' | 'vault' | 'webhookAddresses'>;

/** Why the address of a webhook is refused: thrown at its creation and change. */
export class InvalidWebhookUrlError extends InvalidInputError {
  readonly code = 'invalid_webhook_url';
}

export class WebhookNotFoundError extends DomainError {
  readonly code = 'webhook_not_found';

  constructor(webhookId: number) {
    super(`There is no webhook ${webhookId}.`);
  }
}

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

/**
 * Returns its secret, which is shown only here. Throws InvalidRequestError for an unknown type, or for more
 * webhooks than a reseller may have, and InvalidWebhookUrlError.
 */
export async function createWebhook(
  given: Given,
  { resellerId, at, ...fields }: WebhookFields & { resellerId: number; at: Date },
): Promise<{ webhookId: number; secret: string }> {
  await assertFields(given, fields);
  const secret = newSecret();
  return given.database.inTransaction(async (tx) => {
    // Locked, so that of several new ones each counts those before it.
    await tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute();
    const own = await tx.selectFrom('webhooks').select('id').where('reseller_id', '=', resellerId).execute();
    if (own.length >= MAX_WEBHOOKS)
      throw new InvalidRequestError(
        `A reseller has at most ${MAX_WEBHOOKS} webhooks; delete one that is not needed any more.`,
      );
    const { id } = await tx
      .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('webhooks', 'id'))`.as('id'))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('webhooks')
      .values({
        reseller_id: resellerId,
        id,
        url: fields.url,
        types: [...fields.types],
        description: fields.description,
        secrets: given.vault.seal(secret, identityOf({ resellerId, webhookId: id })),
        created_at: at,
        read_to: await newestOf(tx, resellerId),
      })
      .execute();
    return { webhookId: id, secret };
  });
}

interface WebhookChange extends WebhookName, SomeFields {
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
  await assertFields(given, { url, types, description });
  await given.database.inTransaction(async (tx) => {
    const before = await lockWebhook(tx, name);
    const isMoved = url !== undefined && url !== before.url;
    const isSwitchedOn = enabled === true && before.off_reason !== null;
    if (isSwitchedOn && before.off_reason === 'operator' && by !== 'operator')
      throw refused('enabled', 'is for the operator to change, who has switched it off: ask there');
    await tx
      .updateTable('webhooks')
      .set({
        url: url ?? before.url,
        types: types ? [...types] : before.types,
        description: description === undefined ? before.description : description,
        ...((isMoved || isSwitchedOn) && { held_until: null, failing_since: null }),
        ...(isSwitchedOn && { off_reason: null, read_to: await newestOf(tx, name.resellerId) }),
      })
      .where(isNamed(name))
      .execute();
    if (isSwitchedOn) await tell(tx, [eventOf('webhook.enabled', name, { at, reason: by })]);
    if (enabled === false) await switchOff(tx, { ...name, reason: by, at });
  });
}

/** Whatever waits is lost. Nothing happens to one that is off. */
export async function switchOff(
  tx: Sql,
  { reason, at, ...name }: WebhookName & { reason: OffReason; at: Date },
): Promise<void> {
  const switched = await tx
    .updateTable('webhooks')
    .set({ off_reason: reason, held_until: null })
    .where(isNamed(name))
    .where('off_reason', 'is', null)
    .returning('id')
    .execute();
  if (switched.length === 0) return;
  await tx
    .deleteFrom('webhook_waiting')
    .where('reseller_id', '=', name.resellerId)
    .where('webhook_id', '=', name.webhookId)
    .execute();
  await tell(tx, [eventOf('webhook.disabled', name, { at, reason })]);
}

function eventOf(
  type: 'webhook.enabled' | 'webhook.disabled',
  { resellerId, webhookId }: WebhookName,
  { at, reason }: { at: Date; reason: OffReason },
) {
  const isOurs = reason === 'gone' || reason === 'failing';
  return {
    resellerId,
    type,
    at,
    facts: { webhook_id: webhookId, reason },
    ...(isOurs && { cause: 'upstream' as const }),
  };
}

/** The secret before the new one signs, too, for 24 hours. Throws WebhookNotFoundError. */
export function rotateSecret(
  { database, vault }: Given,
  { at, ...name }: WebhookName & { at: Date },
): Promise<string> {
  const secret = newSecret();
  return database.inTransaction(async (tx) => {
    const [old] = openSecrets(vault, name, (await lockWebhook(tx, name)).secrets);
    await tx
      .updateTable('webhooks')
      .set({
        secrets: vault.seal(`${secret} ${old}`, identityOf(name)),
        old_until: new Date(at.getTime() + OLD_SECRET_MS),
      })
      .where(isNamed(name))
      .execute();
    return secret;
  });
}

/** Ends what waits. Throws WebhookNotFoundError. */
export async function deleteWebhook(database: Database, name: WebhookName): Promise<void> {
  const deleted = await database.inTransaction((tx) =>
    tx.deleteFrom('webhooks').where(isNamed(name)).returning('id').executeTakeFirst(),
  );
  if (!deleted) throw new WebhookNotFoundError(name.webhookId);
}

/**
 * Sends an event again, at once and whatever the types of the webhook; returns its id. Throws
 * WebhookNotFoundError, and InvalidRequestError for one that is off or an event that the log has not.
 */
export async function redeliver(
  database: Database,
  { eventId: id, at, ...name }: WebhookName & { eventId: string; at: Date },
): Promise<string> {
  const { resellerId, sequence } = placeOfEvent(id) ?? { resellerId: 0, sequence: 0 };
  const [event] =
    resellerId === name.resellerId
      ? await readEvents(database.sql, { resellerId, after: sequence - 1, limit: 1 })
      : [];
  if (!event || eventId(event) !== id)
    throw refused('eventId', 'must be the id of an event of the last 30 days');
  await putDown(database, name, [{ ...event, id, isExtra: true }], at);
  return id;
}

/**
 * Sends again what the webhook gets by its types, from that sequence on, that one included, at most
 * MAX_REDELIVERED events. `next` is the sequence to go on with; null when that was all. Throws as `redeliver`.
 */
export async function redeliverSince(
  database: Database,
  { sequence, at, ...name }: WebhookName & { sequence: number; at: Date },
): Promise<{ count: number; next: number | null }> {
  const own = (await listWebhooks(database.sql, [name.resellerId])).get(name.resellerId) ?? [];
  const { types = [] } = own.find(({ id }) => id === name.webhookId) ?? {};
  const events = await readEvents(database.sql, {
    resellerId: name.resellerId,
    after: sequence - 1,
    limit: MAX_REDELIVERED + 1,
    ...(types.length > 0 && { types }),
  });
  const some = events.slice(0, MAX_REDELIVERED);
  const put = some.map((event) => ({ ...event, id: eventId(event), isExtra: false }));
  await putDown(database, name, put, at);
  return { count: some.length, next: events.at(MAX_REDELIVERED)?.sequence ?? null };
}

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

interface PutDown {
  id: string;
  sequence: number;
  orderId: number | null;
  isExtra: boolean;
}

/** Has them sent as soon as possible, those that wait already as if they were new. */
function putDown(database: Database, name: WebhookName, events: readonly PutDown[], at: Date): Promise<void> {
  return database.inTransaction(async (tx) => {
    const { off_reason } = await lockWebhook(tx, name);
    if (off_reason) throw refused('webhookId', 'is switched off: switch it on first');
    const { waiting } = await tx
      .selectFrom('webhook_waiting')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('reseller_id', '=', name.resellerId)
      .where('webhook_id', '=', name.webhookId)
      .executeTakeFirstOrThrow();
    if (waiting >= MAX_REDELIVERED)
      throw refused('webhookId', `has ${waiting} events that wait: ask again when it has fewer`);
    const put = events.map(({ id, sequence, orderId, isExtra }) => ({
      uuid: uuidOf(id),
      sequence,
      orderId,
      isExtra,
    }));
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

const refused = (field: string, message: string) => new InvalidRequestError([{ path: [field], message }]);

async function lockWebhook(tx: Sql, name: WebhookName) {
  const webhook = await tx
    .selectFrom('webhooks')
    .select(['url', 'types', 'description', 'secrets', 'off_reason'])
    .where(isNamed(name))
    .forUpdate()
    .executeTakeFirst();
  if (!webhook) throw new WebhookNotFoundError(name.webhookId);
  return webhook;
}

const isNamed = ({ resellerId, webhookId }: WebhookName) =>
  sql<boolean>`reseller_id = ${resellerId} and id = ${webhookId}`;

/** Throws with all that is wrong. */
async function assertFields({ webhookAddresses }: Given, fields: SomeFields): Promise<void> {
  const { url, types = [], description } = fields;
  const unknown = types.findIndex((type) => !Object.hasOwn(EVENT_TYPES, type));
  const flaws: Flaw[] = [];
  if (unknown >= 0)
    flaws.push({
      path: ['types', String(unknown)],
      message: `${quoted(types[unknown] ?? '')} is no type of event such as order.created`,
    });
  if (description && [...description].length > MAX_DESCRIPTION_CHARACTERS)
    flaws.push({
      path: ['description'],
      message: `must be at most ${MAX_DESCRIPTION_CHARACTERS} characters long`,
    });
  for (const [field, text] of Object.entries({ url, description })) {
    const flaw = text && textFlaw(text);
    if (flaw) flaws.push({ path: [field], message: `contains ${flaw}` });
  }
  const refusal = url === undefined || flaws.length > 0 ? undefined : await webhookAddresses.refusalOf(url);
  if (refusal) throw new InvalidWebhookUrlError([{ path: ['url'], message: refusal }]);
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
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
      await db.updateTable('webhooks').set({ secrets, old_until: null }).where(isNamed(name)).execute();
      replaced += 1;
    }
  }
  return replaced;
}

/** Ids of events as columns have them, without `evt_`. */
export const uuidOf = (id: string): string => id.slice('evt_'.length);

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    invalid_webhook_url: true;
    webhook_not_found: true;
  }
}
