import { GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Services } from '../../purchases/services.ts';
import type { Caller } from '../../resellers/authenticate.ts';
import type { RateLimitedError } from '../../resellers/errors.ts';
import { flawsOf, parseDocument } from '../execution/documents.ts';
import { execute } from '../execution/execute.ts';
import { assertFewRootFields } from '../execution/graphql-request.ts';
import { presentError, waitOf } from '../execution/present-error.ts';
import type { Refusal } from '../execution/refusal.ts';
import { createContext, type RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';

/** What the HTTP host knows of a request, and is told of its answer. */
export interface ServedRequest {
  /** Undefined for an anonymous request. */
  caller: Caller | undefined;
  /** Why it is not executed, when it is over its caller's rate. */
  overRate: RateLimitedError | undefined;
  /** Set when the answer is an earlier one's. */
  replayed: boolean;
  onBug(error: unknown): void;
}

type YogaContext = RequestContext & { served: ServedRequest };

/** The GraphQL server: Yoga, with the service's own execution, limits and errors. */
export function createGraphqlServer(services: Services) {
  return createYoga<{ served: ServedRequest }, RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    logging: false,
    cors: false,
    landingPage: false,
    multipart: false,
    // The page is the route's own.
    graphiql: false,
    context: ({ served }) => createContext(services, served.caller, { limited: true }),
    maskedErrors: false,
    // Documents are kept once for all doors, and those that were refused not at all.
    parserAndValidationCache: false,
    plugins: [refuseOverRate, readDocuments, executeOwn, presentErrors],
  });
}

/** What is over the rate is answered in the media type that the client takes, as what is executed is. */
const refuseOverRate: Plugin<object, { served: ServedRequest }> = {
  onParams({ context: { served }, setResult }) {
    const { overRate } = served;
    if (overRate) setResult({ errors: [new GraphQLError(overRate.message, { originalError: overRate })] });
  },
};

/** The same reading as at the other doors. */
const readDocuments: Plugin<object, YogaInitialContext> = {
  onParse: ({ setParseFn }) => setParseFn((text: string) => parseDocument(text)),
  onValidate: ({ context, setValidationFn }) =>
    setValidationFn((_schema, document) => flawsOf(context.params.query ?? '', document)),
};

/** Executes a document, compiled when it comes often. */
const executeOwn: Plugin<YogaContext> = {
  onExecute({ args: { document, operationName }, setExecuteFn }) {
    setExecuteFn(execute);
    assertFewRootFields(document, operationName);
    return {
      onExecuteDone({ args: { contextValue } }) {
        contextValue.served.replayed = contextValue.replayed;
      },
    };
  },
};

/** Puts the contract's code on every error and hides the inside. */
const presentErrors: Plugin<object, { served: ServedRequest }> = {
  onExecutionResult({ result, setResult, context: { served } }) {
    if (!result || !('errors' in result) || !result.errors) return;
    const http = result.data === undefined ? httpOfRequest : httpOf;
    setResult({
      ...result,
      errors: result.errors.map((error) => presentError(error, served.onBug, http)),
    });
  },
};

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
