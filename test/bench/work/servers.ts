import { type Child, type Measurable, startChild } from '../child.ts';
import { type Environment, serviceOptions } from '../environment.ts';
import type { PeerOptions } from '../servers/fastify-peer.ts';
import type { RecordedPurchase } from '../servers/plain-purchases.ts';

export type Server = Measurable<{ url: string }>;

/** The service and everything that it is compared with, each in a process of its own. */
export interface Servers {
  service: Server;
  /** `/v1` by hand. */
  fastify: Server;
  /** Orders over GraphQL. */
  mercurius: Server;
  /** The statements of a purchase without a service. */
  plainPurchases: Child<unknown>;
  /** Changes of one balance. */
  plainAccount: Child<unknown>;
}

export async function startServers(
  environment: Environment,
  purchase: RecordedPurchase,
  opened: AsyncDisposableStack,
): Promise<Servers> {
  const { databaseUrl, credentialsKey } = environment;
  const start = async <Ready>(script: string, options: object): Promise<Child<Ready>> => {
    const child = await startChild<Ready>(script, options);
    opened.defer(() => child.stop());
    return child;
  };
  const peerOptions: PeerOptions = { databaseUrl, credentialsKey };
  return {
    service: await start('service', serviceOptions(environment)),
    fastify: await start('fastify-peer', peerOptions),
    mercurius: await start('mercurius-peer', peerOptions),
    plainPurchases: await start('plain-purchases', { databaseUrl, purchase }),
    plainAccount: await start('plain-account', { databaseUrl }),
  };
}
