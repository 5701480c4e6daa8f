import { useEffect, useRef, useState } from 'react';
import { productNames, type Tiers } from '../../data/catalog.ts';
import { MOST_SEARCHED } from '../../data/use-fresh.ts';
import { ANY_COUNTRY, countryName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { type Choice, ComboField } from '../../kit/ComboField.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../kit/fields.tsx';
import { LANGUAGE, t } from '../../texts/texts.tsx';
import styles from './OrdersPage.module.css';
import { ENDS_IN_DAYS, type OrderFilter, SORTS, type Sort, STATUS_NAMES } from './order-list.ts';

interface FilterBarProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  tiers: Tiers | undefined;
  /** How many orders there are with this filter; undefined until it is known. */
  total: number | undefined;
}

/** The filters in a line; on a phone all but the search in a sheet, with the order of the list. */
export function FilterBar({ filter, onChange, sort, onSort, tiers, total }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { search = '', ...others } = filter;
  const { tier, type, ...single } = others;
  const count = Object.keys(single).length + (tier || type ? 1 : 0);
  const fields = <FilterFields {...{ filter, onChange, tiers }} />;
  return (
    <search className={`grid gap-3 ${styles['bar']}`}>
      <TypedField
        label={t('filter-search')}
        placeholder={t('filter-search-begins')}
        maxLength={MOST_SEARCHED}
        value={search}
        onChange={(text) => onChange(text === '' ? others : { ...others, search: text })}
      />
      <div className={styles['fields']}>{fields}</div>
      <div className={styles['opener']}>
        <Button onClick={() => setOpen(true)}>{t('filter-title', { count })}</Button>
      </div>
      <div className={styles['clear']}>
        <Button
          variant="quiet"
          aria-label={t('filter-clear-heard')}
          disabled={count === 0 && search === ''}
          onClick={() => onChange({})}
        >
          {t('filter-clear')}
        </Button>
      </div>
      {isOpen && (
        <Dialog
          title={t('filter-title', { count: 0 })}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button disabled={count === 0} onClick={() => onChange(search ? { search } : {})}>
                {t('filter-clear')}
              </Button>
              <Button variant="primary" onClick={() => setOpen(false)}>
                {total === undefined ? t('filter-show') : t('filter-show-count', { count: total })}
              </Button>
            </>
          }
        >
          {fields}
          <SelectField
            label={t('filter-sort')}
            value={sort}
            options={Object.keys(SORTS).map((name) => [name, t('list-sort', { sort: name })])}
            onChange={(value) => onSort(value as Sort)}
          />
        </Dialog>
      )}
    </search>
  );
}

type FilterFieldsProps = Pick<FilterBarProps, 'filter' | 'onChange' | 'tiers'>;

function FilterFields({ filter, onChange, tiers = [] }: FilterFieldsProps) {
  const { statuses = [], tier = '', type = '', country, customer = '', endsInDays } = filter;
  const change = (some: Partial<Record<keyof OrderFilter, unknown>>) =>
    onChange(onlyGiven({ ...filter, ...some }));
  const isSold = tiers.some(
    ({ code, types }) => code === tier && (!type || types.some((one) => one.code === type)),
  );
  const { tierName, typeName } = productNames(tiers, { tier, type });
  return (
    <>
      <SelectField
        label={t('list-column-product')}
        value={productValue(tier, type)}
        onChange={(value) => {
          const [chosenTier, chosenType] = JSON.parse(value) as string[];
          change({ tier: chosenTier, type: chosenType });
        }}
      >
        <option value={productValue('', '')}>{t('filter-all')}</option>
        {tiers.map((one) => (
          <optgroup key={one.id} label={one.name}>
            <option value={productValue(one.code, '')}>{t('filter-all-of', { name: one.name })}</option>
            {one.types.map(({ id, code, name }) => (
              <option key={id} value={productValue(one.code, code)}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
        {!isSold && (tier || type) && (
          <option value={productValue(tier, type)}>
            {tierName} {typeName}
          </option>
        )}
      </SelectField>
      <ComboField
        label={t('list-column-country')}
        choices={countryChoices(country)}
        value={country}
        onChange={(value) => change({ country: value })}
        placeholder={t('filter-all')}
      />
      <TypedField
        label={t('annotation-customer')}
        placeholder={t('filter-customer-exactly')}
        maxLength={MOST_OF_CUSTOMER}
        value={customer}
        onChange={(value) => change({ customer: value })}
      />
      <SelectField
        label={t('filter-ends')}
        value={String(endsInDays ?? '')}
        options={[0, ...ENDS_IN_DAYS].map((days) => [`${days || ''}`, t('filter-ends-in', { days })])}
        onChange={(value) => change({ endsInDays: Number(value) })}
      />
      <fieldset className={`row wrap ${styles['statuses']}`}>
        <legend className="heard">{t('list-column-status')}</legend>
        {STATUS_NAMES.map((status) => (
          <Checkbox
            key={status}
            checked={statuses.includes(status)}
            onChange={(isChecked) => {
              const others = statuses.filter((other) => other !== status);
              const all = isChecked ? [...others, status] : others;
              change({ statuses: all.length > 0 ? all : undefined });
            }}
          >
            {t(`kit-status-${status}`)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

/** Codes may have any characters, so that none of them can stand between the two. */
function productValue(tier: string, type: string): string {
  return JSON.stringify([tier, type]);
}

function onlyGiven(filter: object): OrderFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as OrderFilter;
}

/** In ms: about the pause between two texts that somebody types, and not between two characters. */
const PAUSE_MS = 250;
/** The most characters of a customer that an order can have. */
const MOST_OF_CUSTOMER = 64;

interface TypedFieldProps {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

/** Looks for what is typed when the typing pauses. */
function TypedField({ value, onChange, ...texts }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sought, setSought] = useState(value);
  if (value !== sought) {
    setSought(value);
    if (value.trim() !== typed.trim()) setTyped(value);
  }
  // Whatever else changes on the page must not begin the pause anew.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => latest.current(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextField
      {...texts}
      type="search"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={typed}
      onChange={setTyped}
      onKeyDown={({ key }) => key === 'Enter' && onChange(typed.trim())}
    />
  );
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that the browser has a name for, and that are no countries: unions, and what stands for none. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let choices: readonly Choice[] | undefined;

/** All countries by name, since there are orders for countries that are sold no more. */
function countryChoices(chosen: string | undefined): readonly Choice[] {
  choices ??= [
    { value: ANY_COUNTRY, label: countryName(ANY_COUNTRY) },
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .map((value) => ({ value, label: countryName(value) }))
      .sort((a, b) => a.label.localeCompare(b.label, LANGUAGE)),
  ];
  const isKnown = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, label: chosen }];
}

/** A former code, such as DD, is that of another country now. */
function isCountry(code: string): boolean {
  return (
    !NO_COUNTRIES.has(code) &&
    countryName(code) !== code &&
    new Intl.Locale('und', { region: code }).region === code
  );
}
