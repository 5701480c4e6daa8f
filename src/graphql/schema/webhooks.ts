import { z } from 'zod';
import { placeOfEvent } from '../../events/event-types.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { SignInAgainError } from '../../sessions/sessions.ts';
import {
  type Delivery,
  MAX_ATTEMPTS_SHOWN,
  type PastAttempt,
  readDeliveries,
} from '../../webhooks/deliveries.ts';
import type { OffReason } from '../../webhooks/entities.ts';
import {
  createWebhook,
  deleteWebhook,
  InvalidWebhookUrlError,
  isTest,
  MAX_REDELIVERED,
  MAX_WEBHOOKS,
  redeliver,
  redeliverSince,
  rotateSecret,
  type ShownWebhook,
  sendTest,
  updateWebhook,
  WebhookNotFoundError,
} from '../../webhooks/webhooks.ts';
import {
  builder,
  enumOf,
  type InputFields,
  mutation,
  NodeRef,
  numberedIdField,
  numberNamed,
  type SuccessFields,
  ViewerRef,
} from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { EventRef, firstArgument, forwardPage } from './events.ts';
import { DELIVERIES_COMPLEXITY, LIST_COMPLEXITY, PAGE_SIZE } from './limits.ts';
import { eventTypes, nodeId, requiredText, textField, toEnumValue, withoutNulls } from './values.ts';

const WebhookOffReason = enumOf(
  'WebhookOffReason',
  'Why nothing is sent to a webhook. Values may be added.',
  {
    reseller: 'Its reseller has switched it off.',
    operator: 'The operator has.',
    gone: 'It answered 410.',
    failing: 'For five days nothing has succeeded, and something has failed.',
  } satisfies Record<OffReason, string>,
);

const WebhookRef = builder.objectRef<ShownWebhook>('Webhook').implement({
  description: 'Where events are sent, signed by Standard Webhooks 1.0.0.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'webhook'),
    url: t.exposeString('url', { description: 'The address that gets them.' }),
    types: t.exposeStringList('types', {
      description: 'Which types of events it gets, such as order.created; all when empty.',
      complexity: LIST_COMPLEXITY,
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What its reseller says of it; null when that is nothing.',
    }),
    enabled: t.boolean({
      description: 'Whether events are sent. What happens while it is off is there by redeliverSince.',
      resolve: ({ offReason }) => offReason === null,
    }),
    offReason: t.field({
      type: WebhookOffReason,
      nullable: true,
      description: 'Why it is off; null while it is on.',
      resolve: ({ offReason }) => offReason && toEnumValue(offReason),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    oldSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the present one signs, too; null when none does.',
      resolve: ({ oldUntil }, _args, { now }) => (oldUntil && oldUntil > now ? oldUntil : null),
    }),
    heldUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Nothing is sent before, as its answer asked by Retry-After; null when nothing holds it up.',
      resolve: ({ heldUntil }, _args, { now }) => (heldUntil && heldUntil > now ? heldUntil : null),
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first failure after the last success; null when there was none. After five days it is off.',
    }),
  }),
});

const AttemptRef = builder.objectRef<PastAttempt>('WebhookAttempt').implement({
  description: 'One request, and how it ended.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it began.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The status of the answer; null without one.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    bytes: t.exposeInt('bytes', {
      nullable: true,
      description: 'How much of the answer was read, up to 64 KB. It is not kept. Null without one.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description:
        'Why it failed, a word: invalid_webhook_url, dns_failed, connect_failed, tls_failed, timed_out, connection_lost, redirected or bad_status; null for a success. Words may be added.',
    }),
  }),
});

const DeliveryRef = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'An event, and what became of it at a webhook.',
  fields: (t) => ({
    eventId: t.exposeID('eventId', { description: 'The id of the event, which the header webhook-id has.' }),
    isTest: t.boolean({
      description: 'Whether it is a test, which is in no log.',
      resolve: ({ eventId }) => isTest(eventId),
    }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event; null for a test, and for one that is not kept any more.',
      resolve: async ({ eventId }, _args, { readings }) => {
        const place = placeOfEvent(eventId);
        const event = place && !isTest(eventId) ? await readings.events.load(place.sequence) : undefined;
        return event?.id === eventId ? event : null;
      },
    }),
    attempts: t.expose('attempts', {
      type: [AttemptRef],
      description: `The last ${MAX_ATTEMPTS_SHOWN}, the oldest first.`,
      // Nearly all have one.
      complexity: { field: 1, multiplier: 1 },
    }),
    nextAttemptAt: t.expose('nextAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null when it was taken, given up or ended.',
    }),
  }),
});

const eventCursor = z
  .string()
  .refine((id) => placeOfEvent(id) !== undefined, 'must be a cursor that an earlier page gave');

const DeliveryConnection = builder.connectionObject(
  {
    type: DeliveryRef,
    name: 'WebhookDeliveryConnection',
    description: 'A page of what was sent to a webhook.',
  },
  { name: 'WebhookDeliveryEdge', description: 'An event’s place among what was sent to a webhook.' },
);

builder.objectField(WebhookRef, 'deliveries', (t) =>
  t.field({
    type: DeliveryConnection,
    description: 'The events that were sent or tried, the newest first, of the last 30 days.',
    args: {
      first: firstArgument(t.arg),
      after: t.arg.string({
        description: 'Only what comes after this cursor, the id of an event.',
        validate: { schema: eventCursor },
      }),
    },
    complexity: ({ first }) => ({ field: DELIVERIES_COMPLEXITY, multiplier: first ?? PAGE_SIZE }),
    resolve: async ({ resellerId, id: webhookId }, { first, after }, { services }) => {
      const asked = { resellerId, webhookId, limit: first ?? PAGE_SIZE, before: after ?? null };
      const { deliveries, hasMore } = await readDeliveries(services.database.sql, asked);
      return forwardPage(deliveries, ({ eventId }) => eventId, { hasMore, after });
    },
  }),
);

builder.objectField(ViewerRef, 'webhooks', (t) =>
  t.field({
    type: [WebhookRef],
    description: `Where events are sent, the oldest first; at most ${MAX_WEBHOOKS}.`,
    complexity: { field: 1, multiplier: MAX_WEBHOOKS },
    resolve: ({ resellerId }, _args, { readings }) => readings.webhooks.load(resellerId),
  }),
);

interface Named {
  webhookId: number;
}

const webhookField = <Of extends Named>(t: SuccessFields<Of>) => ({
  webhook: t.field({
    type: WebhookRef,
    description: 'The webhook as it is now.',
    resolve: async ({ webhookId }: Named, _args, { readings }) => {
      const webhook = await readings.ownWebhook(webhookId);
      if (!webhook) throw new WebhookNotFoundError(webhookId);
      return webhook;
    },
  }),
});

const withSecret = (t: SuccessFields<Named & { secret: string }>) => ({
  ...webhookField(t),
  secret: t.exposeString('secret', {
    description:
      'What it verifies signatures with, whsec_ and the base64 of 32 bytes. It is shown only here.',
  }),
});

/** Whose webhook it is, and the instant of the change. */
const ownAt = (context: RequestContext) => ({ resellerId: callerOf(context).resellerId, at: context.now });

const own = (id: string, context: RequestContext) => ({ ...ownAt(context), webhookId: numberNamed(id) });

const REFUSALS = [InvalidRequestError, WebhookNotFoundError];

const ONE = {
  description: 'Which webhook.',
  fields: (t: InputFields) => ({ id: t.id(nodeId('webhook')) }),
};

const TYPES = {
  description: 'Types such as order.created; all when null or empty.',
  validate: { schema: eventTypes },
};

mutation('createWebhook', {
  access: 'key or fresh session',
  description: `Has events sent to an address from now on, up to ${MAX_WEBHOOKS} webhooks of a reseller. In the console soon after signing in.`,
  input: {
    description: 'Where to send which events.',
    argument: 'The webhook as it is to be.',
    fields: (t) => ({
      url: t.string({
        required: true,
        description: 'An https address that everybody can reach, without a user.',
      }),
      types: t.stringList(TYPES),
      description: t.string(textField('What it is for, at most 200 characters.')),
    }),
  },
  resolve: async (_root, { input: { url, types, description } }, context) => {
    const fields = { url, types: types ?? [], description: description || null };
    return createWebhook(context.services, { ...fields, ...ownAt(context) });
  },
  success: { description: 'What happens from now on is sent.', fields: withSecret },
  refusals: [InvalidRequestError, InvalidWebhookUrlError, SignInAgainError],
  result: 'The new webhook, or why there is none.',
});

mutation('updateWebhook', {
  description: 'Changes a webhook, all of what is asked or nothing.',
  input: {
    description: 'What to change of a webhook; what is left out stays.',
    argument: 'The webhook and its change.',
    fields: (t) => ({
      id: t.id(nodeId('webhook')),
      url: t.string({ description: 'The new address, which takes over what waits.' }),
      types: t.stringList(TYPES),
      description: t.string(textField('What it is for; an empty text takes it away.')),
      enabled: t.boolean({
        description: 'false ends what waits, and sends nothing until true sends what happens from then on.',
      }),
    }),
  },
  resolve: async (_root, { input: { id, types, ...input } }, context) => {
    const { description, ...change } = withoutNulls(input);
    const name = own(id, context);
    await updateWebhook(context.services, {
      ...change,
      ...name,
      // Null is a value here: all of them.
      types: types === undefined ? undefined : (types ?? []),
      description: description === '' ? null : description,
      by: 'reseller',
    });
    return { webhookId: name.webhookId };
  },
  success: { description: 'The change holds for the next attempt.', fields: webhookField },
  refusals: [...REFUSALS, InvalidWebhookUrlError],
  result: 'The change, or why there is none.',
});

mutation('rotateWebhookSecret', {
  access: 'key or fresh session',
  description:
    'Replaces the secret of a webhook. For 24 hours the old one signs beside it. In the console soon after signing in.',
  input: ONE,
  resolve: async (_root, { input: { id } }, context) => {
    const name = own(id, context);
    return { webhookId: name.webhookId, secret: await rotateSecret(context.services, name) };
  },
  success: { description: 'Both secrets sign from now on.', fields: withSecret },
  refusals: [...REFUSALS, SignInAgainError],
  result: 'The new secret, or why there is none.',
});

mutation('deleteWebhook', {
  description: 'Deletes a webhook for good, with what waits for it.',
  input: ONE,
  resolve: async (_root, { input: { id } }, context) => {
    await deleteWebhook(context.services.database, own(id, context));
    return { id };
  },
  success: {
    description: 'Nothing is sent to it any more.',
    fields: (t) => ({
      webhookId: t.exposeID('id', { description: 'The `id` of the webhook that was deleted.' }),
    }),
  },
  refusals: REFUSALS,
  result: 'The deletion, or why there was none.',
});

const sentFields = (t: SuccessFields<Named & { eventId: string }>) => ({
  ...webhookField(t),
  eventId: t.exposeID('eventId', { description: 'The id of the event, which the header webhook-id has.' }),
});

mutation('sendTestEvent', {
  description: 'Sends a webhook an event of type webhook.test, whatever its types. No log has it.',
  input: ONE,
  resolve: async (_root, { input: { id } }, context) => {
    const name = own(id, context);
    return { webhookId: name.webhookId, eventId: await sendTest(context.services.database, name) };
  },
  success: { description: 'It is sent now; `deliveries` shows what came of it.', fields: sentFields },
  refusals: REFUSALS,
  result: 'The test, or why there is none.',
});

mutation('redeliver', {
  description: 'Sends an event again under its id, at once and whatever the types of the webhook.',
  input: {
    description: 'An event of the last 30 days, and where to send it.',
    fields: (t) => ({
      eventId: t.id(requiredText('The `id` of the event.')),
      webhookId: t.id(nodeId('webhook')),
    }),
  },
  resolve: async (_root, { input: { eventId, webhookId } }, context) => {
    const name = own(webhookId, context);
    await redeliver(context.services.database, { ...name, eventId });
    return { webhookId: name.webhookId, eventId };
  },
  success: { description: 'It is sent now; `deliveries` shows what came of it.', fields: sentFields },
  refusals: REFUSALS,
  result: 'The event, or why it is not sent.',
});

mutation('redeliverSince', {
  description: `Sends a webhook again, in their order, the events of its types from a sequence on, at most ${MAX_REDELIVERED}.`,
  input: {
    description: 'A webhook, and where in the log to begin.',
    fields: (t) => ({
      webhookId: t.id(nodeId('webhook')),
      sequence: t.int({ required: true, description: 'The sequence of the first event, from 1.' }),
    }),
  },
  resolve: async (_root, { input: { webhookId, sequence } }, context) => {
    const name = own(webhookId, context);
    const sent = await redeliverSince(context.services.database, { ...name, sequence });
    return { webhookId: name.webhookId, ...sent };
  },
  success: {
    description: 'They are sent from now on, beside what is new.',
    fields: (t) => ({
      ...webhookField(t),
      count: t.exposeInt('count', { description: 'How many there are.' }),
      next: t.exposeInt('next', {
        nullable: true,
        description: 'The sequence to go on with, when these were not all; otherwise null.',
      }),
    }),
  },
  refusals: REFUSALS,
  result: 'How many are sent, or why none is.',
});
