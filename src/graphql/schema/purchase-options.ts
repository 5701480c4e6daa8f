import type { OptionName } from '../../luxury/settings.ts';
import { builder } from './builder.ts';
import { Protocol } from './catalog.ts';
import { enumOf } from './enums.ts';
import { toDomainValue } from './enums.ts';
import { text } from './inputs.ts';

export const Session = enumOf('Session', 'How long a Luxury order keeps an exit address.', {
  rotating: 'A new address for each request.',
  sticky: 'One address for a set time.',
});

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
      state: t.string({ description: 'A state code from the geo lookup.', validate: { schema: text } }),
      city: t.string({ description: 'A city code from the geo lookup.', validate: { schema: text } }),
      zip: t.string({ description: 'A ZIP code from the geo lookup.', validate: { schema: text } }),
      asn: t.string({ description: 'A provider’s autonomous system number.', validate: { schema: text } }),
      excludeAsn: t.stringList({ description: 'Autonomous system numbers to leave out.' }),
      anonymous: t.boolean({ description: 'true limits the order to anonymous addresses.' }),
      threads: t.int({ description: 'The most concurrent connections, 1 to 2000; 100 when left out.' }),
    }) satisfies Record<OptionName, unknown>,
});

interface Named {
  session?: 'ROTATING' | 'STICKY' | null | undefined;
  protocol?: 'HTTP' | 'SOCKS5' | 'BOTH' | null | undefined;
}

/** Options or settings of an input with the domain's values of session and protocol. Null stays null. */
export function withDomainValues<Given extends Named>({ session, protocol, ...others }: Given) {
  return {
    ...others,
    session: session && toDomainValue(session),
    protocol: protocol && toDomainValue(protocol),
  };
}
