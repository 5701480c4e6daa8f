import { DomainError } from '../../kit/errors.ts';

export const GRAPHQL_JSON = 'application/graphql-response+json';
export const JSON_TYPE = 'application/json';

const JSON_NAMES = /(?<![^\s,])(?:application|\*)\/(?:graphql-response\+json|json|\*)(?=\s*(?:[;,]|$))/;
const OTHER_CHARSET = /charset\s*=(?!utf-8(?:\s*[;,]|$))/;
/** The types of Yoga's other answers. */
const STREAMS = /text\/event-stream|multipart\/mixed/;

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

/** Whether a client that sends this `Accept` can be answered at all. */
export function isAnswerable(accept: string | undefined): boolean {
  return acceptedJson(accept) !== undefined || STREAMS.test(accept?.toLowerCase() ?? '');
}

/**
 * The first JSON type that the client accepts. A client that accepts none gets JSON, too: a refusal that it
 * may be able to read is better than none.
 */
export function refusalType(accept: string | undefined): string {
  return `${acceptedJson(accept) ?? JSON_TYPE}; charset=utf-8`;
}

/** Thrown when a client accepts none of the media types that its request can be answered in. */
export class NotAcceptableError extends DomainError {
  readonly code = 'invalid_request';
}
