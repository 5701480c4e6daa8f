import type { Services } from '../../src/purchases/services.ts';

export class Died extends Error {
  constructor() {
    super('died');
  }
}

/** The services in a process that dies when the term upstream is called, or when it has answered. */
export function dyingAt(services: Services, call: 'buy' | 'extend', when: 'before' | 'after'): Services {
  const { term } = services;
  const die = async (work: () => Promise<unknown>) => {
    if (when === 'after') await work();
    throw new Died();
  };
  return {
    ...services,
    term: {
      ...term,
      ...(call === 'buy'
        ? { buy: (wanted) => die(() => term.buy(wanted)) as Promise<never> }
        : { extend: (...args) => die(() => term.extend(...args)) as Promise<never> }),
    },
  };
}
