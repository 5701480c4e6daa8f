import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  execute as interpret,
  parse,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import { withoutRetryAdvice } from './errors-after-charge.ts';

/**
 * Enums and GraphQL's own scalars are written as the resolvers give them: their types are checked when the service is compiled, and
 * checking every value of every answer again took a third of an execution.
 */
const COMPILER_OPTIONS = { disableLeafSerialization: true };

/** Each flaw of the variables quotes the value that has it; the first few tell enough. */
const INTERPRETER_OPTIONS = { maxCoercionErrors: 3 };

/** A document that was parsed, validated and compiled once and can be executed any number of times. */
export type PreparedDocument = (
  context: RequestContext,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

/** Prepares one of the service's own documents at start. Throws when the schema rejects it. */
export function prepare(source: string): PreparedDocument {
  const document = parse(source, { noLocation: true });
  const [flaw] = validate(schema, document);
  if (flaw) throw new Error(`A document of the service does not fit its schema: ${flaw.message}\n${source}`);
  const compiled = compileQuery(schema, document, undefined, COMPILER_OPTIONS);
  if (!isCompiledQuery(compiled)) {
    throw new Error(
      `A document of the service cannot be compiled: ${compiled.errors?.join('; ')}\n${source}`,
    );
  }
  return (context, variables) => presentable(compiled.query({}, context, variables), context);
}

/** Compiling costs as much as interpreting a document some dozen times, so it is done for documents that come back. */
const COMPILE_AT_USE = 5;

interface Usage {
  uses: number;
  compiled: CompiledQuery | undefined;
}

const usages = new WeakMap<DocumentNode, Map<string | undefined, Usage>>();

/**
 * Executes a client's document, compiled once it has proved to be one that is sent again and again. The compiler has its own mind
 * about wrong variables, so those are left to the interpreter: a client is told the same at every use.
 */
export function execute(args: ExecutionArgs): ReturnType<typeof interpret> {
  const { document, operationName, variableValues } = args;
  const compiled = compiledFor(document, operationName ?? undefined);
  const context = args.contextValue as RequestContext;
  if (!compiled || !takes(document, operationName, variableValues ?? {}))
    return presentable(interpret({ ...args, options: INTERPRETER_OPTIONS }), context);
  return presentable(compiled.query(args.rootValue, context, variableValues), context);
}

/** What has charged has waited for it. */
function presentable(result: unknown, context: RequestContext): Promise<ExecutionResult> | ExecutionResult {
  if (!(result instanceof Promise)) return result as ExecutionResult;
  return result.then((executed: ExecutionResult) => withoutRetryAdvice(executed, context));
}

function takes(document: DocumentNode, operationName: string | null | undefined, variables: object): boolean {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return !getVariableValues(schema, definitions, { ...variables }, { maxErrors: 1 }).errors;
}

function compiledFor(document: DocumentNode, operationName: string | undefined): CompiledQuery | undefined {
  const byOperation = usages.get(document) ?? new Map<string | undefined, Usage>();
  usages.set(document, byOperation);
  const usage = byOperation.get(operationName) ?? { uses: 0, compiled: undefined };
  byOperation.set(operationName, usage);
  usage.uses += 1;
  if (usage.uses === COMPILE_AT_USE && !namesPrototypes(document)) {
    const compiled = compileQuery(schema, document, operationName, COMPILER_OPTIONS);
    usage.compiled = isCompiledQuery(compiled) ? compiled : undefined;
  }
  return usage.compiled;
}

/** Whether a variable or an alias has a name that every object has already, which the compiled code would mistake for a value. */
function namesPrototypes(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Name({ value }) {
      if (value in Object.prototype) found = true;
    },
  });
  return found;
}
