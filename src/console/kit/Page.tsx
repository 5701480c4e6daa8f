import { Component, type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { OrderStatus } from '../generated/graphql.ts';
import { t } from '../texts/texts.tsx';
import { Button, CopyButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './kit.module.css';

/** The first page leaves the focus where the browser puts it; after a navigation the heading gets it. */
let navigated = false;

interface PageProps {
  /** The heading, and the title of the document. */
  title: string;
  /** At the end of the heading's line: buttons, or a badge. */
  actions?: ReactNode;
  /** Takes the whole width of the window, for a table. */
  wide?: boolean;
  children?: ReactNode;
}

export function Page({ title, actions, wide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('kit-document', { title });
  }, [title]);
  useEffect(() => {
    if (navigated) heading.current?.focus();
    navigated = true;
  }, []);
  return (
    <div className="column gap-5" data-wide={wide}>
      <header className="row wrap middle between gap-3" style={{ minHeight: 'var(--control)' }}>
        <h1
          ref={heading}
          tabIndex={-1}
          className="narrow anywhere"
          style={{ fontSize: 'var(--title)', letterSpacing: '-0.015em' }}
        >
          {title}
        </h1>
        {actions && <div className="row wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: string;
  /** At the end of the heading's line, such as a link to more. */
  action?: ReactNode;
  /** The content reaches the edges, such as a table. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, action, flush = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section className="panel narrow" aria-labelledby={title && titleId}>
      {title && (
        <header className={`row middle between gap-3 ${styles['cardHeader']}`}>
          <h2 id={titleId} className="narrow anywhere">
            {title}
          </h2>
          {action}
        </header>
      )}
      <div className={flush ? undefined : 'pad'}>{children}</div>
    </section>
  );
}

/** Stands where a list would be: what will be here, and what to do for it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid centered gap-2 center" style={{ padding: 'var(--s7) var(--s4)' }}>
      <h3>{title}</h3>
      <div className="grid centered gap-4 dim" style={{ maxWidth: '44ch' }}>
        {children}
      </div>
    </div>
  );
}

interface ErrorNoteProps {
  message: string | undefined;
  onRetry?: () => void;
  /** What the button says when it does something else than to try again. */
  action?: string;
}

/** Tells of a refusal or a failure as soon as it appears; nothing when there is no message. */
export function ErrorNote({ message, onRetry, action = t('retry') }: ErrorNoteProps) {
  if (!message) return null;
  return (
    <div role="alert" className={`row wrap middle gap-3 on-bad ${styles['errorNote']}`}>
      <Icon name="warning" />
      <p>{message}</p>
      {onRetry && <Button onClick={onRetry}>{action}</Button>}
    </div>
  );
}

interface SkeletonProps {
  /** CSS lengths of what will stand here, so that nothing moves when it comes. */
  width?: string;
  height?: string;
}

export function Skeleton({ width = '100%', height = '1lh' }: SkeletonProps) {
  return <span className={`block ${styles['skeleton']}`} style={{ width, height }} aria-hidden="true" />;
}

/** Values by their names. What is false is left out. */
export type FactsByName = Readonly<Record<string, ReactNode>>;

export function Facts({ facts, ...rest }: { facts: FactsByName } & ComponentProps<'dl'>) {
  return (
    <dl {...rest}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface CopyLineProps {
  /** Undefined until it is known. */
  text: string | undefined;
  /** What is copied, such as "the command"; in Russian in the accusative. */
  what: string;
}

/** A line for a program or a shell, with the button that copies it. */
export function CopyLine({ text, what }: CopyLineProps) {
  return (
    <span className={`row middle between gap-2 ${styles['copyLine']}`}>
      <code className="narrow anywhere">{text ?? <Skeleton height="1lh" />}</code>
      <CopyButton text={text ?? ''} what={what} compact />
    </span>
  );
}

export function CodeBox({ text, what }: { text: string; what: string }) {
  return (
    <div className={`row start between gap-2 ${styles['code']}`}>
      {/* It can be scrolled, by keyboard, too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} compact />
    </div>
  );
}

interface GuardProps {
  /** Shown in the place of the children once one of them has thrown, or could not be loaded. */
  fallback: ReactNode;
  children: ReactNode;
}

export class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

type Tone = 'plain' | 'warn' | 'bad' | 'neutral';

/** A word on a ground of its own, unless it says what is normal; colored when there is something to do. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`small strong nowrap on-${tone} ${styles['badge']}`}>{children}</span>;
}

export const STATUSES: Record<OrderStatus, Tone> = {
  ACTIVE: 'plain',
  PAUSED: 'warn',
  EXHAUSTED: 'bad',
  EXPIRED: 'neutral',
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={STATUSES[status]}>{t(`kit-status-${status}`)}</Badge>;
}
