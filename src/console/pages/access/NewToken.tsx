import { type FormEvent, useId, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureText } from '../../data/refusals.ts';
import type { FrontendRight } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Field } from '../../kit/fields.tsx';
import { Select } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';
import styles from './AccessPage.module.css';
import { Choices } from './Choices.tsx';
import { RIGHTS } from './rights.ts';
import { useChange } from './use-change.ts';

const CHOICE_OF_ORDERS = graphql(`
  query ChoiceOfOrders {
    orders(first: 50, status: ACTIVE) {
      totalCount
      nodes {
        id
        type
        country
        product {
          id
          name
        }
      }
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
          id
          ...TokensCard
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fields {
          path
          message
        }
      }
    }
  }
`);

const LIFETIMES = [
  { seconds: 3_600, label: '1 hour' },
  { seconds: 8 * 3_600, label: '8 hours' },
  { seconds: 24 * 3_600, label: '24 hours' },
];
const FIELDS = ['orderIds', 'allow', 'origins', 'expiresInSeconds'];

export function NewToken({
  onCreated,
  onClose,
}: {
  onCreated: (secret: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [{ data, error }] = useQuery({ query: CHOICE_OF_ORDERS, requestPolicy: 'cache-and-network' });
  const [orderIds, setOrderIds] = useState<readonly string[]>([]);
  const [allow, setAllow] = useState<readonly FrontendRight[]>(['READ_TRAFFIC']);
  const [origins, setOrigins] = useState('');
  const [expiresInSeconds, setLifetime] = useState(3_600);
  const [, createToken] = useMutation(CREATE_TOKEN);
  const { busy, refusal, run } = useChange(FIELDS);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const pages = origins.split(/[\s,]+/).filter((page) => page !== '');
    const input = { orderIds: [...orderIds], allow: [...allow], origins: pages, expiresInSeconds };
    const sent = createToken({ input });
    const created = await run(sent, (result) => result.createFrontendToken, 'CreateFrontendTokenSuccess');
    if (created) onCreated(created.secret);
  };
  return (
    <Dialog
      title="New frontend token"
      onClose={onClose}
      actions={
        <Button variant="primary" type="submit" form={formId} busy={busy}>
          Create the token
        </Button>
      }
    >
      <form id={formId} className={styles['form']} onSubmit={submit}>
        <ErrorNote message={refusal.above ?? (error && failureText(error))} />
        <Choices
          legend="Orders"
          choices={data?.orders.nodes.map(({ id, type, country, product }) => ({
            value: id,
            label: `${id} · ${product?.name ?? type}, ${country === 'ANY' ? 'any country' : country}`,
          }))}
          none="There is no active order."
          note={
            data && data.orders.totalCount > data.orders.nodes.length
              ? `The newest ${data.orders.nodes.length} of ${data.orders.totalCount.toLocaleString('en-US')} active orders; an API key makes tokens for any.`
              : undefined
          }
          chosen={orderIds}
          onChange={setOrderIds}
          error={refusal.at['orderIds']}
        />
        <Choices
          legend="May read"
          choices={Object.entries(RIGHTS).map(([value, label]) => ({ value: value as FrontendRight, label }))}
          chosen={allow}
          onChange={setAllow}
          error={refusal.at['allow']}
        />
        <Field
          label="Pages"
          hint="Where it is used, such as https://shop.example, with spaces between them."
          error={refusal.at['origins']}
        >
          {(control) => (
            <TextInput
              {...control}
              value={origins}
              spellCheck={false}
              autoCapitalize="off"
              onChange={({ target }) => setOrigins(target.value)}
            />
          )}
        </Field>
        <Field label="Ends after" error={refusal.at['expiresInSeconds']}>
          {(control) => (
            <Select
              {...control}
              value={expiresInSeconds}
              onChange={({ target }) => setLifetime(Number(target.value))}
            >
              {LIFETIMES.map(({ seconds, label }) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
