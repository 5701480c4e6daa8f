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

/** What the route knows of a request, and what it learns about the answer. */
export interface ServedRequest {
  /** Undefined for an anonymous request, and for one that is over the rate. */
  caller: Caller | undefined;
  /** The refusal of a request that is over the rate: it is answered and not executed. */
  overRate: RateLimitedError | undefined;
  /** Set when the answer repeats that of an earlier request with the same Idempotency-Key. */
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
    // The route serves GraphiQL's page itself.
    graphiql: false,
    context: ({ served }) => createContext(services, served.caller, { limited: true }),
    maskedErrors: false,
    // Valid documents are kept by `parseDocument`, once for all doors; invalid ones are not kept.
    parserAndValidationCache: false,
    plugins: [refuseOverRate, readDocuments, executeOwn, presentErrors],
  });
}

/** Yoga answers requests over the rate as well, so that they get the media type that the client accepts. */
const refuseOverRate: Plugin<object, { served: ServedRequest }> = {
  onParams({ context: { served }, setResult }) {
    const { overRate } = served;
    if (overRate) setResult({ errors: [new GraphQLError(overRate.message, { originalError: overRate })] });
  },
};

/** Parses and validates like the other doors. */
const readDocuments: Plugin<object, YogaInitialContext> = {
  onParse: ({ setParseFn }) => setParseFn((text: string) => parseDocument(text)),
  onValidate: ({ context, setValidationFn }) =>
    setValidationFn((_schema, document) => flawsOf(context.params.query ?? '', document)),
};

/** Executes documents with the service's own executor. */
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

/** Gives every error the contract's code, and hides internal errors. */
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

/** The status and headers that Yoga has set, or those of the refusal. */
function httpOf(refusal: Refusal, error: GraphQLError | undefined): object {
  // Errors of the compiled code have no extensions, although their type has them.
  const http = error?.extensions?.['http'] ?? statusOf(refusal);
  return http === undefined ? waitOf(refusal) : { http };
}

/**
 * A request that was refused before its execution has no data. A client that accepts GraphQL's own media type
 * gets the status of the refusal; one that accepts `application/json` gets 200, as it does for an invalid
 * document.
 */
function httpOfRequest(refusal: Refusal, error: GraphQLError | undefined): object {
  // Only without data: 503 says that nothing was charged, but a mutation with data may have charged before
  // the connection to the database was lost.
  if (refusal.code === 'api_disabled') return { http: { status: 503, headers: waitHeader(refusal) } };
  const status = refusal.code === 'internal_error' ? 500 : 400;
  return { http: { spec: true, status }, ...httpOf(refusal, error) };
}

/** Only errors that concern the whole request have a status; an error of one field has none. */
function statusOf(refusal: Refusal): object | undefined {
  if (refusal.code === 'unauthorized') return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  if (refusal.code === 'rate_limited') return { status: 429, headers: waitHeader(refusal) };
  return undefined;
}

function waitHeader({ retryAfterSeconds }: Refusal): object {
  return { 'retry-after': String(retryAfterSeconds) };
}
