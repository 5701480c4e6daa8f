import type { LineFormat, Protocol } from '../generated/graphql.ts';
import { Button, CopyButton } from '../kit/Button.tsx';
import { SelectField } from '../kit/fields.tsx';
import { download } from '../kit/files.ts';
import { Icon } from '../kit/Icon.tsx';
import { CopyLine, Skeleton } from '../kit/Page.tsx';
import { t } from '../texts/texts.tsx';
import styles from './LinesBox.module.css';
import { LINE_FORMATS, speaks } from './lines.ts';

/** Most orders have fewer proxies; a thousand buttons would make the page slow. */
const MOST_WITH_BUTTONS = 100;

/** The height of a line with its button. */
const ROW_PX = 28;

interface LinesBoxProps {
  /** Undefined until they are known. */
  lines: readonly string[] | undefined;
  /** How many are expected: as much room is kept until they are known. */
  rows?: number;
  fileName: string;
  command: string | undefined;
}

export function LinesBox({ lines, rows = 1, fileName, command }: LinesBoxProps) {
  const text = lines?.join('\n') ?? '';
  const isList = lines && lines.length > 1 && lines.length <= MOST_WITH_BUTTONS;
  return (
    <div className="column gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className={styles['lines']} tabIndex={0} aria-label={t('lines-list')}>
        {!lines && <Skeleton height={rows > 1 ? `${rows * ROW_PX}px` : '1lh'} />}
        {isList ? (
          <ol>
            {lines.map((line, index) => (
              <li key={line} className={`row middle between gap-3 ${styles['line']}`}>
                <code className="narrow anywhere">{line}</code>
                <CopyButton text={line} what={t('lines-line', { number: index + 1 })} compact />
              </li>
            ))}
          </ol>
        ) : (
          lines && <pre>{text}</pre>
        )}
      </section>
      <div className="row wrap gap-2">
        <CopyButton text={text} what={t('lines-all', { count: lines?.length || 1 })} />
        <Button disabled={!lines} onClick={() => download(`${fileName}.txt`, `${text}\n`)}>
          <Icon name="download" />
          {t('download')}
        </Button>
      </div>
      <div className="grid gap-2 narrow">
        <h3>{t('lines-try')}</h3>
        <p>
          <CopyLine text={command} what={t('lines-command')} />
        </p>
      </div>
    </div>
  );
}

interface FormatFieldProps {
  /** What the proxies speak: they do not understand every format. */
  protocol: Protocol;
  value: LineFormat;
  onChange: (format: LineFormat) => void;
}

export function FormatField({ protocol, value, onChange }: FormatFieldProps) {
  return (
    <SelectField
      label={t('lines-format')}
      value={value}
      options={LINE_FORMATS.filter(({ format }) => speaks(protocol, format)).map(
        ({ format, example }) => [format, example] as const,
      )}
      onChange={(format) => onChange(format as LineFormat)}
    />
  );
}
