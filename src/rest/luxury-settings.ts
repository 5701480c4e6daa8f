import { z } from 'zod';
import { clampedInt, text } from '../graphql/schema/values.ts';
import type { SnakeCase } from '../kit/text.ts';
import type { OptionName, SettingName } from '../luxury/settings.ts';
import {
  inSchemaNames,
  integer,
  luxury,
  type NamedSettings,
  orderIdOf,
  orderPath,
  READ_ERRORS,
  string,
  withDomainSettings,
} from './fields.ts';
import { defineRoute } from './route.ts';

// The settings of a Luxury order as `/v1` takes them. Only types are checked here; values are checked by the
// domain, for both doors. An unknown name is refused, because an option that is silently ignored costs the
// customer money.

const geoCode = (what: string, example: string) =>
  text.meta({ description: `${what} \`code\` from the geo lookup.`, examples: [example] });

/** A host name has at most 253 characters. */
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

const code = (what: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what} that addresses are narrowed to; null for any.`, examples: [example] });

const gateway = z
  .object({
    host: string('The host name.', 'gw.example.com'),
    http_port: integer('The port that speaks HTTP.', 823),
    socks5_port: integer('The port that speaks SOCKS5.', 824),
    sticky_ports: z.array(z.int()).meta({
      description:
        'The first and the last of the ports that each keep an address of their own in sticky mode.',
      examples: [[10_000, 20_000]],
    }),
  })
  .meta({ id: 'Gateway', description: 'Where programs connect.' });

export const settings = z
  .object({
    country: string('ISO 3166-1 alpha-2, or `ANY`.', 'US'),
    state: code('The state', 'texas'),
    city: code('The city', 'houston'),
    zip: code('The ZIP code', '77002'),
    asn: code('The provider', '7922'),
    exclude_asn: z
      .array(z.string())
      .meta({ description: 'Providers that are left out.', examples: [['7018']] }),
    anonymous: z.boolean().meta({ description: 'Whether only anonymous addresses are used.' }),
    session: FIELDS.session,
    sticky_minutes: integer('How long a sticky address is kept.', 30),
    protocol: z.enum(['http', 'socks5', 'both']).meta({ description: 'What the gateway speaks.' }),
    threads: integer('How many connections at once.', 100),
    allowed_ips: z
      .array(z.string())
      .meta({ description: 'Addresses that need no password.', examples: [['203.0.113.9']] }),
    blocked_hosts: z
      .array(z.string())
      .meta({ description: 'Host names that cannot be reached.', examples: [['example.com']] }),
    paused: z.boolean().meta({ description: 'Whether you paused the order.' }),
    login: string('The proxy login.', 'u7Kd2m'),
    gateway,
  } satisfies Record<SnakeCase<SettingName> | 'login' | 'gateway', z.ZodType>)
  .meta({ id: 'Settings', description: 'What a Luxury order is set to, and where it is used.' });

export const readSettings = defineRoute({
  operationId: 'readSettings',
  tag: 'Luxury',
  summary: 'Read the settings of an order',
  description: 'What a Luxury order is set to, and where programs connect.',
  method: 'GET',
  path: '/v1/orders/{order_id}/settings',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The settings.', schema: settings },
  errors: READ_ERRORS,
  document: 'Settings',
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render(data: { order: { settings?: NamedSettings; gateway?: NamedGateway } | null }, { id }) {
    return renderSettings(luxury(data, 'settings', id), luxury(data, 'gateway', id));
  },
});

export const updateSettings = defineRoute({
  operationId: 'updateSettings',
  tag: 'Luxury',
  summary: 'Change the settings of an order',
  description:
    'Changes what is sent and leaves the rest, free of charge: all of it or, when the provider does not take all of it, nothing. ' +
    'Login and password stay. Lists are replaced as a whole.',
  method: 'PATCH',
  path: '/v1/orders/{order_id}/settings',
  parameters: { path: orderPath, body: settingsBody },
  optionsIn: 'body',
  response: { status: 200, description: 'The settings after the change.', schema: settings },
  errors: [
    ...READ_ERRORS,
    'invalid_json',
    'invalid_country',
    'invalid_option',
    'unknown_product',
    'request_in_progress',
    'provider_error',
  ],
  document: 'UpdateSettings',
  variables: ({ path, body }) => ({ input: { orderId: orderIdOf(path), ...inSchemaNames(body) } }),
  render: ({ result }: { result: { settings: NamedSettings; order: { gateway: NamedGateway } } }) =>
    renderSettings(result.settings, result.order.gateway),
});

interface NamedGateway {
  sticky_ports: { first: number; last: number };
}

/** In `/v1` the range of sticky ports is a list of two numbers. */
function renderSettings(settings: NamedSettings, gateway: NamedGateway) {
  const { first, last } = gateway.sticky_ports;
  return { ...withDomainSettings(settings), gateway: { ...gateway, sticky_ports: [first, last] } };
}
