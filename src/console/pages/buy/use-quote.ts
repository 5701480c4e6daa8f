import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureText, refusalFor } from '../../data/refusals.ts';
import type { QuoteInput } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';

const QUOTE = graphql(`
  query Quote($input: QuoteInput!) {
    quote(input: $input) {
      ... on Quote {
        unitPriceUsd
        priceUsd
        available
      }
      ...Refusal
    }
  }
`);

/** In ms: how long the choice has to rest before it is priced. */
const REST_MS = 250;

/** The fields of the page, by their paths in the schema. */
export const FIELDS = [
  'country',
  'period',
  'quantity',
  ...['state', 'city', 'zip', 'asn', 'excludeAsn', 'session', 'stickyMinutes', 'protocol', 'threads'].map(
    (option) => `options.${option}`,
  ),
];

/**
 * The price and the stock of a choice, asked for when it rests. Only the answer to the last question counts.
 */
export function useQuote(input: QuoteInput | undefined) {
  const wanted = JSON.stringify(input);
  const [settled, setSettled] = useState({ wanted, input });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` has all of the input.
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ wanted, input }), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const [{ data, error, fetching }, again] = useQuery({
    query: QUOTE,
    // Without an input the query is not sent.
    variables: { input: settled.input as QuoteInput },
    pause: settled.input === undefined,
    requestPolicy: 'network-only',
  });
  const isCurrent = settled.wanted === wanted && !fetching && input !== undefined;
  const answer = input === undefined ? undefined : data?.quote;
  return {
    /** Of this very choice; undefined until it is known, or when it is refused. */
    quote: isCurrent && !error && answer?.__typename === 'Quote' ? answer : undefined,
    /** Of the last choice that was priced. */
    refusal: answer && answer.__typename !== 'Quote' ? refusalFor(answer, FIELDS) : undefined,
    failure: isCurrent && error ? failureText(error) : undefined,
    ask: () => again({ requestPolicy: 'network-only' }),
  };
}
