import { useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { useChange } from '../../data/refusals.ts';
import type { ListsCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog, FormDialog } from '../../kit/Dialog.tsx';
import { Checkbox, NumberField, SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { Card, CopyLine } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { t } from '../../texts/texts.tsx';
import { useWhenFresh } from './changes.tsx';
import { Confirm } from './dialogs.tsx';

const LISTS_CARD = graphql(`
  fragment ListsCard on Viewer {
    id
    proxyLists {
      id
      name
      prefix
      orderIds
      filter
      allowedIps
      lastUsedAt
    }
  }
`);

type ProxyList = ListsCardFragment['proxyLists'][number];

const REVOKE = graphql(`
  mutation RevokeProxyList($id: ID!) {
    revokeProxyList(input: { id: $id }) {
      ... on RevokeProxyListSuccess {
        viewer {
          ...ListsCard
        }
      }
      ...Refusal
    }
  }
`);

export function ListsCard({ viewer }: { viewer: FragmentType<typeof LISTS_CARD> }) {
  const { proxyLists: lists } = fieldsOf(LISTS_CARD, viewer);
  const [open, setOpen] = useState<'new' | { url: string } | { revoked: ProxyList }>();
  const whenFresh = useWhenFresh();
  const close = () => setOpen(undefined);
  return (
    <Card
      title={t('plist-list')}
      flush
      action={<Button onClick={() => whenFresh(() => setOpen('new'))}>{t('plist-new')}</Button>}
    >
      <Table
        caption={t('plist-list')}
        rows={lists}
        nothing={[t('plist-none'), t('plist-why')]}
        columns={[
          {
            title: t('plist-head'),
            cell: ({ name, prefix }) => (
              <div className="anywhere">
                <div className="strong">{name}</div>
                <code>{prefix}…</code>
              </div>
            ),
          },
          { title: t('token-orders'), cell: (list) => <span className="anywhere">{ordersOf(list)}</span> },
          {
            title: t('key-from'),
            cell: ({ allowedIps }) => (
              <span className="anywhere">{allowedIps.join(', ') || t('key-any-address')}</span>
            ),
          },
          {
            title: t('access-last-used'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('access-not-used')),
          },
          {
            title: t('token-revoke'),
            isAction: true,
            cell: (list) => (
              <Button
                aria-label={t('plist-revoke-named', { name: list.name, prefix: list.prefix })}
                onClick={() => setOpen({ revoked: list })}
              >
                {t('token-revoke')}
              </Button>
            ),
          },
        ]}
      />
      {open === 'new' && <NewList onCreated={(url) => setOpen({ url })} onClose={close} />}
      {typeof open === 'object' && 'url' in open && <Addresses url={open.url} onClose={close} />}
      {typeof open === 'object' && 'revoked' in open && (
        <Confirm
          title={t('plist-revoke-title', { name: open.revoked.name })}
          action={t('plist-revoke-action')}
          mutation={REVOKE}
          variables={{ id: open.revoked.id }}
          told={t('plist-revoked', { name: open.revoked.name })}
          onClose={close}
        >
          {t('plist-revoke-means')}
        </Confirm>
      )}
    </Card>
  );
}

function ordersOf({ orderIds, filter }: ProxyList): string {
  if (orderIds) return t('plist-named', { count: orderIds.length });
  return Object.values(filter ?? {}).join(', ') || t('plist-all');
}

const CREATE = graphql(`
  mutation CreateProxyList($input: CreateProxyListInput!) {
    createProxyList(input: $input) {
      ... on CreateProxyListSuccess {
        url
        viewer {
          ...ListsCard
        }
      }
      ...Refusal
    }
  }
`);

/** The service takes longer names, and more lines of an order, no more. */
const MOST_CHARACTERS = 50;
const MOST_LINES = 1_000;
/** As long as a customer, which is as long as a label. */
const MOST_OF_ANNOTATION = 64;

function NewList({ onCreated, onClose }: { onCreated: (url: string) => void; onClose: () => void }) {
  const { tiers = [] } = useCatalog();
  const [name, setName] = useState('');
  const [filter, setFilter] = useState({ customer: '', search: '', product: '[]', country: '' });
  const [count, setCount] = useState(1);
  const [sticky, setSticky] = useState(false);
  const [networks, setNetworks] = useState('');
  const { busy, refusal, change } = useChange(['name', 'count', 'allowedIps']);
  const setOf = (field: keyof typeof filter) => (value: string) => setFilter({ ...filter, [field]: value });
  const create = async () => {
    const [tier, type] = JSON.parse(filter.product) as string[];
    const given = { customer: filter.customer, search: filter.search, tier, type };
    const texts = { ...given, country: filter.country.toUpperCase() };
    const trimmed = Object.entries(texts).map(([field, value]) => [field, value?.trim() || null]);
    const input = { name: name.trim(), filter: Object.fromEntries(trimmed), count, sticky };
    const { done } = await change(CREATE, { input: { ...input, allowedIps: wordsOf(networks) } });
    if (done) onCreated(done.url);
  };
  return (
    <FormDialog
      title={t('plist-new-title')}
      action={t('plist-create')}
      problem={refusal.above}
      onSubmit={create}
      {...{ busy, onClose }}
    >
      <TextField
        label={t('access-name')}
        hint={t('plist-name-hint')}
        maxLength={MOST_CHARACTERS}
        value={name}
        onChange={setName}
        error={refusal.at['name']}
      />
      <p className="dim">{t('plist-which')}</p>
      {(['customer', 'search', 'country'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`plist-by-${field}`)}
          optional
          hint={field === 'country' ? t('plist-country-hint') : undefined}
          maxLength={MOST_OF_ANNOTATION}
          value={filter[field]}
          onChange={setOf(field)}
        />
      ))}
      <SelectField label={t('list-column-product')} value={filter.product} onChange={setOf('product')}>
        <option value="[]">{t('filter-all')}</option>
        {tiers.map((tier) => (
          <optgroup key={tier.id} label={tier.name}>
            <option value={JSON.stringify([tier.code])}>{t('filter-all-of', { name: tier.name })}</option>
            {tier.types.map(({ id, code, name: typeName }) => (
              <option key={id} value={JSON.stringify([tier.code, code])}>
                {typeName}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <NumberField
        label={t('plist-count')}
        hint={t('plist-count-hint')}
        min={1}
        max={MOST_LINES}
        value={count}
        onChange={setCount}
        error={refusal.at['count']}
      />
      <Checkbox checked={sticky} onChange={setSticky}>
        {t('plist-sticky')}
      </Checkbox>
      <TextField
        label={t('key-from')}
        optional
        hint={t('key-from-hint')}
        spellCheck={false}
        autoCapitalize="off"
        value={networks}
        onChange={setNetworks}
        error={refusal.at['allowedIps']}
      />
    </FormDialog>
  );
}

/** What follows the address, by the form of what it gives then. */
const FORMS = {
  txt: '',
  url: `?template=${encodeURIComponent('{protocol}://{login}:{password}@{host}:{port}')}`,
  csv: '?format=csv',
  json: '?format=json',
};

/** The address for each form, until somebody says that it is stored. */
function Addresses({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('plist-made')}
      onClose={onClose}
      irreplaceable
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('access-stored')}
        </Button>
      }
    >
      <p>
        <strong>{t('access-shown-once')}</strong> {t('plist-store-it')}
      </p>
      {Object.entries(FORMS).map(([form, query]) => (
        <div key={form} className="grid gap-2">
          <span className="strong">{t('plist-form', { form })}</span>
          <CopyLine text={`${url}${query}`} what={t('plist-address', { form })} />
        </div>
      ))}
    </Dialog>
  );
}
