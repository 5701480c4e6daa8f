import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CryptoPayFailure } from '../cryptopay/failure.ts';
import type { CryptoPayService } from '../cryptopay/routes.ts';
import { BYTES_PER_GB } from '../dataimpulse/bytes.ts';
import { DataImpulseFailure } from '../dataimpulse/failure.ts';
import type { DataImpulseNetwork } from '../dataimpulse/network.ts';
import type { Faults } from '../faults/faults.ts';
import type { Px6Network } from '../px6/network.ts';
import { INITIAL_STOCK, versionSchema } from '../px6/offer.ts';
import { addCryptoPayControl } from './cryptopay.ts';
import { issuedBy } from './issued.ts';

const MAX_STOCK = 10_000_000;
/** In GB: more than a test or demo needs, and still exact as a number of bytes. */
const MAX_GB = 1_000_000;
/** Room for the usage of 100,000 sub-users at once. */
const MAX_USAGE_BODY_BYTES = 8 * 2 ** 20;

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

const balance = z.strictObject({ upstream: z.literal('dataimpulse'), gb: z.number().min(0).max(MAX_GB) });

const usage = z.array(
  z.strictObject({
    subUserId: z.int().positive(),
    bytes: z
      .int()
      .min(0)
      .max(MAX_GB * BYTES_PER_GB),
  }),
);

interface Controlled {
  px6: Px6Network;
  dataImpulse: DataImpulseNetwork;
  cryptoPay: Pick<CryptoPayService, 'ledger' | 'webhooks'>;
  faults: Faults;
}

/** The control API for tests and demos: arms faults, sets stock, and shows what was really issued. */
export function addControlRoutes(
  app: FastifyInstance,
  { px6, dataImpulse, cryptoPay, faults }: Controlled,
): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: describe(error) });
    if (error instanceof DataImpulseFailure) return reply.code(error.status).send({ error: error.message });
    if (error instanceof CryptoPayFailure) return reply.code(error.code).send({ error: error.message });
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    return reply.code(statusCode).send({ error: message });
  });
  // curl declares every body as a form by default, but all bodies here are JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

  app.register(async (control) => addCryptoPayControl(control, cryptoPay), { prefix: '/cryptopay' });

  app.get('/faults', () => faults.armed);

  app.put('/faults', ({ body }) => {
    faults.arm(body);
    return faults.armed;
  });

  app.get('/issued', () => ({ entries: issuedBy(px6, dataImpulse) }));

  app.put('/stock', ({ body }) => {
    const { version, country, available } = stock.parse(body);
    px6.setStock(version, country, available);
    return { version, country, available };
  });

  app.put('/balance', ({ body }) => {
    const { upstream, gb } = balance.parse(body);
    dataImpulse.traffic.setBalance(Math.round(gb * BYTES_PER_GB));
    return { upstream, gb };
  });

  // For measurements: counts usage of many sub-users without moving bytes. If one of them does not exist,
  // nothing is counted.
  app.put('/usage', { bodyLimit: MAX_USAGE_BODY_BYTES }, ({ body }) => {
    const uses = usage.parse(body);
    dataImpulse.traffic.useMany(uses);
    return { booked: uses.length };
  });
}

/** One line for each thing that is wrong: `0.mode: Invalid option ...`. */
function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n');
}
