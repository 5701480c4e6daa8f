import { type ComponentProps, useState } from 'react';
import { Link } from 'wouter';
import { t } from '../texts/texts.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './kit.module.css';
import { toast } from './Toast.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Shows that the button's work is under way; it keeps its width and its focus, and cannot be pressed. */
  busy?: boolean;
}

export function Button({ variant = 'secondary', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles['button'], styles[variant], className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface ButtonLinkProps extends Pick<ButtonProps, 'variant'> {
  href: string;
  children: string;
}

/** A link that looks like a button; to another site, in a tab of its own. */
export function ButtonLink({ href, variant = 'primary', children }: ButtonLinkProps) {
  const className = classNames(styles['button'], styles[variant]);
  if (href.startsWith('/')) return <Link {...{ href, className, children }} />;
  return <a target="_blank" rel="noreferrer" {...{ href, className, children }} />;
}

/** In ms. */
const CONFIRMED_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, such as "the proxies"; in Russian in the accusative. */
  what: string;
  /** Shows the picture only. */
  compact?: boolean;
}

export function CopyButton({ text, what, compact = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers give the clipboard to https and localhost only.
      toast(t('kit-copy-refused', { what }));
      return;
    }
    toast(t('kit-copied', { what }));
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMED_MS);
  };
  return (
    <Button
      variant={compact ? 'quiet' : 'secondary'}
      onClick={copy}
      aria-label={compact ? t('kit-copy', { what }) : undefined}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {!compact && t('kit-copy', { what })}
    </Button>
  );
}
