import type { ReactNode } from 'react';
import type { OrderStatus } from '../generated/graphql.ts';
import styles from './kit.module.css';
import { classNames } from './class-names.ts';

type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A word on a colored ground; the word alone says it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles['badge'], styles[tone])}>{children}</span>;
}

export const STATUSES: Record<OrderStatus, { tone: Tone; label: string }> = {
  ACTIVE: { tone: 'good', label: 'Active' },
  PAUSED: { tone: 'warn', label: 'Paused' },
  EXHAUSTED: { tone: 'bad', label: 'Out of traffic' },
  EXPIRED: { tone: 'neutral', label: 'Expired' },
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { tone, label } = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
