import { formatUsd, type Micros, parseUsd } from '../kit/money.ts';
import { builder } from './builder.ts';

builder.scalarType('USD', {
  description: 'An exact amount of US dollars as a decimal string with two to six decimals, such as "12.50".',
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
  serialize: (instant) => instant.toISOString(),
  parseValue: (value): Date => {
    const instant = new Date(typeof value === 'string' ? value : Number.NaN);
    if (Number.isNaN(instant.getTime()))
      throw new TypeError('DateTime takes an ISO 8601 instant such as "2026-01-31T12:00:00Z".');
    return instant;
  },
});
