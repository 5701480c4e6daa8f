import { useState } from 'react';
import type { AnyVariables, CombinedError, OperationResult } from 'urql';
import { failureText, type Refusal, refusalFor } from '../../data/refusals.ts';

interface Outcome {
  __typename: string;
  message?: string;
  fields?: readonly { path: readonly string[]; message: string }[];
}

/** What a dialog needs of one change: whether it is under way, and why it was refused. */
export function useChange(fields: readonly string[] = []) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({ at: {} });

  /** Waits for a mutation and returns its result, or undefined when it was refused or failed. */
  const run = async <Data, Result extends Outcome, Success extends Result['__typename']>(
    sent: PromiseLike<OperationResult<Data, AnyVariables>>,
    resultIn: (data: Data) => Result,
    success: Success,
  ): Promise<Extract<Result, { __typename: Success }> | undefined> => {
    setBusy(true);
    setRefusal({ at: {} });
    const { data, error }: { data?: Data | undefined; error?: CombinedError | undefined } = await sent;
    setBusy(false);
    const result = data ? resultIn(data) : undefined;
    if (result?.__typename === success) return result as Extract<Result, { __typename: Success }>;
    if (result?.message !== undefined)
      setRefusal(
        refusalFor({ message: result.message, ...(result.fields && { fields: result.fields }) }, fields),
      );
    else if (error) setRefusal({ above: failureText(error), at: {} });
    return undefined;
  };
  return { busy, refusal, run };
}
