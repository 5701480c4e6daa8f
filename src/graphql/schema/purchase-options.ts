import type { OptionName } from '../../luxury/settings.ts';
import { builder } from './builder.ts';
import { Protocol } from './catalog.ts';
import { textField } from './inputs.ts';
import { Session } from './luxury.ts';

/** The settings that a Luxury order starts with. */
export const PurchaseOptions = builder.inputType('PurchaseOptions', {
  description: 'The settings that a Luxury order starts with; other types take none.',
  fields: (t) =>
    ({
      session: t.field({ type: Session, description: 'ROTATING when left out.' }),
      stickyMinutes: t.int({
        description:
          'For how many minutes a sticky session keeps an exit address: 1 to 120, 30 when left out.',
      }),
      protocol: t.field({ type: Protocol, description: 'BOTH when left out.' }),
      state: t.string(textField('A state code from the geo lookup.')),
      city: t.string(textField('A city code from the geo lookup.')),
      zip: t.string(textField('A ZIP code from the geo lookup.')),
      asn: t.string(textField('A provider’s autonomous system number.')),
      excludeAsn: t.stringList({ description: 'Autonomous system numbers to leave out.' }),
      anonymous: t.boolean({ description: 'true limits the order to anonymous addresses.' }),
      threads: t.int({ description: 'The most concurrent connections, 1 to 2000; 100 when left out.' }),
    }) satisfies Record<OptionName, unknown>,
});
