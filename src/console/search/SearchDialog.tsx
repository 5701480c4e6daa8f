import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useLocation } from 'wouter';
import { useCatalog } from '../data/catalog.ts';
import { openedOrders } from '../data/opened-orders.ts';
import { failureText } from '../data/refusals.ts';
import { useSettled } from '../data/use-refresh.ts';
import type { SearchFoundFragment, SearchMatch } from '../generated/graphql.ts';
import { fieldsOf, graphql } from '../generated/index.ts';
import { classNames } from '../kit/class-names.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { DateTime, Money } from '../kit/figures.tsx';
import { Badge, ErrorNote, StatusBadge } from '../kit/Page.tsx';
import styles from './SearchDialog.module.css';

const FOUND = graphql(`
  fragment SearchFound on Node {
    __typename
    id
    ... on Order {
      tier
      type
      country
      quantity
      status
    }
    ... on Movement {
      at
      amountUsd
      description
    }
    ... on ApiKey {
      prefix
      disabled
    }
  }
`);

const SEARCH = graphql(`
  query Search($text: String!) {
    search(text: $text) {
      match
      matched
      found {
        ...SearchFound
      }
    }
  }
`);

const OPENED = graphql(`
  query OpenedOrders($ids: [ID!]!) {
    nodes(ids: $ids) {
      ...SearchFound
    }
  }
`);

/** The service takes no longer text. */
const MOST_CHARACTERS = 200;

interface Hit {
  found: SearchFoundFragment;
  why?: string | undefined;
}

/** Undefined while it is not known. */
function useHits(text: string): { hits: Hit[] | undefined; failure: string | undefined } {
  const [ids] = useState(openedOrders);
  const isNothing = text === '';
  const [opened] = useQuery({ query: OPENED, variables: { ids }, pause: !isNothing || ids.length === 0 });
  const [searched] = useQuery({
    query: SEARCH,
    variables: { text },
    pause: isNothing,
    requestPolicy: 'network-only',
  });
  // A result may be that of the text before.
  const isAnswered = isNothing || searched.operation?.variables.text === text;
  const { error } = isNothing ? opened : searched;
  if (error && isAnswered) return { hits: undefined, failure: failureText(error) };
  if (isNothing) {
    const nodes = ids.length === 0 ? [] : opened.data?.nodes;
    const known = nodes?.flatMap((node) => (node ? [{ found: fieldsOf(FOUND, node) }] : []));
    return { hits: known, failure: undefined };
  }
  const found = isAnswered ? searched.data?.search : undefined;
  const hits = found?.map((hit) => ({
    found: fieldsOf(FOUND, hit.found),
    why: WHY[hit.match]?.(hit.matched),
  }));
  return { hits, failure: undefined };
}

/** Nothing for a number, which the title has. */
const WHY: Partial<Record<SearchMatch, (matched: string) => string>> = {
  PROXY_ADDRESS: (matched) => `Proxy ${matched}`,
  PROXY_LOGIN: (matched) => `Login ${matched}`,
  REFERENCE: (matched) => `Reference ${matched}`,
};

/** Finds orders, movements and keys, and goes to one. Before anything is typed: orders opened last. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const wanted = typed.trim();
  const { settled, now } = useSettled(wanted);
  const { hits, failure } = useHits(settled);
  const isCurrent = settled === wanted && hits !== undefined;
  const shown = hits ?? [];

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    navigate(placeOf(hit.found));
    onClose();
  };
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // Enter was pressed before the answer was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an answer.
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    open(shown[active]);
  }, [isEntered, isCurrent]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = shown.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? Math.max(last, 0) : active - 1);
    else if (event.key === 'Enter' && isCurrent) open(shown[active]);
    else if (event.key === 'Enter') {
      setEntered(true);
      now();
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        ref={input}
        className={styles['input']}
        type="text"
        role="combobox"
        aria-label="Order number, proxy address, login, reference or key"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
        placeholder="Order number, address, login…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MOST_CHARACTERS}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['hits']}>
        <ErrorNote message={failure} />
        <p role="status" className="dim small" style={{ padding: '0 var(--s2) var(--s2)' }}>
          {isCurrent ? summary(wanted, shown.length) : !failure && 'Searching…'}
        </p>
        <div ref={list} id={listId} role="listbox" aria-label="Found">
          {shown.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and takes the keys.
            <div
              key={hit.found.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classNames('row middle between gap-3', styles['hit'])}
              // The input keeps the focus: a press must not take it away before the click.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => open(hit)}
            >
              <HitLine {...hit} />
            </div>
          ))}
        </div>
        {isCurrent && wanted !== '' && shown.length === 0 && <WhatIsFound />}
      </div>
    </Dialog>
  );
}

function summary(wanted: string, count: number): string {
  if (wanted === '') return count > 0 ? 'Opened last' : 'Orders that you open are listed here.';
  if (count === 0) return `Nothing found for “${wanted}”.`;
  return `${count} found`;
}

function WhatIsFound() {
  return (
    <div className="grid gap-1 dim small" style={{ padding: '0 var(--s2)' }}>
      <p>You can search for:</p>
      <ul className="grid gap-1" style={{ paddingLeft: 'var(--s4)', listStyle: 'disc' }}>
        <li>an order’s number, or how it begins</li>
        <li>a proxy’s address, with or without its port</li>
        <li>a login, among your 1,000 newest orders that are not expired</li>
        <li>the reference of a payment, as the statement has it</li>
        <li>how an API key begins, such as prk_</li>
      </ul>
    </div>
  );
}

function HitLine({ found, why }: Hit) {
  const { nameOf } = useCatalog();
  const [title, facts, end] = linesOf(found, nameOf);
  return (
    <>
      <span className="grid narrow anywhere">
        <span className="strong">{title}</span>
        {facts && <span className="dim small">{facts}</span>}
        {why && <span className="small">{why}</span>}
      </span>
      {end}
    </>
  );
}

function linesOf(found: SearchFoundFragment, nameOf: ReturnType<typeof useCatalog>['nameOf']) {
  if (found.__typename === 'TermOrder' || found.__typename === 'LuxuryOrder') {
    const count = found.quantity > 1 ? `, ${found.quantity} proxies` : '';
    const facts = `${nameOf(found)}, ${found.country === 'ANY' ? 'any country' : found.country}${count}`;
    return [`Order ${found.id}`, facts, <StatusBadge key="end" status={found.status} />];
  }
  if (found.__typename === 'Movement')
    return [
      found.description,
      <DateTime key="facts" at={found.at} />,
      <span key="end" className="strong nowrap">
        <Money usd={found.amountUsd} />
      </span>,
    ];
  if (found.__typename === 'ApiKey')
    return [`API key ${found.prefix}…`, '', found.disabled && <Badge key="end">Disabled</Badge>];
  return [found.id];
}

/** The page that has it: of a movement, the statement of its day. */
function placeOf(found: SearchFoundFragment): string {
  if (found.__typename === 'Movement') {
    const day = found.at.slice(0, 'yyyy-mm-dd'.length);
    return `/statement?from=${day}&to=${day}`;
  }
  return found.__typename === 'ApiKey' ? '/access' : `/orders/${found.id}`;
}
