import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSourceEventStream, type DocumentNode, type ExecutionResult } from 'graphql';
import type { EventQueue } from '../../live/event-queue.ts';
import type { Credential } from '../../resellers/authenticate.ts';
import type { RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { dependsOnCredential } from './depends-on-credential.ts';
import { execute } from './execute.ts';
import { complexityWithin, type GraphqlRequest } from './graphql-request.ts';
import { presentError } from './present-error.ts';

interface Claim {
  giveBack(): void;
}

/** The client that a subscription's results are made for. */
export interface SubscriptionClient {
  /** What the client was let in by. */
  readonly credential: Credential;
  /** Where the events of its reseller are executed. */
  readonly queue: EventQueue;
  /** Counts a subscription until it is given back, also more than once. Throws a DomainError. */
  claim(complexity: number): Promise<Claim>;
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
  let claim: Claim | undefined;
  try {
    const contextValue = client.context({ limited: true });
    claim = await client.claim(complexityWithin(request, contextValue));
    const started = await createSourceEventStream({
      schema,
      document: request.document,
      operationName: request.operationName,
      variableValues: request.variables,
      contextValue,
    });
    if (Symbol.asyncIterator in started) {
      const events = started[Symbol.asyncIterator]() as AsyncIterator<object>;
      return new Subscription(events, request, client, claim);
    }
    claim.giveBack();
    return presentedResult(started, client);
  } catch (error) {
    claim?.giveBack();
    return refusedResult(error, client);
  }
}

/** The results of a subscription's events. One that equals the result before it is left out. */
class Subscription implements ResultStream {
  readonly #events: AsyncIterator<object>;
  readonly #request: GraphqlRequest;
  readonly #client: SubscriptionClient;
  /** Of the last result. Its text may be large, and there may be many subscriptions. */
  #lastDigest: string | undefined;
  readonly #claim: Claim;

  constructor(
    events: AsyncIterator<object>,
    request: GraphqlRequest,
    client: SubscriptionClient,
    claim: Claim,
  ) {
    this.#events = events;
    this.#request = request;
    this.#client = client;
    this.#claim = claim;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    for (;;) {
      const event = await this.#events.next();
      if (event.done) return this.#end();
      const result = await resultOf(event.value, this.#request, this.#client);
      const digest = digestOf(result);
      if (digest === this.#lastDigest) continue;
      this.#lastDigest = digest;
      this.#client.queue.use(textOf(result).length);
      return { value: result, done: false };
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.#events.return?.();
    return this.#end();
  }

  #end(): IteratorReturnResult<undefined> {
    this.#claim.giveBack();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Results in execution: by event, by document, and by operation name and variables. */
const results = new WeakMap<object, WeakMap<DocumentNode, Map<string, Promise<ExecutionResult>>>>();
const texts = new WeakMap<ExecutionResult, string>();
const digests = new WeakMap<ExecutionResult, string>();

/**
 * Executes a document on an event, once for all subscriptions with the same document and variables that get
 * this event now. An event belongs to one reseller, and so do all its subscribers: its API keys and sessions
 * see the same, unless the document asks for what is the credential's own, such as its session. What a
 * frontend token may see is always its own. The result is not kept afterwards, because the event object lives
 * until the next event, which may take days.
 */
function resultOf(
  event: object,
  request: GraphqlRequest,
  client: SubscriptionClient,
): Promise<ExecutionResult> {
  const { document, operationName, variables } = request;
  const ofEvent = results.getOrInsertComputed(event, () => new WeakMap());
  const ofDocument = ofEvent.getOrInsertComputed(document, () => new Map());
  const { kind, id } = client.credential;
  const isShared = kind !== 'frontend_token' && !dependsOnCredential(document);
  const key = JSON.stringify([operationName, variables, isShared ? null : id]);
  return ofDocument.getOrInsertComputed(key, () => {
    const result = client.queue.execute(() => resultOfOne(event, request, client));
    result.then(() => setImmediate()).then(() => ofDocument.delete(key));
    return result;
  });
}

async function resultOfOne(
  event: object,
  { document, operationName, variables }: GraphqlRequest,
  client: SubscriptionClient,
): Promise<ExecutionResult> {
  try {
    const contextValue = client.context({ limited: false });
    const args = { schema, document, operationName, variableValues: variables, contextValue };
    return presentedResult((await execute({ ...args, rootValue: event })) as ExecutionResult, client);
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

