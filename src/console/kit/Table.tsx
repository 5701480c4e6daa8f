import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Table.module.css';

export interface Column<Row> {
  /** Unique in the table, and its heading. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** What it holds says its own name: on a card no heading stands before it. */
  speaksForItself?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for assistive software. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table; where it is narrow, each row is a card with the headings before the values. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className={styles['caption']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={classNames(numeric && styles['numeric'])}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, numeric, speaksForItself }) => (
                <td
                  key={title}
                  data-title={speaksForItself ? undefined : title}
                  className={classNames(numeric && styles['numeric'])}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
