import { z } from 'zod';
import { describeFlaws } from '../graphql/inputs.ts';
import type { ErrorCode } from '../kit/errors.ts';
import { RequestError } from './errors.ts';
import type { RawParameters } from './request.ts';

/** One row of the route table: all that the service knows of a route, for serving it and for describing it. */
export interface Route {
  operationId: string;
  tag: 'Balance' | 'Catalog' | 'Orders';
  summary: string;
  description: string;
  method: 'GET' | 'POST';
  /** The path in OpenAPI's notation, such as `/v1/orders/{order_id}`. */
  path: string;
  parameters: ParameterSchemas;
  response: { status: 200 | 201; description: string; schema: z.ZodType };
  /** What it can answer beyond the errors of every route. */
  errors: readonly ErrorCode[];
  /** The files of the GraphQL document that it executes: the operation and its fragments. */
  document: readonly string[];
  /** The document's variables. Throws RequestError. */
  variablesOf(parameters: RawParameters): Record<string, unknown>;
  /** The response's body out of the document's data and its variables. Throws what the client is to be told instead. */
  render(data: unknown, variables: Record<string, unknown>): unknown;
}

/** The schemas of a route's parameters, by where they are sent. */
export interface ParameterSchemas {
  path?: z.ZodObject;
  query?: z.ZodObject;
  header?: z.ZodObject;
  body?: z.ZodObject;
}

interface Definition<Shape, Variables, Data> extends Omit<Route, 'parameters' | 'variablesOf' | 'render'> {
  parameters: Shape;
  variables(given: { [Place in keyof Shape]: z.output<Shape[Place]> }): Variables;
  render(data: Data, variables: Variables): unknown;
}

/** Makes a row. `Data` is what its document's result looks like. */
export function defineRoute<
  const Shape extends ParameterSchemas,
  Variables extends Record<string, unknown>,
  Data,
>(definition: Definition<Shape, Variables, Data>): Route {
  const { variables, render, ...route } = definition;
  const { parameters: schemas }: { parameters: ParameterSchemas } = route;
  const schema = z.object({ ...schemas });
  return {
    ...route,
    variablesOf(parameters) {
      const given = schema.safeParse(parameters);
      if (!given.success)
        throw new RequestError('invalid_request', describeFlaws(withoutPlaces(given.error)));
      return variables(given.data as Parameters<typeof variables>[0]);
    },
    render: (data, given) => render(data as Data, given as Variables),
  };
}

/** The path of each flaw begins with where the parameter was sent; its name alone is clearer. */
function withoutPlaces(error: z.ZodError): z.ZodError {
  return new z.ZodError(error.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
}
