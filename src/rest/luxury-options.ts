import { z } from 'zod';
import { clampedInt, text } from '../graphql/schema/inputs.ts';
import type { SnakeCase } from '../kit/text.ts';
import type { OptionName, SettingName } from '../luxury/settings.ts';

// The settings of a Luxury order as `/v1` takes them. Only types are checked here; values are checked by the
// domain, for both doors. An unknown name is refused, because an option that is silently ignored costs the
// customer money.

const geoCode = (what: string, example: string) =>
  text.meta({ description: `${what} \`code\` from the geo lookup.`, examples: [example] });

/** As long as a host name can be. */
const hostName = z.string().max(253);

const FIELDS = {
  session: z.enum(['rotating', 'sticky']).meta({
    description: '`rotating`: a new address for each request. `sticky`: an address is kept for a set time.',
  }),
  sticky_minutes: clampedInt.meta({
    description: 'How long a sticky address is kept.',
    override: { type: 'integer', minimum: 1, maximum: 120 },
  }),
  protocol: z.enum(['http', 'socks5', 'both']).meta({ description: 'What the gateway is to speak.' }),
  state: geoCode('A state’s', 'texas'),
  city: geoCode('A city’s', 'houston'),
  zip: geoCode('A ZIP code’s', '77002'),
  asn: geoCode('A provider’s', '7922'),
  exclude_asn: z
    .array(text)
    .meta({ description: 'Providers to leave out, by autonomous system number.', examples: [['7018']] }),
  anonymous: z.boolean().meta({ description: 'Anonymous addresses only.' }),
  threads: clampedInt.meta({
    description: 'How many connections at once.',
    override: { type: 'integer', minimum: 1, maximum: 2_000 },
  }),
} satisfies Record<SnakeCase<OptionName>, z.ZodType>;

/** The settings that a Luxury order starts with. */
export const purchaseOptions = z
  .strictObject(FIELDS)
  .partial()
  .extend({
    sticky_minutes: clampedInt.optional().meta({
      description: 'How long a sticky address is kept; 30 when left out.',
      override: { type: 'integer', minimum: 1, maximum: 120 },
    }),
    protocol: FIELDS.protocol
      .optional()
      .meta({ description: 'What the gateway is to speak; `both` when left out.' }),
  })
  .meta({
    id: 'PurchaseOptions',
    description: 'The settings that a Luxury order starts with. Any other field is refused.',
  });

const clearable = (field: z.ZodString, what: string) =>
  field
    .nullable()
    .meta({ description: `${what} \`code\` from the geo lookup; null or an empty string clears it.` });

/** The body that changes the settings of a Luxury order. */
export const settingsBody = z
  .strictObject({
    country: text.meta({
      description: 'ISO 3166-1 alpha-2 or `ANY`. Another country resets state, city, ZIP and ASN.',
      examples: ['US'],
    }),
    ...FIELDS,
    state: clearable(FIELDS.state, 'A state’s'),
    city: clearable(FIELDS.city, 'A city’s'),
    zip: clearable(FIELDS.zip, 'A ZIP code’s'),
    asn: clearable(FIELDS.asn, 'A provider’s'),
    allowed_ips: z.array(text).meta({
      description:
        'Up to 5 IP addresses that need no password; the list is replaced. An address belongs to one order only.',
      examples: [['203.0.113.9']],
      override: { maxItems: 5 },
    }),
    blocked_hosts: z.array(hostName).meta({
      description: 'Up to 100 host names that cannot be reached; the list is replaced.',
      examples: [['example.com']],
      override: { maxItems: 100 },
    }),
    paused: z.boolean().meta({ description: 'true pauses the order, false resumes it.' }),
  } satisfies Record<SnakeCase<SettingName>, z.ZodType>)
  .partial()
  .meta({
    id: 'SettingsChange',
    description: 'The settings to change; what is left out stays. Any other field is refused.',
    override: { examples: [{ session: 'sticky', sticky_minutes: 15, state: '' }] },
  });
