import { useState } from 'react';
import type { Tiers } from '../../data/catalog.ts';
import type { OrderSort } from '../../generated/graphql.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/fields.tsx';
import { Select } from '../../kit/fields.tsx';
import styles from './OrdersPage.module.css';
import { FilterFields } from './FilterFields.tsx';
import type { OrderFilter } from './order-filter.ts';
import { SearchField } from './SearchField.tsx';

interface FilterBarProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  sort: OrderSort;
  onSort: (sort: OrderSort) => void;
  tiers: Tiers | undefined;
  /** How many orders there are with this filter; undefined until it is known. */
  total: number | undefined;
}

/** The filters in a line; on a phone all but the number in a sheet, with the order of the list. */
export function FilterBar({ filter, onChange, sort, onSort, tiers, total }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { search = '', ...others } = filter;
  const { tier, type, ...single } = others;
  const count = Object.keys(single).length + (tier || type ? 1 : 0);
  const fields = <FilterFields {...{ filter, onChange, tiers }} />;
  return (
    <search className={styles['bar']}>
      <SearchField
        value={search}
        onChange={(text) => onChange(text === '' ? others : { ...others, search: text })}
      />
      <div className={styles['fields']}>{fields}</div>
      <div className={styles['opener']}>
        <Button onClick={() => setOpen(true)}>{count === 0 ? 'Filters' : `Filters (${count})`}</Button>
      </div>
      <div className={styles['clear']}>
        <Button
          variant="quiet"
          aria-label="Clear filters"
          disabled={count === 0 && search === ''}
          onClick={() => onChange({})}
        >
          Clear
        </Button>
      </div>
      {isOpen && (
        <Dialog
          title="Filters"
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button disabled={count === 0} onClick={() => onChange(search ? { search } : {})}>
                Clear
              </Button>
              <Button variant="primary" onClick={() => setOpen(false)}>
                {total === undefined ? 'Show orders' : `Show ${total.toLocaleString('en-US')}`}
              </Button>
            </>
          }
        >
          {fields}
          <Field label="Sort by">
            {(control) => (
              <Select {...control} value={sort} onChange={({ target }) => onSort(target.value as OrderSort)}>
                <option value="NEWEST">Newest first</option>
                <option value="ENDS_SOONEST">Ends soonest</option>
              </Select>
            )}
          </Field>
        </Dialog>
      )}
    </search>
  );
}
