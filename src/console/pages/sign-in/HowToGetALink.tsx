import { CopyButton } from '../../kit/Button.tsx';
import styles from './SignInPage.module.css';

const COMMAND = 'npm run -s operator -- console-link --reseller ID';

/** Where links come from: there is no password. */
export function HowToGetALink() {
  return (
    <div className={styles['how']}>
      <p>Without a passkey, a link signs you in; it works once, within 15 minutes.</p>
      <dl className={styles['ways']}>
        <div>
          <dt>From the chat bot</dt>
          <dd>
            Send it <code>/console</code> and open the link that it answers with.
          </dd>
        </div>
        <div>
          <dt>From whoever runs the service</dt>
          <dd>
            They make one by this command, with your number as the ID:
            <span className={styles['command']}>
              <code>{COMMAND}</code>
              <CopyButton text={COMMAND} what="the command" compact />
            </span>
          </dd>
        </div>
      </dl>
    </div>
  );
}
