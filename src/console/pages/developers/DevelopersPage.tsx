import { Link } from 'wouter';
import { serviceUrl } from '../../data/addresses.ts';
import { Page } from '../../kit/Page.tsx';
import styles from './DevelopersPage.module.css';
import { SnippetCard } from './SnippetCard.tsx';
import { snippetsFor } from './snippets.ts';

const PLACES = [
  {
    path: 'graphql',
    name: 'GraphiQL',
    use: 'Write queries with the schema beside them. It runs as you, without a key; mutations are real.',
  },
  { path: 'docs', name: 'REST reference', use: 'Every route of /v1, to read and to try with a key.' },
  {
    path: 'v1/openapi.json',
    name: 'OpenAPI',
    use: 'The description of /v1 for programs that write clients.',
  },
];

/** What programmers need first. */
export function DevelopersPage() {
  const service = serviceUrl('').replace(/\/$/, '');
  return (
    <Page title="Developers">
      <nav aria-label="For developers" className={styles['places']}>
        {PLACES.map(({ path, name, use }) => (
          <a key={path} href={serviceUrl(path)} target="_blank" rel="noreferrer" className={styles['place']}>
            <span className={styles['name']}>{name}</span>
            <span className={styles['use']}>{use}</span>
          </a>
        ))}
      </nav>
      <p className={styles['text']}>
        Programs send an API key, which you get under <Link href="/access">Access</Link>; put it in the place
        of <code>prk_YOUR_KEY</code>.
      </p>
      {snippetsFor(service).map((snippet) => (
        <SnippetCard key={snippet.title} {...snippet} />
      ))}
    </Page>
  );
}
