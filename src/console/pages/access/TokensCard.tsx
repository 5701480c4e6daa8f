import { type ReactNode, useState } from 'react';
import { useChange, useForm } from '../../data/refusals.ts';
import { MOST_SEARCHED, useFresh, useSettled } from '../../data/use-fresh.ts';
import type { FrontendRight, TokenOrderFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { Choices, SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { listed, t } from '../../texts/texts.tsx';
import { Confirm, Secret } from './dialogs.tsx';

const TOKENS_CARD = graphql(`
  fragment TokensCard on Viewer {
    id
    frontendTokens {
      id
      prefix
      orderIds
      allow
      origins
      expiresAt
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeFrontendTokens($tokenIds: [ID!]) {
    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {
      ... on RevokeFrontendTokensSuccess {
        viewer {
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

const RIGHTS: readonly FrontendRight[] = ['READ_TRAFFIC', 'READ_ORDER', 'READ_PROXIES'];
const rightName = (right: FrontendRight) => t(`token-${right}`);

/** A reseller with a token for each customer finds sessions and passkeys below the list. */
const SHOWN_AT_FIRST = 20;
/** The service lists no more. */
const MOST_LISTED = 200;

export function TokensCard({ viewer }: { viewer: FragmentType<typeof TOKENS_CARD> }) {
  const { frontendTokens: tokens } = fieldsOf(TOKENS_CARD, viewer);
  const [dialog, open] = useState<ReactNode>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? tokens : tokens.slice(0, SHOWN_AT_FIRST);
  const { busy, refusal, change } = useChange();
  const close = () => open(undefined);
  const show = (secret: string) =>
    open(<Secret title={t('token-made')} secret={secret} what={t('token-what')} onClose={close} />);
  const revokeAll = () =>
    open(
      <Confirm
        title={t('token-revoke-all-title')}
        action={t('token-revoke-all')}
        mutation={REVOKE}
        variables={{ tokenIds: null }}
        told={t('token-all-ended')}
        onClose={close}
      >
        {t('token-revoke-all-means')}
      </Confirm>,
    );
  return (
    <TableCard
      title={t('token-list')}
      action={
        <div className="row wrap end gap-2">
          {tokens.length > 1 && <Button onClick={revokeAll}>{t('token-revoke-all')}</Button>}
          <Button onClick={() => open(<NewToken onCreated={show} onClose={close} />)}>
            {t('token-new')}
          </Button>
        </div>
      }
      problem={refusal.above}
      rows={shown}
      nothing={[t('token-none'), t('token-why')]}
      columns={[
        { title: t('token-head'), cell: ({ prefix }) => <code>{prefix}…</code> },
        { title: t('token-reads'), cell: ({ allow }) => allow.map(rightName).join(', ') },
        {
          title: t('token-orders'),
          cell: ({ orderIds }) => <span className="anywhere">{orderIds.join(', ')}</span>,
        },
        {
          title: t('token-pages'),
          cell: ({ origins }) => <span className="anywhere">{origins.join(', ')}</span>,
        },
        { title: t('token-ends'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
        {
          title: t('token-revoke'),
          isAction: true,
          cell: ({ id, prefix }) => (
            <Button
              busy={busy}
              aria-label={t('token-revoke-named', { prefix })}
              onClick={() => change(REVOKE, { tokenIds: [id] }, t('token-ended', { prefix }))}
            >
              {t('token-revoke')}
            </Button>
          ),
        },
      ]}
    >
      {tokens.length > shown.length && (
        <div className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          <Button onClick={() => setShowsAll(true)}>{t('show-all', { count: tokens.length })}</Button>
        </div>
      )}
      {showsAll && tokens.length === MOST_LISTED && (
        <p className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          {t('token-newest', { count: MOST_LISTED })}
        </p>
      )}
      {dialog}
    </TableCard>
  );
}

const TOKEN_ORDER = graphql(`
  fragment TokenOrder on Order {
    id
    type
    country
    label
    billing
    product {
      id
      name
    }
  }
`);

const CHOICE_OF_ORDERS = graphql(`
  query ChoiceOfOrders($text: String!, $isSearch: Boolean!) {
    orders(first: 50, status: ACTIVE) @skip(if: $isSearch) {
      nodes {
        ...TokenOrder
      }
    }
    search(text: $text) @include(if: $isSearch) {
      ...TokenOrder
    }
  }
`);

const CREATE_TOKEN = graphql(`
  mutation CreateFrontendToken($input: CreateFrontendTokenInput!) {
    createFrontendToken(input: $input) {
      ... on CreateFrontendTokenSuccess {
        secret
        viewer {
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

/** In hours. */
const LIFETIMES = [1, 8, 24];

function NewToken({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const variables = { text, isSearch: text !== '' };
  const { data, failure } = useFresh({ query: CHOICE_OF_ORDERS, variables });
  const { values, field, change, form } = useForm({
    orderIds: [] as readonly TokenOrderFragment[],
    allow: ['READ_TRAFFIC'] as readonly FrontendRight[],
    origins: '',
    expiresInSeconds: '3600',
  });
  const { orderIds: chosen, allow } = values;
  const found = (data?.search ?? data?.orders?.nodes)?.flatMap((node) => {
    const order = fieldsOf(TOKEN_ORDER, node as FragmentType<typeof TOKEN_ORDER>);
    return 'billing' in order && chosen.every(({ id }) => id !== order.id) ? [order] : [];
  });
  const orders = found && [...chosen, ...found];
  const orderIds = chosen.map(({ id }) => id);
  const hasTraffic = chosen.some(({ billing }) => billing === 'PER_GB');
  const rights = RIGHTS.filter((right) => right !== 'READ_TRAFFIC' || hasTraffic);
  const create = async () => {
    const origins = wordsOf(values.origins);
    const allowed = rights.filter((right) => allow.includes(right));
    const expiresInSeconds = Number(values.expiresInSeconds);
    const input = { orderIds, allow: allowed, origins, expiresInSeconds };
    const { done } = await change(CREATE_TOKEN, { input });
    if (done) onCreated(done.secret);
  };
  const { onChange: choose, error } = field('orderIds');
  return (
    <FormDialog
      title={t('token-new-title')}
      action={t('token-create')}
      onSubmit={create}
      {...{ ...form, problem: form.problem ?? failure, onClose }}
    >
      <TextField
        label={t('token-find')}
        hint={t('token-find-hint')}
        value={typed}
        spellCheck={false}
        maxLength={MOST_SEARCHED}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Choices
        legend={t('token-orders')}
        choices={orders?.map(({ id, type, country, label, product }) => ({
          value: id,
          label: listed(t('token-order', { id, product: product?.name ?? type, country }), label),
        }))}
        none={text ? t('token-none-found') : t('token-none-active')}
        value={orderIds}
        onChange={(ids) => choose(orders?.filter(({ id }) => ids.includes(id)) ?? [])}
        error={error}
      />
      <Choices
        legend={t('token-may-read')}
        choices={rights.map((value) => ({ value, label: rightName(value) }))}
        {...field('allow')}
      />
      <TextField
        label={t('token-pages')}
        hint={t('token-pages-hint')}
        spellCheck={false}
        autoCapitalize="off"
        {...field('origins')}
      />
      <SelectField
        label={t('token-ends-after')}
        options={LIFETIMES.map((hours) => [`${hours * 3_600}`, t('token-hours', { hours })])}
        {...field('expiresInSeconds')}
      />
    </FormDialog>
  );
}
