export const GRAPHQL_JSON = 'application/graphql-response+json';
export const JSON_TYPE = 'application/json';

const JSON_NAMES = /(?:application|\*)\/(?:graphql-response\+json|json|\*)(?=\s*(?:[;,]|$))/;
const OTHER_CHARSET = /charset=(?!"?utf-8)/;

/**
 * The JSON type that a client which sends this `Accept` gets: the first one that it names. Undefined when it
 * accepts no JSON in UTF-8.
 */
export function acceptedJson(accept = '*/*'): typeof GRAPHQL_JSON | typeof JSON_TYPE | undefined {
  const types = accept.toLowerCase();
  if (OTHER_CHARSET.test(types)) return undefined;
  const [first] = JSON_NAMES.exec(types) ?? [];
  return first === undefined ? undefined : first === GRAPHQL_JSON ? GRAPHQL_JSON : JSON_TYPE;
}
