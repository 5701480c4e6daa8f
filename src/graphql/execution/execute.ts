import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST, getVariableValues, execute as interpret, type OperationTypeNode, print, validate, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { inSpan, isRecording, type SpanStart } from '../../kit/spans.ts';
import type { ChargeState, RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { DatabaseUnavailableError } from '../../kit/connection-errors.ts';
import { DomainError, type ErrorCode, type Flaw, InvalidInputError, type NameOf, schemaName } from '../../kit/errors.ts';

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
  return (context, variables) => presentable(compiled.query({}, context, variables), context);
}

/**
 * Compiling takes as long as interpreting a document about twelve times, so only repeated documents are
 * compiled.
 */
const COMPILE_AT_USE = 5;

interface Usage {
  uses: number;
  compiled: CompiledQuery | undefined;
}

const usages = new WeakMap<DocumentNode, Map<string | undefined, Usage>>();

/**
 * Executes a client's document, compiled from its fifth use on. Compiled code and interpreter report wrong
 * variables with different messages, so wrong variables always go to the interpreter: a client gets the same
 * message at every use.
 */
export function execute(args: ExecutionArgs): ReturnType<typeof interpret> {
  const span = isRecording() ? spanOf(args) : undefined;
  return span ? inSpan(span, async () => executeNow(args)) : executeNow(args);
}

/** Events of subscriptions have no spans: there may be thousands at once. */
function spanOf({ document, operationName }: ExecutionArgs): SpanStart | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation || operation.operation === 'subscription') return undefined;
  const name = operation.name?.value;
  return {
    name: operation.operation,
    kind: 'server',
    attributes: {
      'graphql.operation.type': operation.operation,
      ...(name !== undefined && { 'graphql.operation.name': name }),
    },
  };
}

function executeNow(args: ExecutionArgs): ReturnType<typeof interpret> {
  const { document, operationName, variableValues } = args;
  const compiled = compiledFor(document, operationName ?? undefined);
  const context = args.contextValue as RequestContext;
  if (!compiled || !takes(document, operationName, variableValues ?? {}))
    return presentable(interpret({ ...args, options: INTERPRETER_OPTIONS }), context);
  return presentable(compiled.query(args.rootValue, context, variableValues), context);
}

/**
 * A GraphQL request whose document is valid: which operation of the document is executed, with which
 * variables. Elsewhere in this code an "operation" is charged work (purchases/operation.ts).
 */
export interface GraphqlRequest {
  kind: OperationTypeNode;
  document: DocumentNode;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** Executes a client's request. */
export async function executeRequest(
  { document, operationName, variables }: GraphqlRequest,
  context: RequestContext,
): Promise<ExecutionResult> {
  return execute({ schema, document, operationName, variableValues: variables, contextValue: context });
}

/** Only a result that was waited for can have charged. */
function presentable(result: unknown, context: RequestContext): Promise<ExecutionResult> | ExecutionResult {
  if (!(result instanceof Promise)) return result as ExecutionResult;
  return result.then((executed: ExecutionResult) => withoutRetryAdvice(executed, context));
}

function takes(document: DocumentNode, operationName: string | null | undefined, variables: object): boolean {
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

/**
 * Whether a name is also a property of every object, such as `toString`: the compiled code would read that as
 * a value.
 */
function namesPrototypes(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Name({ value }) {
      if (value in Object.prototype) found = true;
    },
  });
  return found;
}

/**
 * Replaces errors of a request that has charged, or may have, when they advise to send it again or say that
 * nothing was charged: a client without an idempotency key would follow them and pay twice.
 */
function withoutRetryAdvice(result: ExecutionResult, { charge }: RequestContext): ExecutionResult {
  if (!charge || !result.errors) return result;
  return {
    ...result,
    errors: result.errors.map((error) => (advisesRetry(error) ? toAfterChargeError(error, charge) : error)),
  };
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

/**
 * How long a client is asked to wait while the database is away. The request itself has waited for the
 * database before it is refused.
 */
const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

const CHARGE_MESSAGES: Record<Exclude<ChargeState, 'undecided'>, string> = {
  done: 'This was charged and carried out, and only its answer could not be completed',
  possible: 'Something went wrong on our side, and this may have been charged',
};

/** Replaces an error of a request that must not simply be sent again. */
class AfterChargeError extends Error {
  readonly charge: ChargeState;

  constructor(charge: ChargeState, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.charge = charge;
    // The log shows where the cause comes from.
    if (cause instanceof Error && cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** An error as a client may see it: the contract's code, and a message without internals. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
  /** Whether the fault is the service's own: then the error itself goes to the log. */
  isOurs?: boolean;
}

/**
 * The refusal for an error, with a door's names for the fields of inputs. An error that is neither a
 * DomainError nor an error of the document is a bug: its message is not shown.
 */
export function refusalOf(error: unknown, nameOf: NameOf = schemaName): Refusal {
  const cause = causeOf(error);
  if (cause instanceof AfterChargeError) {
    if (cause.charge === 'undecided') {
      const message = `It is not known yet whether this was carried out; repeat it in ${UNAVAILABLE_RETRY_AFTER_SECONDS} s with the same idempotency key: it is charged once at the most.`;
      return unavailable(message);
    }
    const advice = 'look at the orders before you ask again, or repeat it with the same idempotency key';
    return { code: 'internal_error', message: `${CHARGE_MESSAGES[cause.charge]}: ${advice}.`, isOurs: true };
  }
  if (cause instanceof DatabaseUnavailableError) {
    const message = `The service cannot be used for the moment; try again in ${UNAVAILABLE_RETRY_AFTER_SECONDS} s.`;
    return unavailable(message);
  }
  if (cause instanceof DomainError) {
    return { code: cause.code, message: cause.describe(nameOf), ...waitIn(cause) };
  }
  if (isFlawOfRequest(error))
    return { code: 'invalid_request', message: cut((error as GraphQLError).message) };
  const message = 'Something went wrong on our side; try again in a moment.';
  return { code: 'internal_error', message, isOurs: true };
}

function unavailable(message: string): Refusal {
  return {
    code: 'api_disabled',
    message,
    retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS,
    isOurs: true,
  };
}

/** The wait of an error that has one, such as RateLimitedError. */
function waitIn(error: DomainError): { retryAfterSeconds?: number } {
  const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
}

/** The wrong fields of an InvalidInputError; empty for any other error. */
function flawsIn(error: unknown): readonly Flaw[] {
  const cause = causeOf(error);
  return cause instanceof InvalidInputError ? cause.flaws : [];
}

/** The error that a resolver threw, without what the executor wrapped around it. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/**
 * Errors of syntax, validation and variables come before execution, so they have no path. They have no cause,
 * or their cause is another GraphQLError or the TypeError of a scalar that refuses the value.
 */
function isFlawOfRequest(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.path !== undefined) return false;
  const cause = causeOf(error);
  return cause instanceof GraphQLError || cause instanceof TypeError;
}

/** GraphQL's messages quote parts of the request, which may be as long as the request. */
const MAX_MESSAGE = 500;

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/**
 * The error that a client gets: the contract's code, and the wrong fields as in the schema's
 * `InvalidInputError`. An internal error is hidden from the client and passed to `onBug`.
 */
export function presentError(
  error: unknown,
  onBug: (error: unknown) => void,
  extensionsOf: (refusal: Refusal, error: GraphQLError | undefined) => object = waitOf,
): GraphQLError {
  const refusal = refusalOf(error);
  if (refusal.isOurs) onBug(error);
  const fields = flawsIn(error).map(({ path, message }) => ({ path, message }));
  const place = error instanceof GraphQLError ? error : undefined;
  return new GraphQLError(refusal.message, {
    ...(place?.nodes && { nodes: place.nodes }),
    ...(place?.source && { source: place.source }),
    ...(place?.positions && { positions: place.positions }),
    ...(place?.path && { path: place.path }),
    extensions: { code: refusal.code, ...(fields.length > 0 && { fields }), ...extensionsOf(refusal, place) },
  });
}

/** The wait as an extension beside the code, for transports without headers. */
export function waitOf({ retryAfterSeconds }: Refusal): object {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}
