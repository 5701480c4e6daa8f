import { productIn } from '../../catalog/catalog.ts';
import { ProviderError } from '../../catalog/errors.ts';
import { type SnakeCase, toSnakeCase } from '../../kit/text.ts';
import {
  type AdvisedSetting,
  type Diagnosis,
  diagnose,
  type Finding,
  type Loosening,
} from '../../luxury/diagnosis.ts';
import {
  MAX_UNITS,
  type UsageSample as Sample,
  UNIT_MS,
  type UsageUnit as Unit,
  usageRange,
} from '../../luxury/usage-samples.ts';
import { isOnSale } from '../../purchases/product.ts';
import { builder, enumOf, readableBy } from './builder.ts';
import { upstreamCall } from './limits.ts';
import { knownTrafficOf, LuxuryOrderRef, settingsOf } from './orders.ts';
import { TIME_ZONE, toDomainValue, toEnumValue } from './values.ts';

const UsageUnit = enumOf('UsageUnit', 'How long the periods are in which use is summed up.', {
  minute: 'Minutes, which are kept for 48 hours.',
  hour: 'Hours, which are kept for 90 days.',
  day: 'Days, which are kept for ever in UTC. In another time zone they are added up from hours.',
} satisfies Record<Unit, string>);

const UsageSampleRef = builder.objectRef<Sample>('UsageSample').implement({
  description: 'What a Luxury order used in one minute, hour or day.',
  fields: (t) =>
    readableBy(['read_traffic'], {
      at: t.expose('at', { type: 'DateTime', description: 'When the minute, hour or day began.' }),
      bytes: t.exposeFloat('bytes', {
        description: 'Whole bytes, both directions together; 1 GB has 2^30.',
      }),
    }),
});

builder.objectFields(LuxuryOrderRef, (t) =>
  readableBy(['read_traffic'], {
    usage: t.field({
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
        timeZone: t.arg.string({
          ...TIME_ZONE,
          description:
            'The time zone of days, by its IANA name, such as Europe/Berlin. An hour counts to the day in which it begins, and days of the last 90 have all their hours: there are no older ones.',
        }),
      },
      // A sample for each unit in the range, which without an end grows for as long as a subscription lasts.
      complexity({ by, from, to, timeZone }, { now, live }) {
        // Hours are read for the days of a time zone.
        const unit = by === 'DAY' && timeZone !== 'UTC' ? 'hour' : toDomainValue(by);
        const end = to ?? (live ? undefined : now);
        const units = end ? Math.ceil((end.getTime() - from.getTime()) / UNIT_MS[unit]) : MAX_UNITS[unit];
        return { field: 1, multiplier: Math.min(Math.max(units, 1), MAX_UNITS[unit]) };
      },
      resolve: ({ id }, { by, from, to, timeZone }, { readings, now }) => {
        const asked = { unit: toDomainValue(by), from, to: to ?? now, timeZone };
        return readings.usage(usageRange(asked, now)).load(Number(id));
      },
    }),
  }),
);

const LuxurySettingName = enumOf('LuxurySettingName', 'A setting that can keep connections from working.', {
  state: 'The state.',
  city: 'The city.',
  zip: 'The ZIP code.',
  asn: 'The one provider.',
  exclude_asn: 'The providers that are left out.',
  anonymous: 'The limit to anonymous addresses.',
  country: 'The country; without it there are no state, city, ZIP code and provider.',
  threads: 'The most concurrent connections.',
  allowed_ips: 'The addresses that may connect without a password.',
  blocked_hosts: 'The hosts that are refused.',
  protocol: 'The protocols that the gateway accepts.',
  paused: 'Whether the order is paused.',
} satisfies Record<SnakeCase<AdvisedSetting>, string>);

const LooseningRef = builder.objectRef<Loosening>('Loosening').implement({
  description: 'A setting to clear or change, and what that gives.',
  fields: (t) => ({
    setting: t.field({
      type: LuxurySettingName,
      description: 'The setting to clear or change; the others stay.',
      resolve: ({ setting }) => toEnumValue(toSnakeCase(setting) as SnakeCase<AdvisedSetting>),
    }),
    addresses: t.int({
      nullable: true,
      description:
        'How many addresses match when it is cleared; as many as now where the setting does not narrow them. null when the type is not sold any more.',
      resolve: ({ count }) => count?.addresses,
    }),
    exact: t.boolean({
      description: 'As in AddressCount; false when `addresses` is null.',
      resolve: ({ count }) => count?.exact ?? false,
    }),
  }),
});

const FindingRef = builder.objectRef<Finding>('Finding').implement({
  description: 'Connections that the gateway refused for one reason, in words.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The reason, as in UsageError.' }),
    count: t.exposeInt('count', { description: 'How often it happened in the last seven days.' }),
    meaning: t.exposeString('meaning', { description: 'What happened, for people. It may change.' }),
    advice: t.exposeString('advice', { description: 'What to do, for people. It may change.' }),
    loosenings: t.expose('loosenings', {
      type: [LooseningRef],
      description:
        'The settings that can be the reason as they are now, most addresses first; empty when none can be.',
    }),
  }),
});

const DiagnosisRef = builder.objectRef<Diagnosis>('Diagnosis').implement({
  description: 'Why connections of a Luxury order failed in the last seven days, and what to do.',
  fields: (t) => ({
    findings: t.expose('findings', {
      type: [FindingRef],
      description: 'The most frequent first; empty when no connection failed.',
    }),
    addresses: t.int({
      nullable: true,
      description: 'How many addresses match the settings now. null when the type is not sold any more.',
      resolve: ({ now }) => now?.addresses,
    }),
    exact: t.boolean({
      description: 'As in AddressCount; false when `addresses` is null.',
      resolve: ({ now }) => now?.exact ?? false,
    }),
  }),
});

builder.objectField(LuxuryOrderRef, 'diagnosis', (t) =>
  t.field({
    type: DiagnosisRef,
    description:
      'Why connections failed in the last seven days, and what to do. The provider is asked for each order, so select this for few orders at a time: for each it counts as a request.',
    complexity: upstreamCall,
    errors: {
      types: [ProviderError],
      union: { name: 'DiagnosisResult', description: 'The diagnosis, or why there is none.' },
    },
    resolve: async (order, _args, context) => {
      const [tiers, settings, traffic] = await Promise.all([
        context.readings.catalog(),
        settingsOf(order, context),
        knownTrafficOf(order.id, context),
      ]);
      const { services } = context;
      const type = productIn(tiers, order.tier, order.type);
      const sold = type && isOnSale(type, services) ? type : undefined;
      return diagnose(services, { type: sold, settings, traffic });
    },
  }),
);
