import type { Services } from '../purchases/services.ts';

/** Does a command's work with the services and prints the result. One with `ok: false` makes the command fail. */
export type Run = (work: (services: Services) => Promise<object>) => Promise<void>;
