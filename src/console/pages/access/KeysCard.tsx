import { useState } from 'react';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { EmptyState } from '../../kit/Page.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Table } from '../../kit/Table.tsx';
import { DateTime } from '../../kit/figures.tsx';
import styles from './AccessPage.module.css';
import { useWhenFresh } from './Changes.tsx';
import { KeyNetworks } from './KeyNetworks.tsx';
import { KeyState } from './KeyState.tsx';
import type { Key } from './key.ts';
import { NewKey } from './NewKey.tsx';
import { ReissueKey } from './ReissueKey.tsx';
import { Secret } from './Secret.tsx';

const KEYS_CARD = graphql(`
  fragment KeysCard on Viewer {
    id
    keys {
      id
      prefix
      disabled
      allowedIps
      createdAt
      issuedAt
      oldSecret {
        prefix
        until
      }
    }
  }
`);

type Open =
  | { dialog: 'new' }
  | { dialog: 'reissue' | 'networks' | 'state'; key: Key }
  | { dialog: 'secret'; title: string; secret: string };

export function KeysCard({ viewer }: { viewer: FragmentType<typeof KEYS_CARD> }) {
  const { keys } = fieldsOf(KEYS_CARD, viewer);
  const [open, setOpen] = useState<Open>();
  const whenFresh = useWhenFresh();
  const close = () => setOpen(undefined);
  const show = (secret: string, title: string) => setOpen({ dialog: 'secret', title, secret });

  const create = <Button onClick={() => whenFresh(() => setOpen({ dialog: 'new' }))}>New key</Button>;
  return (
    <Card title="API keys" flush action={create}>
      {keys.length === 0 && (
        <EmptyState title="No API keys">
          <p>Your programs buy and manage proxies with a key.</p>
        </EmptyState>
      )}
      {keys.length > 0 && (
        <Table
          caption="API keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
            {
              title: 'State',
              cell: ({ disabled }) =>
                disabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Works</Badge>,
            },
            {
              title: 'Usable from',
              cell: ({ allowedIps }) => (
                <span className={styles['wrap']}>
                  {allowedIps.length === 0 ? 'Any address' : allowedIps.join(', ')}
                </span>
              ),
            },
            {
              title: 'Issued',
              cell: ({ issuedAt, oldSecret }) => (
                <>
                  <DateTime at={issuedAt} />
                  {oldSecret && (
                    <div>
                      <code>{oldSecret.prefix}…</code> works until <DateTime at={oldSecret.until} />
                    </div>
                  )}
                </>
              ),
            },
            {
              title: 'Change',
              isAction: true,
              cell: (key) => (
                <Menu
                  trigger={<Button aria-label={`Change ${key.prefix}`}>Change</Button>}
                  items={[
                    {
                      label: 'Issue a new secret',
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'reissue', key })),
                    },
                    {
                      label: 'Edit networks',
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'networks', key })),
                    },
                    {
                      label: key.disabled ? 'Enable' : 'Disable',
                      danger: !key.disabled,
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'state', key })),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {open?.dialog === 'new' && (
        <NewKey onCreated={(secret) => show(secret, 'The new key')} onClose={close} />
      )}
      {open?.dialog === 'reissue' && (
        <ReissueKey
          keyOf={open.key}
          onReissued={(secret) => show(secret, 'The new secret')}
          onClose={close}
        />
      )}
      {open?.dialog === 'networks' && <KeyNetworks keyOf={open.key} onClose={close} />}
      {open?.dialog === 'state' && <KeyState keyOf={open.key} onClose={close} />}
      {open?.dialog === 'secret' && (
        <Secret title={open.title} secret={open.secret} what="the key" onClose={close} />
      )}
    </Card>
  );
}
