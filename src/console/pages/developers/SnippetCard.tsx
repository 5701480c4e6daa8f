import { Card } from '../../kit/Page.tsx';
import { CopyButton } from '../../kit/Button.tsx';
import styles from './DevelopersPage.module.css';
import type { Snippet } from './snippets.ts';

export function SnippetCard({ title, text, code }: Snippet) {
  return (
    <Card title={title}>
      <p className={styles['text']}>{text}</p>
      <div className={styles['code']}>
        {/* It can be scrolled, by keyboard, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} what={`the code of ${title}`} compact />
      </div>
    </Card>
  );
}
