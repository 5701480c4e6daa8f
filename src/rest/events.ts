import { z } from 'zod';
import { EVENT_WORDS } from '../graphql/schema/events.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../graphql/schema/limits.ts';
import { eventTypes, logPlace, orderNumber, toDomainValue } from '../graphql/schema/values.ts';
import type { Frames } from '../graphql/transports/event-streams.ts';
import { decimal, integer, string } from './fields.ts';
import { defineRoute } from './route.ts';

const { id, sequence, type, createdAt, data, after } = EVENT_WORDS;
const event = z
  .object({
    id: string(id, 'evt_019a2b3c-4d5e-7000-8000-100000000400'),
    sequence: integer(sequence, 1024),
    type: string(type, 'order.created'),
    created_at: z.iso.datetime().meta({ description: createdAt, examples: ['2026-01-31T12:00:00.000Z'] }),
    data: z.record(z.string(), z.unknown()).meta({ description: data }),
  })
  .meta({ id: 'Event', description: 'Something that happened to an order, to money or to a key.' });

const eventPage = z
  .object({
    events: z.array(event).meta({ description: 'Oldest first.' }),
    next: string(
      'The `after` of the next page: what was given where nothing follows. Null for an empty log.',
      '1024',
    ).nullable(),
    has_more: z.boolean().meta({
      description:
        'Whether there may be more behind `next`, also behind an empty page: each looks at some thousand events for those of a type or an order.',
    }),
  })
  .meta({ id: 'EventPage', description: 'A part of the log.' });

const QUERY = {
  after: logPlace.optional().meta({ description: after, examples: ['1024'] }),
  types: z
    .string()
    .transform((types) => types.split(',').filter((type) => type !== ''))
    .pipe(eventTypes)
    .optional()
    .meta({
      description: 'Only events of these types, with a comma between them.',
      examples: ['order.created,order.ended'],
      override: { type: 'string' },
    }),
};

export const listEvents = defineRoute({
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List events',
  description:
    'What happened to your orders, money and keys, oldest first, for 30 days: without `after` from the oldest that is kept. Who ' +
    'reads on from each `next` gets every event once.',
  method: 'GET',
  path: '/v1/events',
  parameters: {
    query: z.object({
      ...QUERY,
      order_id: orderNumber.optional().meta({
        description: 'Only events about this order.',
        examples: [1024],
        override: { type: 'integer', minimum: 1 },
      }),
      limit: decimal(1, MAX_PAGE_SIZE, PAGE_SIZE, 'How many events to return at most.'),
    }),
  },
  response: { status: 200, description: 'A page of events.', schema: eventPage },
  errors: ['invalid_request', 'cursor_expired'],
  document: 'Events',
  variables: ({ query: { order_id, ...query } }) => ({ ...query, orderId: order_id }),
  render({
    page,
  }: {
    page: { events: object[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } };
  }) {
    const { endCursor, hasNextPage } = page.pageInfo;
    return { events: page.events, next: endCursor, has_more: hasNextPage };
  },
});

export const streamEvents = defineRoute({
  operationId: 'streamEvents',
  tag: 'Events',
  summary: 'Follow the events',
  description:
    'Server-sent events: all that follow `after`, then each that is added, in order, none twice; without it from now on. `id:` is ' +
    'the sequence, `event:` the type and `data:` the event as in the list. A comment is sent every 15 seconds. After an error, such ' +
    'as `cursor_expired`, which is an event `error` with the body of errors, the stream ends.',
  method: 'GET',
  path: '/v1/events/stream',
  parameters: {
    query: z.object(QUERY),
    header: z.object({
      'Last-Event-ID': logPlace.optional().meta({
        description: 'The `id:` of the last event that you have; it goes before `after`.',
        examples: ['1024'],
      }),
    }),
  },
  response: { status: 200, description: 'The stream.', schema: event, isStream: true },
  errors: ['invalid_request'],
  document: 'EventStream',
  variables: ({ query }) => query,
  render: () => undefined,
});

/** Each event as it is listed; the error that ends the stream with the body of errors. */
export const EVENT_FRAMES: Frames = {
  of({ data, errors = [] }) {
    const found = data?.['event'] as z.output<typeof event> | undefined;
    if (found) return `id: ${found.sequence}\nevent: ${found.type}\ndata: ${JSON.stringify(found)}\n\n`;
    const { message, extensions = {} } = errors[0] ?? {};
    const { code, ...more }: Record<string, unknown> = extensions;
    const error = { code: toDomainValue(String(code)), message, ...more };
    return `event: error\ndata: ${JSON.stringify({ error })}\n\n`;
  },
  end: '',
};
