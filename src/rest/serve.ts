import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepare } from '../graphql/execution/execute.ts';
import { createContext } from '../graphql/schema/context.ts';
import type { Services } from '../purchases/services.ts';
import type { Caller } from '../resellers/admission.ts';
import { restName } from './field-names.ts';
import { readBody, readHeader, readQuery } from './request.ts';
import { PlainText, type Route } from './route.ts';

/** The decorator of a request that holds its caller after admission. */
export const CALLER = 'caller';

/** By their routes, for all hosts of a process. */
const compiled = new Map<Route, ReturnType<typeof prepare>>();

/** Makes a route's handler. Throws when the route's document does not fit the schema. */
export function routeHandler(route: Route, services: Services) {
  const execute = compiled.get(route) ?? prepare(readDocument(route.document));
  compiled.set(route, execute);
  const queryNames = namesIn(route.parameters.query);
  const headerNames = namesIn(route.parameters.header);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const body = route.parameters.body && readBody(request);
    const variables = route.variablesOf({
      path: request.params,
      query: readQuery(request.raw.url ?? '', queryNames),
      header: readHeaders(request, headerNames),
      body,
    });
    const context = createContext(services, request.getDecorator<Caller>(CALLER), {
      limited: false,
      nameOf: restName,
    });
    const { data, errors } = await execute(context, variables);
    if (context.replayed) reply.header('idempotent-replayed', 'true');
    if (errors?.[0]) throw errors[0];
    reply.status(route.response.status);
    const rendered = route.render(data, variables);
    if (!(rendered instanceof PlainText)) return rendered;
    reply.type('text/plain; charset=utf-8');
    return rendered.text;
  };
}

function readDocument(files: readonly string[]): string {
  return files
    .map((file) => readFileSync(new URL(`documents/${file}.graphql`, import.meta.url), 'utf8'))
    .join('\n');
}

function namesIn(schema: { shape: object } | undefined): string[] {
  return Object.keys(schema?.shape ?? {});
}

function readHeaders(request: FastifyRequest, names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const value = readHeader(request.raw, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}
