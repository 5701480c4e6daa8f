import { useQuery } from 'urql';
import { graphql } from '../generated/index.ts';

const WHERE_TO_TOP_UP = graphql(`
  query WhereToTopUp {
    viewer {
      id
      topUpUrl
    }
  }
`);

/** Where money comes from, within a sentence: a link to the chat bot, as soon as that is known. */
export function WhereToTopUp() {
  const [{ data }] = useQuery({ query: WHERE_TO_TOP_UP });
  if (!data) return 'in the chat bot';
  const url = data.viewer.topUpUrl;
  if (url === null) return 'in the chat bot or with whoever runs the service';
  return (
    <>
      in{' '}
      <a href={url} target="_blank" rel="noreferrer">
        the chat bot
      </a>{' '}
      by /topup
    </>
  );
}
