import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  execute as interpret,
  print,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { InvalidRequestError } from '../../kit/errors.ts';
import { inSpan, isRecording, type SpanStart } from '../../kit/spans.ts';
import type { EventQueue } from '../../live/live.ts';
import type { Credential } from '../../resellers/admission.ts';
import type { ChargeState, RequestContext } from '../schema/context.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS, SUBSCRIPTION_COMPLEXITY } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { complexityOf, type GraphqlRequest } from './documents.ts';
import { AfterChargeError, causeOf, presentError, refusalOf } from './refusal.ts';

/**
 * Enums and built-in scalars are written as the resolvers return them. TypeScript has checked their types; to
 * check each value again took a third of an execution's time.
 */
const COMPILER_OPTIONS = { disableLeafSerialization: true };

/** Each error of a variable quotes the value, which may be long; the first few say enough. */
const INTERPRETER_OPTIONS = { maxCoercionErrors: 3 };

/** A document that was parsed, validated and compiled once and can be executed any number of times. */
type PreparedDocument = (
  context: RequestContext,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

/** Compiles one of the service's own documents at start. Throws when it does not fit the schema. */
export function prepare(document: DocumentNode): PreparedDocument {
  const [flaw] = validate(schema, document);
  const compiled = flaw ? { errors: [flaw] } : compileQuery(schema, document, undefined, COMPILER_OPTIONS);
  if (!isCompiledQuery(compiled))
    throw new Error(
      `A document of the service does not fit its schema: ${compiled.errors?.join('; ')}\n${print(document)}`,
    );
  const kind = getOperationAST(document)?.operation;
  return (context, variables) => carryOut(kind, context, () => compiled.query({}, context, variables));
}

/** A query may read from copies; what it reads later is not older than what a mutation has written. */
function carryOut(
  kind: string | undefined,
  context: RequestContext,
  run: () => unknown,
): Promise<ExecutionResult> | ExecutionResult {
  if (kind === 'query') context.readFromCopies();
  const result = presentable(run(), context);
  if (kind !== 'mutation' || !(result instanceof Promise)) return result;
  return result.finally(() => context.keepWritten());
}

/** Compiling takes as long as interpreting a document twelve times, so only repeated ones are compiled. */
const COMPILE_AT_USE = 5;

interface Usage {
  uses: number;
  compiled: CompiledQuery | undefined;
}

const usages = new WeakMap<DocumentNode, Map<string | undefined, Usage>>();

export async function execute(
  request: GraphqlRequest,
  context: RequestContext,
  event?: object,
): Promise<ExecutionResult> {
  // Events of subscriptions have no spans: there may be thousands at once.
  if (!isRecording() || request.kind === 'subscription') return executeNow(request, context, event);
  const name = getOperationAST(request.document, request.operationName)?.name?.value;
  const attributes = {
    'graphql.operation.type': request.kind,
    ...(name !== undefined && { 'graphql.operation.name': name }),
  };
  const span: SpanStart = { name: request.kind, kind: 'server', attributes };
  return inSpan(span, async () => executeNow(request, context, event));
}

/**
 * Executes a document, compiled from its fifth use on. Compiled code and interpreter report wrong variables
 * with different messages, so these always go to the interpreter: the message is the same at every use.
 */
function executeNow(
  { kind, document, operationName, variables: variableValues }: GraphqlRequest,
  contextValue: RequestContext,
  rootValue: object | undefined,
): Promise<ExecutionResult> | ExecutionResult {
  const compiled = compiledFor(document, operationName);
  if (compiled && takes(document, operationName, variableValues))
    return carryOut(kind, contextValue, () => compiled.query(rootValue, contextValue, variableValues));
  const args = { schema, document, operationName, variableValues, contextValue, rootValue };
  return carryOut(kind, contextValue, () => interpret({ ...args, options: INTERPRETER_OPTIONS }));
}

/**
 * Replaces errors of a request that has charged, or may have, when they advise to send it again or say that
 * nothing was charged: a client without an idempotency key would follow them and pay twice. Only a result
 * that was waited for can have charged.
 */
function presentable(result: unknown, context: RequestContext): Promise<ExecutionResult> | ExecutionResult {
  if (!(result instanceof Promise)) return result as ExecutionResult;
  return result.then((executed: ExecutionResult) => {
    const { charge } = context;
    if (!charge || !executed.errors) return executed;
    const errors = executed.errors.map((error) =>
      advisesRetry(error) ? toAfterChargeError(error, charge) : error,
    );
    return { ...executed, errors };
  });
}

function takes(document: DocumentNode, operationName: string | undefined, variables: object): boolean {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return !getVariableValues(schema, definitions, { ...variables }, { maxErrors: 1 }).errors;
}

function compiledFor(document: DocumentNode, operationName: string | undefined): CompiledQuery | undefined {
  const byOperation = usages.getOrInsertComputed(document, () => new Map());
  const usage = byOperation.getOrInsertComputed(operationName, () => ({ uses: 0, compiled: undefined }));
  usage.uses += 1;
  if (usage.uses === COMPILE_AT_USE && !namesPrototypes(document)) {
    const compiled = compileQuery(schema, document, operationName, COMPILER_OPTIONS);
    usage.compiled = isCompiledQuery(compiled) ? compiled : undefined;
  }
  return usage.compiled;
}

/** Whether a name is also a property of every object, such as `toString`: compiled code would read that. */
function namesPrototypes(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Name({ value }) {
      if (value in Object.prototype) found = true;
    },
  });
  return found;
}

function advisesRetry(error: GraphQLError): boolean {
  const { code, retryAfterSeconds, isOurs } = refusalOf(error);
  return isOurs || retryAfterSeconds !== undefined || code === 'provider_error';
}

function toAfterChargeError(error: GraphQLError, charge: ChargeState): GraphQLError {
  const { message, nodes, path } = error;
  const originalError = new AfterChargeError(charge, causeOf(error));
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, originalError });
}

export interface SubscriptionClient {
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

/** Starts a subscription. Returns its results or, when it is refused, one result. Throws nothing. */
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

/**
 * The results of a subscription's events. One that equals the result before it is left out, but of a log: an
 * event of it may select as much as the one before.
 */
class Subscription implements ResultStream {
  readonly #of: Followed;
  /** The digest of the last result, whose text may be large, and there may be many subscriptions. */
  #lastDigest: string | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(of: Followed) {
    this.#of = of;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const { events, request, client } = this.#of;
    for (;;) {
      const event = await events.next().catch(async (error: unknown) => {
        await this.return();
        return { failed: refusedResult(error, client) };
      });
      if ('failed' in event) return { value: event.failed, done: false };
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
      if (digest === this.#lastDigest && sequenceOf(result) === undefined) continue;
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
const sequences = new WeakMap<ExecutionResult, number>();
const digests = new WeakMap<ExecutionResult, string>();

/**
 * Executes a document on an event, once for all subscriptions with the same document and variables that get
 * this event now. An event belongs to one reseller, and so do all its subscribers: its API keys and sessions
 * see the same, unless the document asks for what is the credential's own, such as its session. What a
 * frontend token may see is always its own. The result is not kept afterwards, because the event object lives
 * until the next event, which may take days.
 */
function executionOf(event: object, request: GraphqlRequest, client: SubscriptionClient): Execution {
  const { document, operationName, variables, ofCredential } = request;
  const ofEvent = executions.getOrInsertComputed(event, () => new WeakMap());
  const ofDocument = ofEvent.getOrInsertComputed(document, () => new Map());
  const { kind, id } = client.credential;
  const isShared = kind !== 'frontend_token' && !ofCredential;
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
  request: GraphqlRequest,
  client: SubscriptionClient,
): Promise<ExecutionResult> {
  try {
    const contextValue = client.context({ limited: false });
    const result = presentedResult(await execute(request, contextValue, event), client);
    if ('sequence' in event) sequences.set(result, Number(event.sequence));
    client.queue.use(textOf(result).length);
    return result;
  } catch (error) {
    return refusedResult(error, client);
  }
}

/** The place in the log of the event that a result is of; undefined for what is none. */
export function sequenceOf(result: ExecutionResult): number | undefined {
  return sequences.get(result);
}

/** A result as JSON; the text is made once for all who get it. */
export function textOf(result: ExecutionResult): string {
  return texts.getOrInsertComputed(result, () => JSON.stringify(result));
}

function digestOf(result: ExecutionResult): string {
  return digests.getOrInsertComputed(result, () => hash('sha256', textOf(result), 'base64'));
}

export function presentedResult(
  { errors, ...rest }: ExecutionResult,
  { onBug }: Pick<SubscriptionClient, 'onBug'>,
): ExecutionResult {
  return errors ? { ...rest, errors: errors.map((error) => presentError(error, onBug)) } : rest;
}

export function refusedResult(error: unknown, { onBug }: Pick<SubscriptionClient, 'onBug'>): ExecutionResult {
  return { errors: [presentError(error, onBug)] };
}

/**
 * The complexity of a subscription, checked before it starts, and what it counts beside its fields. The
 * schema's plugin checks queries and mutations. Throws InvalidRequestError.
 */
function complexityWithin(request: GraphqlRequest, context: RequestContext): number {
  const { complexity, depth, breadth } = complexityOf(request, context);
  if (complexity > MAX_COMPLEXITY || depth > MAX_DEPTH || breadth > MAX_FIELDS) {
    throw new InvalidRequestError('The document is over the limit of complexity; ask for less.');
  }
  return complexity + SUBSCRIPTION_COMPLEXITY;
}
