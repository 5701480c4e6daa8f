import { parseInstant } from '../../kit/instant.ts';
import { formatUsd, type Micros, parseUsd } from '../../kit/money.ts';
import { builder } from './builder.ts';

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
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    if (instant === undefined)
      throw new TypeError(
        'DateTime takes an instant with its offset, ISO 8601, such as "2026-01-31T12:00:00.000Z".',
      );
    return instant;
  },
});

builder.scalarType('Date', {
  description: 'A day, ISO 8601, such as "2026-01-31".',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  serialize: (day) => day,
});
