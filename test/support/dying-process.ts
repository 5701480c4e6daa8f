import type { Services } from '../../src/purchases/services.ts';

export class Died extends Error {
  constructor() {
    super('died');
  }
}

/** The services in a process that dies when an upstream is asked for that, or when it has answered. */
export function dyingAt(
  services: Services,
  call: 'buy' | 'extend' | 'cancel' | 'addTraffic',
  when: 'before' | 'after',
): Services {
  const { term, traffic } = services;
  const die = async (work: () => Promise<unknown>): Promise<never> => {
    if (when === 'after') await work();
    throw new Died();
  };
  return {
    ...services,
    term: {
      ...term,
      ...(call === 'buy' && { buy: (wanted) => die(() => term.buy(wanted)) }),
      ...(call === 'extend' && { extend: (...args) => die(() => term.extend(...args)) }),
      ...(call === 'cancel' && { cancel: (...args) => die(() => term.cancel(...args)) }),
    },
    traffic: {
      ...traffic,
      ...(call === 'addTraffic' && { addTraffic: (id, gb) => die(() => traffic.addTraffic(id, gb)) }),
    },
  };
}
