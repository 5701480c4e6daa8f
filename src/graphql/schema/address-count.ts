import { type AddressCount, countAddresses } from '../../catalog/address-count.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { checkSettings } from '../../luxury/check-settings.ts';
import { applyChange, defaultSettings, toAccountSettings } from '../../luxury/settings.ts';
import { builder } from './builder.ts';
import { luxuryTypeOf } from './geo.ts';
import { text } from './inputs.ts';
import { upstreamCall } from './limits.ts';

const AddressCountRef = builder.objectRef<AddressCount>('AddressCount').implement({
  description: 'How many exit addresses match a filter.',
  fields: (t) => ({
    addresses: t.exposeInt('addresses', {
      description:
        'At the last reading of the provider; asking for an old reading starts a new one, which later requests get. With 0, connections fail with NO_RAY.',
    }),
    exact: t.exposeBoolean('exact', {
      description:
        'false when it is an upper bound: the provider does not say how many of these addresses pass `anonymous`, `excludeAsn` without a country, or `zip` together with `asn` or `excludeAsn`.',
    }),
  }),
});

builder.queryField('addressCount', (t) =>
  t.field({
    type: AddressCountRef,
    description:
      'How many exit addresses a Luxury order of this type would have with these options. The codes are checked as at a purchase.',
    args: {
      type: t.arg.string({
        required: true,
        description: 'The `code` of a type that is paid by traffic, in any tier.',
        validate: { schema: text },
      }),
      country: t.arg.string({
        description: 'ISO 3166-1 alpha-2, or ANY; ANY when left out. The next four need one.',
        validate: { schema: text },
      }),
      state: t.arg.string({
        description: 'A state code from the geo lookup; empty or null for any.',
        validate: { schema: text },
      }),
      city: t.arg.string({
        description: 'A city code from the geo lookup; empty or null for any.',
        validate: { schema: text },
      }),
      zip: t.arg.string({
        description: 'A ZIP code from the geo lookup; empty or null for any.',
        validate: { schema: text },
      }),
      asn: t.arg.string({
        description: 'A provider’s autonomous system number; empty or null for any.',
        validate: { schema: text },
      }),
      excludeAsn: t.arg.stringList({ description: 'Autonomous system numbers to leave out.' }),
      anonymous: t.arg.boolean({ description: 'true counts anonymous addresses only.' }),
    },
    complexity: upstreamCall,
    errors: {
      types: [
        InvalidRequestError,
        UnknownProductError,
        InvalidCountryError,
        InvalidOptionError,
        ProviderError,
      ],
      union: { name: 'AddressCountResult', description: 'The number, or why there is none.' },
    },
    resolve: async (_root, { type: id, country, excludeAsn, anonymous, ...places }, context) => {
      const type = await luxuryTypeOf(context, id);
      const { geo } = context.services;
      const asked = applyChange(defaultSettings('ANY'), {
        ...places,
        country: country ?? undefined,
        excludeAsn: excludeAsn ?? undefined,
        anonymous: anonymous ?? undefined,
      });
      const settings = await checkSettings(asked, type, geo);
      return countAddresses(geo, type, toAccountSettings(settings));
    },
  }),
);
