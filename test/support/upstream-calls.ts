import { vi } from 'vitest';
import type { Services } from '../../src/purchases/services.ts';

/** What the services ask their upstreams for from now on, by name; the calls themselves go on as they are. */
export function upstreamCalls({ term, traffic }: Pick<Services, 'term' | 'traffic'>): string[] {
  const calls: string[] = [];
  for (const upstream of [term, traffic] as object[]) {
    const methods = upstream as Record<string, (...args: unknown[]) => unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== 'function') continue;
      vi.spyOn(methods, name).mockImplementation((...args) => {
        const answer = method(...args);
        // What needs no call is answered at once.
        if (answer instanceof Promise) calls.push(name);
        return answer;
      });
    }
  }
  return calls;
}
