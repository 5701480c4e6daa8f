import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BYTES_PER_GB } from '../dataimpulse/bytes.ts';
import type { DataImpulseNetwork } from '../dataimpulse/network.ts';
import type { Faults } from '../faults/faults.ts';
import type { Px6Accounts } from '../px6/accounts.ts';
import { INITIAL_STOCK, versionSchema } from '../px6/offer.ts';
import { issuedBy } from './issued.ts';
import { prepareControl } from './prepare.ts';

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
  px6: Px6Accounts;
  dataImpulse: DataImpulseNetwork;
  faults: Faults;
}

/** The control API for tests and demos: arms faults, sets stock, and shows what was asked for and issued. */
export function addControlRoutes(app: FastifyInstance, { px6, dataImpulse, faults }: Controlled): void {
  prepareControl(app);

  app.get('/faults', () => faults.armed);

  app.put('/faults', ({ body }) => {
    faults.arm(body);
    return faults.armed;
  });

  app.get('/issued', () => ({ entries: issuedBy(px6.networks, dataImpulse) }));

  app.get('/calls', () => ({ calls: px6.arrivals }));

  app.put('/stock', ({ body }) => {
    const { version, country, available } = stock.parse(body);
    for (const network of px6.networks) network.setStock(version, country, available);
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
