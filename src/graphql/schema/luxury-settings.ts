import type { InputFieldRef } from '@pothos/core';
import {
  type EnumName,
  SETTING_NAMES,
  type Setting,
  type SettingName,
  type SettingsChange,
  settingOf,
} from '../../luxury/settings.ts';
import {
  type builder,
  enumOf,
  type InputFields,
  NodeRef,
  nodeIdField,
  readableBy,
  settingsId,
} from './builder.ts';
import type { RequestContext } from './context.ts';
import { LIST_COMPLEXITY } from './limits.ts';
import { LuxurySettingsRef, Protocol, type SettingsNode, type ShownSettings } from './orders.ts';
import { text, toDomainValue } from './values.ts';

// The settings of a Luxury order, as the schema takes and shows them: its fields follow from their list.

const Session = enumOf('Session', 'How long a Luxury order keeps an exit address.', {
  rotating: 'A new address for each request.',
  sticky: 'One address for a set time.',
});

const ENUMS = { session: Session, protocol: Protocol } satisfies Record<EnumName, unknown>;
const TYPES = { text: 'String', number: 'Int', flag: 'Boolean', list: ['String'] } as const;

function typeOf(name: SettingName) {
  const { kind } = settingOf(name);
  return kind === 'enum' ? ENUMS[name as EnumName] : TYPES[kind];
}

/** Of a hundred names of 253 letters. Subscriptions keep what they send, until it is read. */
const longListComplexity = (_args: object, { live }: RequestContext) => (live ? 100 : LIST_COMPLEXITY);

LuxurySettingsRef.implement({
  description:
    'How the proxies of a Luxury order behave: country, session, protocol and more. Changes are free and take effect at once.',
  interfaces: [NodeRef],
  fields: (t) => {
    const shown = SETTING_NAMES.map((name) => {
      const { initially, words, longest, readers = ['read_order'] } = settingOf(name);
      const field = t.expose(name, {
        type: typeOf(name),
        nullable: initially === null,
        description: words.about,
        ...(longest && { complexity: longListComplexity }),
      } as never);
      return readableBy(readers, { [name]: field });
    });
    return {
      ...readableBy(['any'], {
        id: t.id(
          nodeIdField('Of the order’s settings, such as settings:12', ({ orderId }: SettingsNode) =>
            settingsId(orderId),
          ),
        ),
      }),
      ...Object.assign({}, ...shown),
      ...readableBy(['read_proxies'], {
        login: t.string({
          description: 'The login of the order’s proxies. Their password is in `proxies` of the order.',
          resolve: async ({ orderId }, _args, { readings }) =>
            (await readings.proxies.load(orderId))[0]?.login ?? '',
        }),
      }),
    };
  },
});

type Types = typeof builder.$inferSchemaTypes;

/** Fields of an input that takes these settings; none is required. */
export function settingFields<Name extends SettingName>(
  t: InputFields,
  names: readonly Name[],
  describe: (words: Setting['words']) => string,
) {
  const fields = names.map((name) => {
    const { kind, words } = settingOf(name);
    const validate = kind === 'text' ? { validate: { schema: text } } : {};
    return [name, t.field({ type: typeOf(name), description: describe(words), ...validate } as never)];
  });
  return Object.fromEntries(fields) as {
    [Given in Name]: InputFieldRef<Types, ShownSettings[Given] | null | undefined>;
  };
}

export const changeWords = ({ about, change = about }: Setting['words']) => change;
export const choiceWords = ({ chosen, ...words }: Setting['words']) => chosen ?? changeWords(words);

type Asked = { [Name in SettingName]?: ShownSettings[Name] | null | undefined };

/** What an input asks for. Null clears a setting that may be null; any other setting stays as it is. */
export function toChange(asked: Asked): SettingsChange {
  const given = (Object.entries(asked) as [SettingName, unknown][])
    .filter(([name, value]) => value !== null || settingOf(name).initially === null)
    .map(([name, value]) => [name, settingOf(name).kind === 'enum' ? toDomainValue(String(value)) : value]);
  return Object.fromEntries(given);
}
