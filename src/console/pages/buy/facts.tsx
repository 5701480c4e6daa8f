import type { ReactNode } from 'react';
import { countryName } from '../../geo/places.ts';
import { PlaceName } from '../../geo/places.ts';
import { type Choice, filterOf, protocolOf, sessionOf } from './choice.ts';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** A type with the names that a reader knows it by. */
export interface Product {
  tierName: string;
  name: string;
  billing: 'PER_GB' | 'PER_PROXY';
  maxQuantity: number;
}

const PROTOCOLS = { BOTH: 'HTTP and SOCKS5', HTTP: 'HTTP', SOCKS5: 'SOCKS5' } as const;

/** All that a choice says, in words. */
export function factsOf(choice: Choice, product: Product, periodName: string): Fact[] {
  const { country, quantity } = choice;
  const facts = [
    {
      name: 'Product',
      value: product.name.startsWith(product.tierName) ? product.name : `${product.tierName} ${product.name}`,
    },
    { name: 'Country', value: country === '' ? '–' : countryName(country) },
  ];
  if (product.billing === 'PER_PROXY')
    return [...facts, { name: 'Term', value: periodName }, { name: 'Quantity', value: quantity }];
  return [...facts, ...placeFacts(choice), { name: 'Volume', value: periodName }, ...connectionFacts(choice)];
}

/** Only what was limited. */
function placeFacts(choice: Choice): Fact[] {
  const { country, state, city, zip, asn, anonymous, excludeAsn } = filterOf(choice);
  const place = { type: choice.type, country };
  const provider = (code: string) => <PlaceName key={code} {...place} kind="ASNS" code={code} />;
  const limits: readonly Fact[] = [
    { name: 'State', value: state && <PlaceName {...place} kind="STATES" code={state} /> },
    { name: 'City', value: city && <PlaceName {...place} state={state} kind="CITIES" code={city} /> },
    { name: 'ZIP code', value: zip },
    { name: 'Provider', value: asn && provider(asn) },
    { name: 'Providers left out', value: excludeAsn.length > 0 && listed(excludeAsn.map(provider)) },
    { name: 'Anonymous only', value: anonymous && 'Yes' },
  ];
  return limits.filter(({ value }) => value);
}

function listed(items: readonly ReactNode[]): ReactNode {
  return items.flatMap((item, index) => (index === 0 ? [item] : [', ', item]));
}

function connectionFacts(choice: Choice): Fact[] {
  const sticky = `Sticky for ${choice.stickyMinutes} min`;
  return [
    { name: 'Session', value: sessionOf(choice) === 'STICKY' ? sticky : 'Rotating' },
    { name: 'Protocols', value: PROTOCOLS[protocolOf(choice)] },
    { name: 'Connections at once', value: choice.threads },
  ];
}
