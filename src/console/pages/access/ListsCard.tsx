import { type ReactNode, useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { useForm } from '../../data/refusals.ts';
import type { ListsCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog, FormDialog } from '../../kit/Dialog.tsx';
import { Checkbox, NumberField, SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { CopyLine } from '../../kit/Page.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { t } from '../../texts/texts.tsx';
import { Confirm, useWhenFresh } from './dialogs.tsx';
import { allowedFrom, lastUse, Named, NetworksField } from './KeysCard.tsx';

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
  const { proxyLists } = fieldsOf(LISTS_CARD, viewer);
  const [dialog, open] = useState<ReactNode>();
  const whenFresh = useWhenFresh();
  const close = () => open(undefined);
  const add = () =>
    open(<NewList onCreated={(url) => open(<Addresses url={url} onClose={close} />)} onClose={close} />);
  const revoke = ({ id, name }: ProxyList) =>
    open(
      <Confirm
        title={t('plist-revoke-title', { name })}
        action={t('plist-revoke-action')}
        mutation={REVOKE}
        variables={{ id }}
        told={t('plist-revoked', { name })}
        onClose={close}
      >
        {t('plist-revoke-means')}
      </Confirm>,
    );
  return (
    <TableCard
      title={t('plist-list')}
      action={<Button onClick={() => whenFresh(add)}>{t('plist-new')}</Button>}
      rows={proxyLists}
      nothing={[t('plist-none'), t('plist-why')]}
      columns={[
        { title: t('plist-head'), cell: Named },
        { title: t('token-orders'), cell: (list) => <span className="anywhere">{ordersOf(list)}</span> },
        { title: t('key-from'), cell: allowedFrom },
        { title: t('access-last-used'), cell: lastUse },
        {
          title: t('token-revoke'),
          isAction: true,
          cell: (list) => (
            <Button
              aria-label={t('plist-revoke-named', { name: list.name, prefix: list.prefix })}
              onClick={() => revoke(list)}
            >
              {t('token-revoke')}
            </Button>
          ),
        },
      ]}
    >
      {dialog}
    </TableCard>
  );
}

function ordersOf({ orderIds, filter }: ProxyList): string {
  if (orderIds) return t('plist-named', { count: orderIds.length });
  return Object.values(filter ?? {}).join(', ') || t('filter-all');
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
  const { values, field, change, form } = useForm({
    ...{ name: '', customer: '', search: '', country: '', product: '[]' },
    ...{ count: 1, sticky: false, allowedIps: '' },
  });
  const { name, customer, search, country, count, sticky } = values;
  const create = async () => {
    const [tier, type] = JSON.parse(values.product) as string[];
    const texts = { customer, search, tier, type, country: country.toUpperCase() };
    const trimmed = Object.entries(texts).map(([filter, value]) => [filter, value?.trim() || null]);
    const input = { name: name.trim(), filter: Object.fromEntries(trimmed), count, sticky };
    const { done } = await change(CREATE, { input: { ...input, allowedIps: wordsOf(values.allowedIps) } });
    if (done) onCreated(done.url);
  };
  const { value: isSticky, onChange: onSticky } = field('sticky');
  return (
    <FormDialog
      title={t('plist-new-title')}
      action={t('plist-create')}
      onSubmit={create}
      {...{ ...form, onClose }}
    >
      <TextField
        label={t('access-name')}
        hint={t('plist-name-hint')}
        maxLength={MOST_CHARACTERS}
        {...field('name')}
      />
      <p className="dim">{t('plist-which')}</p>
      {(['customer', 'search', 'country'] as const).map((filter) => (
        <TextField
          key={filter}
          label={t(`plist-by-${filter}`)}
          optional
          hint={filter === 'country' ? t('plist-country-hint') : undefined}
          maxLength={MOST_OF_ANNOTATION}
          {...field(filter)}
        />
      ))}
      <SelectField label={t('list-column-product')} {...field('product')}>
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
        {...field('count')}
      />
      <Checkbox checked={isSticky} onChange={onSticky}>
        {t('plist-sticky')}
      </Checkbox>
      <NetworksField {...field('allowedIps')} />
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
