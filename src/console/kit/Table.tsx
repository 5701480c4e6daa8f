import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Card, EmptyState, ErrorNote } from './Page.tsx';
import styles from './Table.module.css';

interface Column<Row> {
  /** Unique in the table, and its heading. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** A button, or a badge in its place, which says its own name. On a card it stands beside the title. */
  isAction?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for assistive software. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Said in the place of the table when it has no rows. */
  nothing?: readonly [title: string, text: string];
}

/**
 * A table. Where it is narrow, each row is a card with the first value as its title and the headings before
 * the others; two columns are a table everywhere.
 */
export function Table<Row extends { id: string }>({ caption, columns, rows, nothing }: TableProps<Row>) {
  if (nothing && rows.length === 0)
    return (
      <EmptyState title={nothing[0]}>
        <p>{nothing[1]}</p>
      </EmptyState>
    );
  return (
    <div className="container">
      <table
        className={classNames('table', styles['table'], columns.length > 2 && `cards ${styles['wide']}`)}
      >
        <caption className="heard">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric, isAction }) => (
              <th key={title} scope="col" className={classNames(numeric && styles['numeric'])}>
                {isAction ? <span className="heard">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ title, cell, numeric, isAction }) => (
                <td
                  key={title}
                  data-title={title}
                  className={classNames(numeric && styles['numeric'], isAction && styles['action'])}
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

interface TableCardProps<Row> extends Omit<TableProps<Row>, 'caption'> {
  title: string;
  caption?: string;
  action?: ReactNode;
  /** Why what was done to a row was refused. */
  problem?: string | undefined;
  children?: ReactNode;
}

export function TableCard<Row extends { id: string }>(props: TableCardProps<Row>) {
  const { title, action, problem, children, ...table } = props;
  return (
    <Card title={title} flush action={action}>
      <ErrorNote message={problem} />
      <Table caption={title} {...table} />
      {children}
    </Card>
  );
}
