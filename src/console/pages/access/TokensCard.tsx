import { useId, useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { MOST_SEARCHED, useSettled } from '../../data/use-refresh.ts';
import type { FrontendRight, TokenOrderFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { Card, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './AccessPage.module.css';
import { Confirm, FormDialog, Secret } from './dialogs.tsx';

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
      __typename
      ... on RevokeFrontendTokensSuccess {
        viewer {
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

const RIGHTS: Record<FrontendRight, string> = {
  READ_TRAFFIC: 'Traffic',
  READ_ORDER: 'Order and settings',
  READ_PROXIES: 'Proxies with passwords',
};

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
  const revoke = async (id: string, prefix: string) => {
    const { done } = await change(REVOKE, { tokenIds: [id] });
    if (done) toast(`${prefix}… has ended.`);
  };
  return (
    <Card
      title="Frontend tokens"
      flush
      action={
        <div className="row wrap end gap-2">
          {tokens.length > 1 && <Button onClick={() => setOpen('all')}>Revoke all</Button>}
          <Button onClick={() => setOpen('new')}>New token</Button>
        </div>
      }
    >
      <ErrorNote message={refusal.above} />
      <Table
        caption="Frontend tokens"
        rows={shown}
        nothing={[
          'No frontend tokens',
          'A token lets a page of your own show some orders to your customers, and do nothing else.',
        ]}
        columns={[
          { title: 'Token', cell: ({ prefix }) => <code>{prefix}…</code> },
          { title: 'Reads', cell: ({ allow }) => allow.map((right) => RIGHTS[right]).join(', ') },
          {
            title: 'Orders',
            cell: ({ orderIds }) => <span className="anywhere">{orderIds.join(', ')}</span>,
          },
          { title: 'Pages', cell: ({ origins }) => <span className="anywhere">{origins.join(', ')}</span> },
          { title: 'Ends', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
          {
            title: 'Revoke',
            isAction: true,
            cell: ({ id, prefix }) => (
              <Button busy={busy} aria-label={`Revoke ${prefix}`} onClick={() => revoke(id, prefix)}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
      {tokens.length > shown.length && (
        <div className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          <Button onClick={() => setShowsAll(true)}>Show all {tokens.length}</Button>
        </div>
      )}
      {showsAll && tokens.length === MOST_LISTED && (
        <p className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          These are the newest {MOST_LISTED}; there may be more.
        </p>
      )}
      {open === 'all' && (
        <Confirm
          title="Revoke all frontend tokens"
          action="Revoke all"
          mutation={REVOKE}
          variables={{ tokenIds: null }}
          told="All tokens have ended."
          onClose={close}
        >
          Every page that has one stops showing orders at once, also by tokens that are not in this list. None
          can be restored: your server has to make new ones.
        </Confirm>
      )}
      {open === 'new' && <NewToken onCreated={(secret) => setOpen({ secret })} onClose={close} />}
      {typeof open === 'object' && (
        <Secret title="The new token" secret={open.secret} what="the token" onClose={close} />
      )}
    </Card>
  );
}

const TOKEN_ORDER = graphql(`
  fragment TokenOrder on Order {
    id
    type
    country
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
      __typename
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

const LIFETIMES = [
  { seconds: 3_600, label: '1 hour' },
  { seconds: 8 * 3_600, label: '8 hours' },
  { seconds: 24 * 3_600, label: '24 hours' },
];
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
  const rights = (Object.keys(RIGHTS) as FrontendRight[]).filter(
    (right) => right !== 'READ_TRAFFIC' || hasTraffic,
  );
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
      title="New frontend token"
      action="Create the token"
      problem={refusal.above ?? failure}
      onSubmit={create}
      {...{ busy, onClose }}
    >
      <TextField
        label="Find an order"
        hint="By its number, a proxy’s address or a login. The newest active ones are listed."
        value={typed}
        spellCheck={false}
        maxLength={MOST_SEARCHED}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Choices
        legend="Orders"
        choices={orders?.map(({ id, type, country, product }) => ({
          value: id,
          label: `${id} · ${product?.name ?? type}, ${country === 'ANY' ? 'any country' : country}`,
        }))}
        none={text ? 'No order is found by this.' : 'There is no active order.'}
        chosen={orderIds}
        onChange={(ids) => setChosen(orders?.filter(({ id }) => ids.includes(id)) ?? [])}
        error={refusal.at['orderIds']}
      />
      <Choices
        legend="May read"
        choices={rights.map((value) => ({ value, label: RIGHTS[value] }))}
        chosen={allow}
        onChange={setAllow}
        error={refusal.at['allow']}
      />
      <TextField
        label="Pages"
        hint="Where it is used, such as https://shop.example, with spaces between them."
        error={refusal.at['origins']}
        value={origins}
        spellCheck={false}
        autoCapitalize="off"
        onChange={setOrigins}
      />
      <SelectField
        label="Ends after"
        error={refusal.at['expiresInSeconds']}
        value={`${expiresInSeconds}`}
        options={LIFETIMES.map(({ seconds, label }) => [`${seconds}`, label])}
        onChange={(seconds) => setLifetime(Number(seconds))}
      />
    </FormDialog>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  /** Undefined while they are asked for. */
  choices: readonly { value: Value; label: string }[] | undefined;
  /** Said when there is nothing to choose. */
  none?: string;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  error: string | undefined;
}

/** Any number out of a few. */
function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, choices, none, chosen, onChange, error } = props;
  const errorId = useId();
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={classNames('grid gap-2', styles['choices'])} aria-describedby={error && errorId}>
      <legend className="strong" style={{ padding: '0 var(--s1)' }}>
        {legend}
      </legend>
      {!choices && <Skeleton />}
      {choices?.length === 0 && <p className="dim">{none}</p>}
      {choices?.map(({ value, label }) => (
        <label key={value} className="row middle gap-2">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span className="anywhere">{label}</span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="small bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
