import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { MOST_SEARCHED, useSettled } from '../../data/use-refresh.ts';
import type { FrontendRight, TokenOrderFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { Choices, SelectField, TextField } from '../../kit/fields.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { Card, ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
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
  const [open, setOpen] = useState<'new' | 'all' | { secret: string }>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? tokens : tokens.slice(0, SHOWN_AT_FIRST);
  const { busy, refusal, change } = useChange();
  const close = () => setOpen(undefined);
  return (
    <Card
      title={t('token-list')}
      flush
      action={
        <div className="row wrap end gap-2">
          {tokens.length > 1 && <Button onClick={() => setOpen('all')}>{t('token-revoke-all')}</Button>}
          <Button onClick={() => setOpen('new')}>{t('token-new')}</Button>
        </div>
      }
    >
      <ErrorNote message={refusal.above} />
      <Table
        caption={t('token-list')}
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
      />
      {tokens.length > shown.length && (
        <div className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          <Button onClick={() => setShowsAll(true)}>{t('token-show-all', { count: tokens.length })}</Button>
        </div>
      )}
      {showsAll && tokens.length === MOST_LISTED && (
        <p className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          {t('token-newest', { count: MOST_LISTED })}
        </p>
      )}
      {open === 'all' && (
        <Confirm
          title={t('token-revoke-all-title')}
          action={t('token-revoke-all')}
          mutation={REVOKE}
          variables={{ tokenIds: null }}
          told={t('token-all-ended')}
          onClose={close}
        >
          {t('token-revoke-all-means')}
        </Confirm>
      )}
      {open === 'new' && <NewToken onCreated={(secret) => setOpen({ secret })} onClose={close} />}
      {typeof open === 'object' && (
        <Secret title={t('token-made')} secret={open.secret} what={t('token-what')} onClose={close} />
      )}
    </Card>
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
const FIELDS = ['orderIds', 'allow', 'origins', 'expiresInSeconds'];

function NewToken(props: { onCreated: (secret: string) => void; onClose: () => void }) {
  const { onCreated, onClose } = props;
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const variables = { text, isSearch: text !== '' };
  const { data, failure } = useFresh({ query: CHOICE_OF_ORDERS, variables });
  const [chosen, setChosen] = useState<readonly TokenOrderFragment[]>([]);
  const found = (data?.search ?? data?.orders?.nodes)?.flatMap((node) => {
    const order = fieldsOf(TOKEN_ORDER, node as FragmentType<typeof TOKEN_ORDER>);
    return 'billing' in order && chosen.every(({ id }) => id !== order.id) ? [order] : [];
  });
  const orders = found && [...chosen, ...found];
  const orderIds = chosen.map(({ id }) => id);
  const hasTraffic = chosen.some(({ billing }) => billing === 'PER_GB');
  const rights = RIGHTS.filter((right) => right !== 'READ_TRAFFIC' || hasTraffic);
  const [allow, setAllow] = useState<readonly FrontendRight[]>(['READ_TRAFFIC']);
  const [origins, setOrigins] = useState('');
  const [expiresInSeconds, setLifetime] = useState(3_600);
  const { busy, refusal, change } = useChange(FIELDS);
  const create = async () => {
    const pages = origins.split(/[\s,]+/).filter((page) => page !== '');
    const allowed = rights.filter((right) => allow.includes(right));
    const input = { orderIds, allow: allowed, origins: pages, expiresInSeconds };
    const { done } = await change(CREATE_TOKEN, { input });
    if (done) onCreated(done.secret);
  };
  return (
    <FormDialog
      title={t('token-new-title')}
      action={t('token-create')}
      problem={refusal.above ?? failure}
      onSubmit={create}
      {...{ busy, onClose }}
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
        chosen={orderIds}
        onChange={(ids) => setChosen(orders?.filter(({ id }) => ids.includes(id)) ?? [])}
        error={refusal.at['orderIds']}
      />
      <Choices
        legend={t('token-may-read')}
        choices={rights.map((value) => ({ value, label: rightName(value) }))}
        chosen={allow}
        onChange={setAllow}
        error={refusal.at['allow']}
      />
      <TextField
        label={t('token-pages')}
        hint={t('token-pages-hint')}
        error={refusal.at['origins']}
        value={origins}
        spellCheck={false}
        autoCapitalize="off"
        onChange={setOrigins}
      />
      <SelectField
        label={t('token-ends-after')}
        error={refusal.at['expiresInSeconds']}
        value={`${expiresInSeconds}`}
        options={LIFETIMES.map((hours) => [`${hours * 3_600}`, t('token-hours', { hours })])}
        onChange={(seconds) => setLifetime(Number(seconds))}
      />
    </FormDialog>
  );
}
