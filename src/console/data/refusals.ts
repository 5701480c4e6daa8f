import { useState } from 'react';
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useClient } from 'urql';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { toast } from '../kit/Toast.tsx';
import { hasText, LANGUAGE, t } from '../texts/texts.tsx';

export const REFUSAL = graphql(`
  fragment Refusal on Error {
    code
    message
    ... on InvalidInputError {
      fields {
        path
        message
      }
    }
  }
`);

export function refusalText(refusal: FragmentType<typeof REFUSAL>): string {
  return reasonText(fieldsOf(REFUSAL, refusal));
}

/**
 * The service says a reason in English, with all values; other languages have words of their own for each
 * code, with the service's where one code stands for many things.
 */
export function reasonText({ code, message }: { code: string; message: string }): string {
  const id = `refused-${code.toLowerCase()}`;
  return hasText(id) ? t(id, { message }) : message;
}

export interface Refusal {
  /** What to show above the form; undefined when every flaw stands at a field of the form. */
  above?: string | undefined;
  /** What to show at a field, by its path with dots, such as `options.country`. */
  at: Readonly<Record<string, string>>;
}

export const NO_REFUSAL: Refusal = { at: {} };

/** `fields` names the paths that the form shows; a flaw of an entry of a list belongs to the list. */
export function refusalFor(error: FragmentType<typeof REFUSAL>, fields: readonly string[]): Refusal {
  const refused = fieldsOf(REFUSAL, error);
  const at: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { path, message } of 'fields' in refused ? refused.fields : []) {
    const whole = path.join('.');
    const field = fields.find((name) => whole === name || whole.startsWith(`${name}.`));
    if (field === undefined) elsewhere.push(toSentence(message));
    else at[field] ??= toSentence(message);
  }
  if (elsewhere.length > 0) return { above: elsewhere.join(' '), at };
  return Object.keys(at).length > 0 ? { at } : { above: reasonText(refused), at };
}

/** Of a field, the service says what is wrong without a subject: "must be a whole number". */
function toSentence(message: string): string {
  if (LANGUAGE !== 'en') return t('flaw', { message });
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** What to tell about a request that has no answer, or an answer with errors beside the data. */
export function failureText({ networkError, graphQLErrors }: CombinedError): string {
  if (networkError) return t('unreachable');
  return graphQLErrors
    .map(({ message, extensions }) => reasonText({ code: String(extensions['code']), message }))
    .join(' ');
}

type ResultOf<Data> = Data extends object ? Extract<Data[keyof Data], { __typename: string }> : never;
export type Done<Data> = Exclude<ResultOf<Data>, { __typename: `${string}Error` }>;

/**
 * What a form needs of the changes that it sends: whether one is under way, and why the last one was refused;
 * `fields` names the paths that the form shows.
 */
export function useChange(fields: readonly string[] = []) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(NO_REFUSAL);

  /** Sends a mutation of one field. Its result is either `done`, which a toast tells, or a refusal. */
  const change = async <Data extends object, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    told?: string,
  ) => {
    setBusy(true);
    setRefusal(NO_REFUSAL);
    const { data, error } = await client.mutation(mutation, variables);
    setBusy(false);
    const result = Object.values(data ?? {}).find((value) => typeof value === 'object') as
      | ResultOf<Data>
      | undefined;
    if (result && !result.__typename.endsWith('Error')) {
      if (told) toast(told);
      return { done: result as Done<Data>, refused: NO_REFUSAL };
    }
    const refused = result
      ? refusalFor(result as FragmentType<typeof REFUSAL>, fields)
      : { at: {}, above: error ? failureText(error) : t('no-answer') };
    setRefusal(refused);
    return { refused };
  };
  return { busy, refusal, setRefusal, change };
}

/** The values of a form by their paths in the schema, and what sends them; `field` is for one control. */
export function useForm<Values extends Readonly<Record<string, unknown>>>(initial: Values) {
  const [values, setValues] = useState(initial);
  const { busy, refusal, change } = useChange(Object.keys(initial));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
    error: refusal.at[name],
  });
  return { values, field, change, form: { busy, problem: refusal.above } };
}
