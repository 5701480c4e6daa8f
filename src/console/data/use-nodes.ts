import { useEffect, useState } from 'react';
import type { AnyVariables, DocumentInput } from 'urql';
import { readBulk } from './client.ts';

/** The most objects that the service finds in one request. */
const MOST_NODES = 100;

/** As `readBulk`, for any number of objects by their ids. */
export async function readNodes<Node, Variables extends AnyVariables & { ids: string | string[] }>(
  query: DocumentInput<{ nodes: Node[] }, Variables>,
  ids: readonly string[],
  others: Omit<Variables, 'ids'>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let at = 0; at < ids.length; at += MOST_NODES) {
    const some = { ...others, ids: ids.slice(at, at + MOST_NODES) } as Variables;
    nodes.push(...(await readBulk(query, some)).nodes);
  }
  return nodes;
}

/** Objects by the ids that a dialog was opened with, read once; `again` tries after a `failure`. */
export function useNodes<Node>(
  query: DocumentInput<{ nodes: Node[] }, { ids: string | string[] }>,
  ids: readonly string[],
) {
  const [nodes, setNodes] = useState<Node[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [wanted] = useState(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again.
  useEffect(() => {
    setFailure(undefined);
    readNodes(query, wanted, {}).then(setNodes, ({ message }) => setFailure(message));
  }, [query, wanted, attempt]);
  return { nodes, failure, again: () => setAttempt(attempt + 1) };
}
