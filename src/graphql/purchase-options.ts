import { builder } from './builder.ts';
import { Protocol } from './catalog.ts';
import { text } from './inputs.ts';

export const Session = builder.enumType('Session', {
  description: 'How long a Luxury order keeps an exit address.',
  values: {
    rotating: { description: 'A new address for each request.' },
    sticky: { description: 'One address for a set time.' },
  } as const,
});

/** The settings that a Luxury order starts with. */
export const PurchaseOptions = builder.inputType('PurchaseOptions', {
  description: 'The settings that a Luxury order starts with; other types take none.',
  fields: (t) => ({
    session: t.field({ type: Session, description: 'rotating or sticky.' }),
    stickyMinutes: t.int({ description: 'How long a sticky address is kept: 1 to 120, 30 when left out.' }),
    protocol: t.field({ type: Protocol, description: 'both when left out.' }),
    state: t.string({ description: 'A state code from the geo lookup.', validate: { schema: text } }),
    city: t.string({ description: 'A city code from the geo lookup.', validate: { schema: text } }),
    zip: t.string({ description: 'A ZIP code from the geo lookup.', validate: { schema: text } }),
    asn: t.string({ description: 'A provider’s autonomous system number.', validate: { schema: text } }),
    excludeAsn: t.stringList({ description: 'Autonomous system numbers to leave out.' }),
    anonymous: t.boolean({ description: 'Anonymous addresses only.' }),
    threads: t.int({ description: 'How many connections at once.' }),
  }),
});
