import {
  MAX_UNITS,
  type UsageSample as Sample,
  UNIT_MS,
  type UsageUnit as Unit,
  usageRange,
} from '../../luxury/usage-samples.ts';
import { builder } from './builder.ts';
import { enumOf } from './enum-of.ts';
import { toDomainValue } from './enum-values.ts';
import { LuxuryOrderRef } from './luxury-order.ts';

const UsageUnit = enumOf('UsageUnit', 'How long the periods are in which use is summed up.', {
  minute: 'Minutes, which are kept for 48 hours.',
  hour: 'Hours, which are kept for 90 days.',
  day: 'Days in UTC, which are kept for ever.',
} satisfies Record<Unit, string>);

const UsageSampleRef = builder.objectRef<Sample>('UsageSample').implement({
  description: 'What a Luxury order used in one minute, hour or day.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the minute, hour or UTC day began.' }),
    bytes: t.exposeFloat('bytes', {
      description: 'Whole bytes, both directions together; 1 GB has 2^30.',
    }),
  }),
});

builder.objectField(LuxuryOrderRef, 'usage', (t) =>
  t.field({
    type: [UsageSampleRef],
    description:
      'What was used minute by minute, hour by hour or day by day, the oldest first; those without use are left out. ' +
      'The last one may still grow. Bytes count when the service reads them from the provider, which is within a minute, or when it runs again after a pause. ' +
      'Of one order the samples of each unit add up to what `traffic` says was used since the service keeps them.',
    args: {
      by: t.arg({ type: UsageUnit, required: true, description: 'Minutes, hours or days.' }),
      from: t.arg({
        type: 'DateTime',
        required: true,
        description: `The first minute, hour or day is the one with this instant. At most ${MAX_UNITS.minute.toLocaleString('en')} minutes, ${MAX_UNITS.hour.toLocaleString('en')} hours or ${MAX_UNITS.day.toLocaleString('en')} days before \`to\`.`,
      }),
      to: t.arg({
        type: 'DateTime',
        description: 'The last minute, hour or day is the one that begins before it. Now when left out.',
      }),
    },
    // A sample for each unit in the range. A range without an end grows for as long as a subscription lasts.
    complexity({ by, from, to }, { now, live }) {
      const unit = toDomainValue(by);
      const end = to ?? (live ? undefined : now);
      const units = end ? Math.ceil((end.getTime() - from.getTime()) / UNIT_MS[unit]) : MAX_UNITS[unit];
      return { field: 1, multiplier: Math.min(Math.max(units, 1), MAX_UNITS[unit]) };
    },
    resolve: ({ id }, { by, from, to }, { usage, now }) =>
      usage(usageRange({ unit: toDomainValue(by), from, to: to ?? now }, now)).load(Number(id)),
  }),
);
