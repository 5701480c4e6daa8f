import type { ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Services } from '../../purchases/services.ts';
import type { Caller } from '../../resellers/admission.ts';
import { flawsOf, parseDocument } from '../execution/documents.ts';
import { execute } from '../execution/execute.ts';
import { assertFewRootFields } from '../execution/graphql-request.ts';
import { presentError, waitOf } from '../execution/present-error.ts';
import { type Refusal, refusalOf } from '../execution/refusal.ts';
import { createContext, type RequestContext, type SessionCookie } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';

/**
 * What the route passes to Yoga with a request, and what Yoga's plugins report to the route about the answer.
 */
export interface ServedRequest {
  /** Undefined for an anonymous request. */
  caller: Caller | undefined;
  cookie: SessionCookie | undefined;
  /** The result, if the route has executed the document: then only the answer is Yoga's. */
  result?: ExecutionResult;
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
    context: ({ served }) => createContext(services, served.caller, { limited: true, cookie: served.cookie }),
    maskedErrors: false,
    // Valid documents are kept by `parseDocument`, once for all transports; invalid ones are not kept.
    parserAndValidationCache: false,
    plugins: [takeResults, readDocuments, executeOwn, presentErrors],
  });
}

/** Takes over the results that the route has. */
const takeResults: Plugin<object, { served: ServedRequest }> = {
  onParams({ context: { served }, setResult }) {
    if (served.result) setResult(served.result);
  },
};

/** Parses and validates as the other transports do. */
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
    const http = result.data === undefined || isUnserved(result) ? httpOfRequest : httpOf;
    setResult({
      ...result,
      errors: result.errors.map((error) => presentError(error, served.onBug, http)),
    });
  },
};

/**
 * Whether the database went away during the execution, which has nothing to show, and has charged nothing or
 * can be repeated by its idempotency key.
 */
function isUnserved({ data, errors = [] }: ExecutionResult): boolean {
  return data === null && errors.every((error) => refusalOf(error).code === 'api_disabled');
}

/** What an error of the whole request sets: a resolver needed a caller, and the request has no key. */
const UNAUTHORIZED = { status: 401, headers: { 'www-authenticate': 'Bearer' } };

/** The status and headers that Yoga has set, or those of the refusal; an error of one field has none. */
function httpOf(refusal: Refusal, error: GraphQLError | undefined): object {
  // Errors of the compiled code have no extensions, although their type has them.
  const http = error?.extensions?.['http'] ?? (refusal.code === 'unauthorized' ? UNAUTHORIZED : undefined);
  return http === undefined ? waitOf(refusal) : { http };
}

/**
 * A request that was refused before its execution has no data. A client that accepts GraphQL's own media type
 * gets the status of the refusal; one that accepts `application/json` gets 200, as it does for an invalid
 * document.
 */
function httpOfRequest(refusal: Refusal, error: GraphQLError | undefined): object {
  // Only without data: 503 says that the request may be sent again as it is, but a mutation with data may
  // have charged before the connection to the database was lost.
  if (refusal.code === 'api_disabled') {
    return { http: { status: 503, headers: { 'retry-after': String(refusal.retryAfterSeconds) } } };
  }
  const status = refusal.code === 'internal_error' ? 500 : 400;
  return { http: { spec: true, status }, ...httpOf(refusal, error) };
}
