import { type KeyboardEvent, type SubmitEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useClient } from 'urql';
import { Link, useLocation } from 'wouter';
import { aboutMovement, useCatalog } from '../data/catalog.ts';
import { failureText } from '../data/refusals.ts';
import { MOST_SEARCHED, useSettled } from '../data/use-fresh.ts';
import type { SearchQuery } from '../generated/graphql.ts';
import { graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextInput } from '../kit/fields.tsx';
import { DateTime, dayOf, Money } from '../kit/figures.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Badge, ErrorNote, StatusBadge } from '../kit/Page.tsx';
import { listed, t } from '../texts/texts.tsx';
import styles from './Layout.module.css';

const IS_MAC = navigator.platform.startsWith('Mac');

/** The button, and the key Ctrl+K, on a Mac Cmd+K, that find orders, movements and keys on every page. */
export function Search() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // By its place, too: other alphabets have another letter there.
      const isKey = event.key.toLowerCase() === 'k' || event.code === 'KeyK';
      if (!isKey || event.altKey || event.shiftKey || !(IS_MAC ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      // What another dialog shows might be lost.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        className={styles['search']}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{t('search-title')}</span>
        <span aria-hidden="true">{IS_MAC ? '⌘K' : 'Ctrl K'}</span>
      </Button>
      {/* Its heading is none of the page's header. */}
      {open && createPortal(<SearchDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

const SEARCH = graphql(`
  query Search($text: String!) {
    search(text: $text) {
      id
      ... on Order {
        tier
        type
        country
        quantity
        status
        label
      }
      ... on Movement {
        at
        amountUsd
        ...AboutMovement
      }
      ... on ApiKey {
        name
        prefix
        disabled
      }
    }
  }
`);

type Found = SearchQuery['search'][number];

interface Answer {
  text: string;
  found?: readonly Found[] | undefined;
  failure?: string | undefined;
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [, navigate] = useLocation();
  const { nameOf } = useCatalog();
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const text = typed.trim();
  const current = answer?.text === text ? answer : undefined;
  const found = current?.found ?? [];
  const ask = async (asked: string): Promise<Answer> => {
    const { data, error } = await client.query(SEARCH, { text: asked }, { requestPolicy: 'network-only' });
    return { text: asked, found: data?.search, failure: error && failureText(error) };
  };
  const settled = useSettled(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a text.
  useEffect(() => {
    if (settled === '') return;
    let isMeant = true;
    ask(settled).then((next) => isMeant && setAnswer(next));
    return () => {
      isMeant = false;
    };
  }, [settled]);
  // Often before the answer is there.
  const openFirst = async (event: SubmitEvent) => {
    event.preventDefault();
    const [first] = current?.found ?? (await ask(text)).found ?? [];
    if (!first) return;
    navigate(placeOf(first));
    onClose();
  };
  return (
    <Dialog title={t('search-title')} onClose={onClose}>
      <form className="grid gap-3" onSubmit={openFirst} onKeyDown={byArrows}>
        <TextInput
          aria-label={t('search-field')}
          placeholder={t('search-placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MOST_SEARCHED}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className={styles['hits']}>
          <ErrorNote message={current?.failure} />
          <p role="status" className="dim small" style={{ paddingBottom: 'var(--s2)' }}>
            {current?.failure === undefined && summary(text, current && found.length)}
          </p>
          <ul>
            {found.map((hit) => {
              const [title, facts, end] = partsOf(hit, nameOf);
              return (
                <li key={hit.id}>
                  <Link
                    href={placeOf(hit)}
                    className={`row middle between gap-3 ${styles['hit']}`}
                    onClick={onClose}
                  >
                    <span className="grid narrow anywhere">
                      <span className="strong">{title}</span>
                      <span className="dim small">{facts}</span>
                    </span>
                    {end}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      </form>
    </Dialog>
  );
}

/** The count is undefined until it is known. */
function summary(text: string, count: number | undefined): string {
  if (text === '') return t('search-what');
  if (count === undefined) return t('search-waiting');
  return count === 0 ? t('search-none', { text }) : t('search-found', { count });
}

function byArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops.at((at + step) % stops.length)?.focus();
  event.preventDefault();
}

function partsOf(hit: Found, nameOf: ReturnType<typeof useCatalog>['nameOf']) {
  if ('quantity' in hit) {
    const { id, country, quantity, label } = hit;
    const facts = t('search-order-facts', { product: nameOf(hit), country, count: quantity });
    const title = listed(t('order-title', { id }), label);
    return [title, facts, <StatusBadge key="end" status={hit.status} />];
  }
  if ('amountUsd' in hit) {
    return [
      aboutMovement(hit, nameOf),
      <DateTime key="facts" at={hit.at} />,
      <Money key="end" usd={hit.amountUsd} />,
    ];
  }
  if (!('prefix' in hit)) return [hit.id];
  const end = hit.disabled && <Badge key="end">{t('key-disabled')}</Badge>;
  return [t('search-key', { prefix: hit.prefix }), hit.name, end];
}

/** The page that has it: of a movement, the statement of its day. */
function placeOf(hit: Found): string {
  if (!('amountUsd' in hit)) return 'prefix' in hit ? '/access' : `/orders/${hit.id}`;
  const day = dayOf(new Date(hit.at));
  return `/statement?from=${day}&to=${day}`;
}
