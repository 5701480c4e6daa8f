import { toEnumName, toWord } from '../graphql/schema/words.ts';

// `/v1` writes in lower case what the schema's enums have in upper case. Answers are changed in place: they are the request's own,
// and a page has 200 orders.

export interface NamedOrder {
  status: string;
  protocol: string;
  source: string;
}

export function orderInWords<Order extends NamedOrder>(order: Order): Order {
  order.status = toWord(order.status);
  order.protocol = toWord(order.protocol);
  order.source = toWord(order.source);
  return order;
}

export interface NamedSettings {
  session: string;
  protocol: string;
}

export function settingsInWords<Settings extends NamedSettings>(settings: Settings): Settings {
  settings.session = toWord(settings.session);
  settings.protocol = toWord(settings.protocol);
  return settings;
}

/** Parameters with the schema's names for the words that are called so here. */
export function inNames<Given extends Record<string, unknown>>(
  given: Given,
  ...called: (keyof Given)[]
): Given {
  const named = { ...given };
  for (const parameter of called) {
    const word = given[parameter];
    if (typeof word === 'string') named[parameter] = toEnumName(word) as Given[typeof parameter];
  }
  return named;
}
