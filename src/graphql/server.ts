import type { GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Services } from '../purchases/services.ts';
import type { Caller, Credentials } from '../resellers/authenticate.ts';
import { admit } from '../resellers/rate-limit.ts';
import type { RateWindow } from '../resellers/rate-window.ts';
import { createContext, type RequestContext } from './context.ts';
import { count } from './count.ts';
import { flawsOf, parseDocument } from './documents.ts';
import { execute } from './execute.ts';
import { admitOperation } from './operation.ts';
import { present, waitOf } from './present.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { schema } from './schema.ts';

/** What the HTTP host knows of a request, and is told of its answer. */
export interface Exchange {
  caller: Caller | undefined;
  /** What the caller showed. */
  credentials: Credentials | undefined;
  /** Whose rate it counts toward. */
  rateId: number;
  /** Whether the request was counted. */
  counted: boolean;
  /** What is left of the rate; undefined until the request was counted, or refused for it. */
  window: RateWindow | undefined;
  /** Set when the answer is an earlier one's. */
  replayed: boolean;
  onBug(error: unknown): void;
}

type YogaContext = RequestContext & { exchange: Exchange };

/** The GraphQL server: Yoga, with the service's own execution, limits and errors. */
export function createGraphqlServer(services: Services) {
  return createYoga<{ exchange: Exchange }, RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    logging: false,
    cors: false,
    landingPage: false,
    multipart: false,
    // The page is the route's own.
    graphiql: false,
    context: ({ exchange }) => createContext(services, exchange.caller, { limited: true }),
    maskedErrors: false,
    // Documents are kept once for all doors, and those that were refused not at all.
    parserAndValidationCache: false,
    plugins: [readDocuments, executeOwn(services), presentErrors(services)],
  });
}

/** The same reading as at the other doors. */
const readDocuments: Plugin<object, YogaInitialContext> = {
  onParse: ({ setParseFn }) => setParseFn((text: string) => parseDocument(text)),
  onValidate: ({ context, setValidationFn }) =>
    setValidationFn((_schema, document) => flawsOf(context.params.query ?? '', document)),
};

/** Counts an operation toward the rate, and executes it with the compiler where that pays. */
function executeOwn({ database }: Services): Plugin<YogaContext> {
  return {
    async onExecute({ args, setExecuteFn }) {
      setExecuteFn(execute);
      const { exchange } = args.contextValue;
      const { document, operationName } = args;
      await count(exchange, admitOperation(database.sql, exchange.rateId, document, operationName));
      return {
        onExecuteDone({ args: { contextValue } }) {
          exchange.replayed = contextValue.replayed;
        },
      };
    },
  };
}

/** Puts the contract's code on every error and hides the inside; a document that was refused counts as a request, too. */
function presentErrors({ database }: Services): Plugin<object, { exchange: Exchange }> {
  return {
    async onExecutionResult({ result, setResult, context: { exchange } }) {
      if (!result || !('errors' in result) || !result.errors) return;
      let errors: readonly unknown[] = result.errors;
      if (!exchange.counted && !errors.some(saysToWait)) {
        try {
          await count(exchange, admit(database.sql, exchange.rateId, 1));
        } catch (error) {
          errors = [error];
        }
      }
      const http = result.data === undefined ? httpOfRequest : httpOf;
      setResult({ ...result, errors: errors.map((error) => present(error, exchange.onBug, http)) });
    },
  };
}

/** Whether to count it was tried already: there was no place, or no database. */
function saysToWait(error: unknown): boolean {
  return refusalOf(error).retryAfterSeconds !== undefined;
}

/** What Yoga has asked for, or what the refusal calls for. */
function httpOf(refusal: Refusal, error: GraphQLError | undefined): object {
  // The compiler's errors have no extensions, whatever their type says.
  const http = error?.extensions?.['http'] ?? statusOf(refusal);
  return http === undefined ? waitOf(refusal) : { http };
}

/**
 * What was refused before it was executed has no data, and a status of its own for clients that take GraphQL's own media type. Those
 * that take `application/json` get 200 with it, as they do with a flaw of the document.
 */
function httpOfRequest(refusal: Refusal, error: GraphQLError | undefined): object {
  // Beside data this would be wrong: a mutation may have done and charged something before the database went away.
  if (refusal.code === 'api_disabled') return { http: { status: 503, headers: waitHeader(refusal) } };
  const status = refusal.code === 'internal_error' ? 500 : 400;
  return { http: { spec: true, status }, ...httpOf(refusal, error) };
}

/** Only what concerns a whole request changes its status; an error of one field must not. */
function statusOf(refusal: Refusal): object | undefined {
  if (refusal.code === 'unauthorized') return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  if (refusal.code === 'rate_limited') return { status: 429, headers: waitHeader(refusal) };
  return undefined;
}

function waitHeader({ retryAfterSeconds }: Refusal): object {
  return { 'retry-after': String(retryAfterSeconds) };
}
