import { type ReactNode, useState } from 'react';
import { makePasskey, passkeyObstacle, usePasskey } from '../../data/passkeys.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/fields.tsx';
import { DateTime } from '../../kit/figures.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { t } from '../../texts/texts.tsx';
import { Confirm, useWhenFresh } from './dialogs.tsx';
import { lastUse } from './KeysCard.tsx';

const PASSKEYS_CARD = graphql(`
  fragment PasskeysCard on Viewer {
    id
    session {
      id
      browser
    }
    passkeys {
      id
      name
      createdAt
      lastUsedAt
    }
  }
`);

const REMOVE_PASSKEY = graphql(`
  mutation RemovePasskey($passkeyId: ID!) {
    removePasskey(input: { passkeyId: $passkeyId }) {
      ... on RemovePasskeySuccess {
        viewer {
          ...PasskeysCard
        }
      }
      ...Refusal
    }
  }
`);

export function PasskeysCard({ viewer }: { viewer: FragmentType<typeof PASSKEYS_CARD> }) {
  const { session, passkeys } = fieldsOf(PASSKEYS_CARD, viewer);
  const [dialog, open] = useState<ReactNode>();
  const whenFresh = useWhenFresh();
  const obstacle = passkeyObstacle();
  const close = () => open(undefined);
  const add = () => open(<NewPasskey browser={session?.browser} onClose={close} />);
  const remove = (passkeyId: string, name: string) =>
    open(
      <Confirm
        title={t('access-remove-named', { name })}
        action={t('access-passkey-remove')}
        mutation={REMOVE_PASSKEY}
        variables={{ passkeyId }}
        told={t('access-passkey-removed', { name })}
        onClose={close}
      >
        {t('access-passkey-remove-means')}
      </Confirm>,
    );
  return (
    <TableCard
      title={t('access-passkeys')}
      action={!obstacle && <Button onClick={() => whenFresh(add)}>{t('access-passkey-add')}</Button>}
      rows={passkeys}
      nothing={[t('access-passkeys-none'), obstacle ?? t('access-passkeys-why')]}
      columns={[
        { title: t('access-name'), cell: ({ name }) => <span className="anywhere">{name}</span> },
        { title: t('access-added'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
        { title: t('access-last-used'), cell: lastUse },
        {
          title: t('access-remove'),
          isAction: true,
          cell: ({ id, name }) => (
            <Button
              aria-label={t('access-remove-named', { name })}
              onClick={() => whenFresh(() => remove(id, name))}
            >
              {t('access-remove')}
            </Button>
          ),
        },
      ]}
    >
      {dialog}
    </TableCard>
  );
}

const START_REGISTRATION = graphql(`
  mutation StartPasskeyRegistration {
    startPasskeyRegistration {
      ... on PasskeyOptions {
        options
      }
      ...Refusal
    }
  }
`);

const FINISH_REGISTRATION = graphql(`
  mutation FinishPasskeyRegistration($name: String!, $response: String!) {
    finishPasskeyRegistration(input: { name: $name, response: $response }) {
      ... on FinishPasskeyRegistrationSuccess {
        viewer {
          ...PasskeysCard
        }
      }
      ...Refusal
    }
  }
`);

/** The service takes longer names no more. */
const MOST_CHARACTERS = 60;

function NewPasskey({ browser, onClose }: { browser: string | undefined; onClose: () => void }) {
  const [name, setName] = useState(browser ?? '');
  const { ask, change, busy, refusal, problem } = usePasskey(['name']);
  const add = async () => {
    const response = await ask(change(START_REGISTRATION, {}), makePasskey);
    if (response === undefined) return;
    const { done } = await change(FINISH_REGISTRATION, { name, response }, t('access-passkey-added'));
    if (done) onClose();
  };
  return (
    <FormDialog
      title={t('access-passkey-add')}
      action={t('access-passkey-ask')}
      onSubmit={add}
      {...{ busy, problem, onClose }}
    >
      <TextField
        label={t('access-name')}
        hint={t('access-passkey-hint')}
        error={refusal.at['name']}
        value={name}
        maxLength={MOST_CHARACTERS}
        onChange={setName}
      />
    </FormDialog>
  );
}
