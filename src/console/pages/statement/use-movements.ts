import { useCallback, useEffect, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { failureText } from '../../data/refusals.ts';
import type { StatementMovementsQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { argumentsOf, isBackward, type StatementFilter } from './FilterForm.tsx';

export const MOVEMENTS = graphql(`
  query StatementMovements(
    $first: Int!
    $after: String
    $from: DateTime
    $to: DateTime
    $kind: MovementKind
    $orderId: ID
  ) {
    viewer {
      id
      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {
        nodes {
          id
          at
          kind
          amountUsd
          balanceAfterUsd
          reference
          description
          order {
            id
            label
            customer
          }
          ...AboutMovement
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const PAGE_ROWS = 100;
/** More rows make the page slow; older ones are reached by days. */
export const MOST_ROWS = 2_000;

type Page = StatementMovementsQuery['viewer']['statement'];
export type Movement = Page['nodes'][number];

interface State {
  /** Newest first; undefined until the first page is here. */
  rows?: Page['nodes'];
  endCursor?: string | null;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last request has no answer, and what to do. */
  failure?: string;
}

export interface LoadedMovements extends State {
  loadMore: () => void;
  /** Puts what is new before the rows. */
  catchUp: () => void;
}

const WAITING: State = { hasMore: false, isLoading: true };

/**
 * The transactions that a filter selects, page after page. A list that pages are joined to by their cursors
 * loses rows when its first page is asked for again, so the newest page is laid over the rows by their ids.
 */
export function useMovements(filter: StatementFilter): LoadedMovements {
  const client = useClient();
  const [state, setState] = useState<State>(WAITING);
  const wanted = JSON.stringify(filter);
  const current = useRef(wanted);

  const ask = useCallback(
    async (after: string | null, join: (page: Page, state: State) => State) => {
      const asked = JSON.parse(wanted) as StatementFilter;
      const variables = { first: PAGE_ROWS, after, ...argumentsOf(asked) };
      const { data, error } = await client.query(MOVEMENTS, variables, { requestPolicy: 'network-only' });
      if (current.current !== wanted) return;
      setState((before) => (data ? join(data.viewer.statement, before) : failed(before, error)));
    },
    [client, wanted],
  );

  useEffect(() => {
    current.current = wanted;
    setState(WAITING);
    if (!isBackward(JSON.parse(wanted))) ask(null, first);
    return () => {
      current.current = '';
    };
  }, [ask, wanted]);

  return {
    ...state,
    loadMore() {
      setState(({ failure: _failure, ...before }) => ({ ...before, isLoading: true }));
      if (state.rows) ask(state.endCursor ?? null, appended);
      else ask(null, first);
    },
    catchUp: () => void ask(null, caughtUp),
  };
}

function first({ nodes, pageInfo }: Page): State {
  return { rows: nodes, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage, isLoading: false };
}

function appended(page: Page, { rows = [] }: State): State {
  return { ...first(page), rows: [...rows, ...page.nodes] };
}

/** When more has happened than a page holds, the list begins anew: it must have no gap. */
function caughtUp(page: Page, state: State): State {
  const fresh = new Set(page.nodes.map(({ id }) => id));
  const older = state.rows?.filter(({ id }) => !fresh.has(id)) ?? [];
  const overlaps = state.rows !== undefined && older.length < state.rows.length;
  if (!overlaps) return first(page);
  return { ...state, rows: [...page.nodes, ...older] };
}

function failed(state: State, error: CombinedError | undefined): State {
  return { ...state, isLoading: false, ...(error && { failure: failureText(error) }) };
}
