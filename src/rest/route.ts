import { z } from 'zod';
import { flawsOf } from '../graphql/schema/inputs.ts';
import type { ErrorCode } from '../kit/errors.ts';
import { describeFlaws } from '../kit/errors.ts';
import { RequestError } from './errors.ts';
import type { RawParameters } from './request.ts';

/** One row of the route table: everything that serving and describing the route needs. */
export interface Route {
  operationId: string;
  tag: 'Balance' | 'Catalog' | 'Orders' | 'Luxury';
  summary: string;
  description: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** The path in OpenAPI's notation, such as `/v1/orders/{order_id}`. */
  path: string;
  parameters: ParameterSchemas;
  /**
   * Where the body has Luxury options. A flaw there is an `invalid_option`, elsewhere an `invalid_request`.
   */
  optionsIn?: 'body' | 'body.options';
  response: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    /** The schema of its body as plain text, where a parameter can ask for plain text. */
    text?: z.ZodString;
  };
  /** The errors of this route, beside those of every route. */
  errors: readonly ErrorCode[];
  /** The operation of `documents.graphql` that it executes. */
  document: string;
  /** The document's variables. Throws RequestError. */
  variablesOf(parameters: RawParameters): Record<string, unknown>;
  /**
   * Makes the response's body from the document's data and variables: an object for JSON, or a PlainText.
   * Throws a DomainError when the answer is an error. A refusal that the document has is thrown before.
   */
  render(data: unknown, variables: Record<string, unknown>): unknown;
}

/** A response that is sent as it is, as `text/plain`. */
export class PlainText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The schemas of a route's parameters, by where they are sent. */
interface ParameterSchemas {
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

/** Makes a row of the route table. `Data` is the type of the document's result. */
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
      if (!given.success) throw refusalOf(given.error, route.optionsIn);
      return variables(given.data as Parameters<typeof variables>[0]);
    },
    render: (data, given) => render(data as Data, given as Variables),
  };
}

/** Checks options last: their flaws are reported only when there are no others. */
function refusalOf({ issues }: z.ZodError, optionsIn: Route['optionsIn']): RequestError {
  const place = optionsIn?.split('.') ?? [];
  const others = issues.filter((issue) => place.length === 0 || !isWithin(place, issue));
  const reported = new z.ZodError((others.length > 0 ? others : issues).map(withoutPlace));
  // Their paths have the names of `/v1` already.
  return new RequestError(
    others.length > 0 ? 'invalid_request' : 'invalid_option',
    describeFlaws(flawsOf(reported)),
  );
}

/** Whether a flaw is of a field within the object, and not of the object itself. */
function isWithin(place: readonly string[], { path, code }: z.core.$ZodIssue): boolean {
  return (
    place.every((step, i) => path[i] === step) && (path.length > place.length || code === 'unrecognized_keys')
  );
}

/**
 * Removes the place of the parameter, such as `query`, from the paths of flaws: the name alone is clearer.
 */
function withoutPlace(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: issue.path.slice(1) };
}
