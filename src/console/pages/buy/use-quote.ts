import { useQuery } from 'urql';
import { failureText, refusalFor } from '../../data/refusals.ts';
import { useSettled } from '../../data/use-fresh.ts';
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

/** The fields of the page, by their paths in the schema. */
export const FIELDS = [
  'country',
  'period',
  'quantity',
  'label',
  'customer',
  ...['state', 'city', 'zip', 'asn', 'excludeAsn', 'session', 'stickyMinutes', 'protocol', 'threads'].map(
    (option) => `options.${option}`,
  ),
];

/**
 * The price and the stock of a choice, asked for when it rests. Only the answer to the last question counts.
 */
export function useQuote(input: QuoteInput | undefined) {
  const wanted = JSON.stringify(input);
  const settled = useSettled(wanted);
  const [{ data, error, fetching }, again] = useQuery({
    query: QUOTE,
    // Without an input the query is not sent.
    variables: { input: settled && JSON.parse(settled) },
    pause: settled === undefined,
    requestPolicy: 'network-only',
  });
  const isCurrent = settled === wanted && !fetching && input !== undefined;
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
