import { z } from 'zod';
import { formatUsd, type Micros, parseUsd } from '../../kit/money.ts';
import { builder } from './builder.ts';

/** With a time zone, which is not guessed, and on a day that the calendar has. */
const INSTANT = z.iso.datetime({ offset: true });

builder.scalarType('USD', {
  description: 'An exact amount of US dollars as a decimal string with two to six decimals, such as "12.50".',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  serialize: (amount) => formatUsd(amount),
  parseValue: (value): Micros => {
    const amount = typeof value === 'string' ? parseUsd(value) : undefined;
    if (amount === undefined)
      throw new TypeError('USD takes a decimal string such as "12.50", with at most six decimals.');
    return amount;
  },
});

builder.scalarType('DateTime', {
  description: 'An instant in UTC, ISO 8601 with milliseconds, such as "2026-01-31T12:00:00.000Z".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // A text is an instant that was read as one, in this form.
  serialize: (instant) => (typeof instant === 'string' ? instant : instant.toISOString()),
  parseValue: (value): Date => {
    const instant = new Date(INSTANT.safeParse(value).data ?? Number.NaN);
    // Beyond these years, which a time zone can lead to, instants have another form.
    if (!(instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999))
      throw new TypeError('DateTime takes an instant such as "2026-01-31T12:00:00Z".');
    return instant;
  },
});

builder.scalarType('Date', {
  description: 'A day, ISO 8601, such as "2026-01-31".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  serialize: (day) => day,
});
