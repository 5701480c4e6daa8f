import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';

/** The browser's own control, for up to a few dozen options. Combobox is for more. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(styles['control'], styles['select'], className)} />;
}
