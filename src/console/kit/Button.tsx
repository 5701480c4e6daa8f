import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import styles from './kit.module.css';
import { classNames } from './class-names.ts';

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

/** The main thing to do on a page, when that is to go to another one. */
export function ButtonLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={classNames(styles['button'], styles['primary'])}>
      {children}
    </Link>
  );
}
