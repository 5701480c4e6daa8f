import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSourceEventStream, type DocumentNode, type ExecutionResult } from 'graphql';
import type { EventQueue } from '../../live/live.ts';
import type { Credential } from '../../resellers/admission.ts';
import type { RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { execute, type GraphqlRequest, presentError } from './execute.ts';
import { complexityWithin } from './graphql-request.ts';
import { dependsOnCredential } from './selections.ts';

/** The client that a subscription's results are made for. */
export interface SubscriptionClient {
  /** What the client was let in by. */
  readonly credential: Credential;
  /** Where the events of its reseller are executed. */
  readonly queue: EventQueue;
  /** Counts a subscription. Returns what to call when it has ended, once or more. Throws a DomainError. */
  claim(complexity: number): Promise<() => void>;
  /** A context for the start of the subscription, or for one event. */
  context(options: { limited: boolean }): RequestContext;
  onBug(error: unknown): void;
}

/** The results of one subscription, in order; `return` ends the subscription. */
export type ResultStream = AsyncIterableIterator<ExecutionResult, undefined>;

/**
 * Starts a subscription. Returns its results or, when it is refused, one result that says why; throws
 * nothing.
 */
export async function subscribe(
  request: GraphqlRequest,
  client: SubscriptionClient,
): Promise<ResultStream | ExecutionResult> {
  let onEnd: (() => void) | undefined;
  try {
    const contextValue = client.context({ limited: true });
    onEnd = await client.claim(complexityWithin(request, contextValue));
    const started = await createSourceEventStream({
      schema,
      document: request.document,
      operationName: request.operationName,
      variableValues: request.variables,
      contextValue,
    });
    if (Symbol.asyncIterator in started) {
      const events = started[Symbol.asyncIterator]() as AsyncIterator<object>;
      return new Subscription({ events, request, client, onEnd });
    }
    onEnd();
    return presentedResult(started, client);
  } catch (error) {
    onEnd?.();
    return refusedResult(error, client);
  }
}

interface Followed {
  events: AsyncIterator<object>;
  request: GraphqlRequest;
  client: SubscriptionClient;
  onEnd(): void;
}

/** The results of a subscription's events. One that equals the result before it is left out. */
class Subscription implements ResultStream {
  readonly #of: Followed;
  /** Of the last result. Its text may be large, and there may be many subscriptions. */
  #lastDigest: string | undefined;
  /** Ends the wait for the result of an event. */
  #stopWaiting: (() => void) | undefined;

  constructor(of: Followed) {
    this.#of = of;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const { events, request, client } = this.#of;
    for (;;) {
      const event = await events.next();
      if (event.done) return this.return();
      const { wantedBy, result: made } = executionOf(event.value, request, client);
      wantedBy.add(this);
      const result = await new Promise<ExecutionResult | undefined>((resolve) => {
        made.then(resolve);
        this.#stopWaiting = () => resolve(undefined);
      });
      this.#stopWaiting = undefined; // It would keep the result.
      wantedBy.delete(this);
      if (!result) return this.return();
      const digest = digestOf(result);
      if (digest === this.#lastDigest) continue;
      this.#lastDigest = digest;
      client.queue.use(textOf(result).length);
      return { value: result, done: false };
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#stopWaiting?.();
    await this.#of.events.return?.();
    this.#of.onEnd();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The result of an event, which is undefined when nobody wants it any more. */
interface Execution {
  result: Promise<ExecutionResult | undefined>;
  wantedBy: Set<Subscription>;
}

/** Executions under way: by event, by document, and by operation name and variables. */
const executions = new WeakMap<object, WeakMap<DocumentNode, Map<string, Execution>>>();
const texts = new WeakMap<ExecutionResult, string>();
const digests = new WeakMap<ExecutionResult, string>();

/**
 * Executes a document on an event, once for all subscriptions with the same document and variables that get
 * this event now. An event belongs to one reseller, and so do all its subscribers: its API keys and sessions
 * see the same, unless the document asks for what is the credential's own, such as its session. What a
 * frontend token may see is always its own. The result is not kept afterwards, because the event object lives
 * until the next event, which may take days.
 */
function executionOf(event: object, request: GraphqlRequest, client: SubscriptionClient): Execution {
  const { document, operationName, variables } = request;
  const ofEvent = executions.getOrInsertComputed(event, () => new WeakMap());
  const ofDocument = ofEvent.getOrInsertComputed(document, () => new Map());
  const { kind, id } = client.credential;
  const isShared = kind !== 'frontend_token' && !dependsOnCredential(document);
  const key = JSON.stringify([operationName, variables, isShared ? null : id]);
  return ofDocument.getOrInsertComputed(key, () => {
    const wantedBy = new Set<Subscription>();
    const result = client.queue.execute(async () => {
      if (wantedBy.size > 0) return resultOf(event, request, client);
      ofDocument.delete(key);
      return undefined;
    });
    result.then(() => setImmediate()).then(() => ofDocument.delete(key));
    return { result, wantedBy };
  });
}

async function resultOf(
  event: object,
  { document, operationName, variables }: GraphqlRequest,
  client: SubscriptionClient,
): Promise<ExecutionResult> {
  try {
    const contextValue = client.context({ limited: false });
    const args = { schema, document, operationName, variableValues: variables, contextValue };
    const executed = (await execute({ ...args, rootValue: event })) as ExecutionResult;
    const result = presentedResult(executed, client);
    client.queue.use(textOf(result).length);
    return result;
  } catch (error) {
    return refusedResult(error, client);
  }
}

/** A result as JSON; the text is made once for all who get it. */
export function textOf(result: ExecutionResult): string {
  return texts.getOrInsertComputed(result, () => JSON.stringify(result));
}

function digestOf(result: ExecutionResult): string {
  return digests.getOrInsertComputed(result, () => hash('sha256', textOf(result), 'base64'));
}

/** The result with its errors as clients may see them. */
export function presentedResult(
  { errors, ...rest }: ExecutionResult,
  { onBug }: Pick<SubscriptionClient, 'onBug'>,
): ExecutionResult {
  return errors ? { ...rest, errors: errors.map((error) => presentError(error, onBug)) } : rest;
}

export function refusedResult(error: unknown, { onBug }: Pick<SubscriptionClient, 'onBug'>): ExecutionResult {
  return { errors: [presentError(error, onBug)] };
}
