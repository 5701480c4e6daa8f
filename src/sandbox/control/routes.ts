import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Px6Network } from '../px6/network.ts';
import { INITIAL_STOCK, versionSchema } from '../px6/offer.ts';
import type { Faults } from './faults.ts';

const MAX_STOCK = 10_000_000;

const stock = z.strictObject({
  version: z.coerce.string().pipe(versionSchema),
  country: z
    .string()
    .toLowerCase()
    .refine(
      (country) => INITIAL_STOCK.has(country),
      `must be one of ${[...INITIAL_STOCK.keys()].join(', ')}`,
    ),
  available: z.int().min(0).max(MAX_STOCK),
});

/** The switchboard for tests and demos: arm faults, set stock, see what was really issued. */
export function addControlRoutes(app: FastifyInstance, px6: Px6Network, faults: Faults): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: describe(error) });
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    return reply.code(statusCode).send({ error: message });
  });
  // curl says that a body is a form unless it is told otherwise; here everything is JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

  app.get('/faults', () => faults.armed);

  app.put('/faults', ({ body }) => {
    faults.arm(body);
    return faults.armed;
  });

  app.get('/issued', () => ({ entries: px6.issued }));

  app.put('/stock', ({ body }) => {
    const { version, country, available } = stock.parse(body);
    px6.setStock(version, country, available);
    return { version, country, available };
  });
}

/** One line for each thing that is wrong: `0.mode: Invalid option ...`. */
function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n');
}
