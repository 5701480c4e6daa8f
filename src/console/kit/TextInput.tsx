import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames(styles['control'], className)} />;
}
