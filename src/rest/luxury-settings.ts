import { z } from 'zod';
import { clampedInt, text } from '../graphql/schema/values.ts';
import { type SnakeCase, toSnakeCase } from '../kit/text.ts';
import {
  type LuxurySettings,
  type OptionName,
  SETTING_NAMES,
  type Setting,
  type SettingName,
  settingOf,
} from '../luxury/settings.ts';
import {
  inSchemaNames,
  integer,
  LUXURY_READ,
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

/** In this order the description shows what is taken. */
const ORDERED = [
  ...new Set<SettingName>(['country', 'session', 'stickyMinutes', 'protocol', ...SETTING_NAMES]),
];

const wordsOf = ({ words, restWords = words }: Setting) => restWords;
const examplesOf = ({ example }: Setting) => (example === undefined ? {} : { examples: [example] });

type Fields<Name extends SettingName> = {
  [Shown in Name as SnakeCase<Shown>]: z.ZodType<LuxurySettings[Shown]>;
};

function fieldsOf<Name extends SettingName>(names: readonly Name[], field: (setting: Setting) => z.ZodType) {
  return Object.fromEntries(
    names.map((name) => [toSnakeCase(name), field(settingOf(name))]),
  ) as unknown as Fields<Name>;
}

function taken(setting: Setting, description: string) {
  const { kind, most = 0, longest, values = [] } = setting;
  switch (kind) {
    case 'text':
      return text.meta({ description, ...examplesOf(setting) });
    case 'number':
      return clampedInt.meta({ description, override: { type: 'integer', minimum: 1, maximum: most } });
    case 'flag':
      return z.boolean().meta({ description });
    case 'enum':
      return z.enum(values).meta({ description });
    case 'list':
      return z.array(longest ? z.string().max(longest) : text).meta({
        description,
        examples: [[setting.example]],
        ...(most > 0 && { override: { maxItems: most } }),
      });
  }
}

/** A setting that may be null has here the words of the purchase, where it may not. */
function field(setting: Setting) {
  const { about, change = about, chosen = change } = wordsOf(setting);
  const isClearable = setting.initially === null;
  return { isClearable, change, chosen, type: taken(setting, isClearable ? chosen : change) };
}

export const purchaseOptions = z
  .strictObject(
    fieldsOf(
      ORDERED.filter((name): name is OptionName => settingOf(name).atPurchase === true),
      (setting) => {
        const { isClearable, change, chosen, type } = field(setting);
        return isClearable || chosen === change ? type : type.optional().meta({ description: chosen });
      },
    ),
  )
  .partial()
  .meta({
    id: 'PurchaseOptions',
    description: 'The settings that a Luxury order starts with. Any other field is refused.',
  });

export const settingsBody = z
  .strictObject(
    fieldsOf(ORDERED, (setting) => {
      const { isClearable, change, type } = field(setting);
      return isClearable ? type.nullable().meta({ description: change }) : type;
    }),
  )
  .partial()
  .meta({
    id: 'SettingsChange',
    description: 'The settings to change; what is left out stays. Any other field is refused.',
    override: { examples: [{ session: 'sticky', sticky_minutes: 15, state: '' }] },
  });

function shown(setting: Setting) {
  const { kind, initially, example } = setting;
  const { about: description } = wordsOf(setting);
  if (kind === 'number') return integer(description, Number(initially));
  if (kind === 'list') return z.array(z.string()).meta({ description, examples: [[example]] });
  if (kind !== 'text') return taken(setting, description);
  const value = initially === null ? z.string().nullable() : z.string();
  return value.meta({ description, ...examplesOf(setting) });
}

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
    ...fieldsOf(SETTING_NAMES, shown),
    login: string('The proxy login.', 'u7Kd2m'),
    gateway,
  })
  .meta({ id: 'Settings', description: 'What a Luxury order is set to, and where it is used.' });

/** Ends `documents.graphql`. */
export const SETTINGS_FIELDS = `fragment SettingsFields on LuxurySettings {
  ${SETTING_NAMES.map((name) => `${toSnakeCase(name)}: ${name}`).join('\n  ')}
  login
}`;

export const readSettings = defineRoute({
  ...LUXURY_READ,
  operationId: 'readSettings',
  summary: 'Read the settings of an order',
  description: 'What a Luxury order is set to, and where programs connect.',
  path: '/v1/orders/{order_id}/settings',
  response: { status: 200, description: 'The settings.', schema: settings },
  document: 'Settings',
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
