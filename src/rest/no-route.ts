import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from './errors.ts';
import { DESCRIPTION_PATH } from './openapi.ts';
import type { Route } from './route.ts';
import { ROUTES } from './route-table.ts';

type Place = Pick<Route, 'method' | 'path'>;

const PLACES: readonly Place[] = [...ROUTES, { method: 'GET', path: DESCRIPTION_PATH }];

/** The routes at the path of a URL, of any method. The path's encoding may be malformed. */
export function routesAt(url: string | undefined): Place[] {
  const steps = (url ?? '').replace(/\?.*$/s, '').split('/');
  return PLACES.filter(({ path }) => {
    const template = path.split('/');
    return (
      template.length === steps.length &&
      template.every((step, i) => step.startsWith('{') || step === steps[i])
    );
  });
}

/**
 * The error of a request that no route serves: 404 for an unknown path, 405 for a method that the path does
 * not take.
 */
export function noRouteError(request: FastifyRequest, reply: FastifyReply): RequestError {
  const found = routesAt(request.raw.url);
  if (found.length === 0) {
    return new RequestError(
      'invalid_request',
      'There is no such path; /docs shows those that there are.',
      404,
    );
  }
  const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
  reply.header('allow', methods.join(', '));
  return new RequestError('invalid_request', `This path takes ${methods.join(', ')}.`, 405);
}
