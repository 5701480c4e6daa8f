import { vi } from 'vitest';

export interface UpstreamCalls {
  /** By the names of the ports' methods, in the order of asking; to be emptied at will. */
  names: string[];
  /** Waits until all that were made have ended. */
  ended(): Promise<unknown>;
}

/** What the upstreams are asked for from now on; the calls themselves go on as they are. */
export function upstreamCalls(...upstreams: object[]): UpstreamCalls {
  const names: string[] = [];
  const answers: Promise<unknown>[] = [];
  for (const upstream of upstreams) {
    const methods = upstream as Record<string, (...args: unknown[]) => unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== 'function') continue;
      vi.spyOn(methods, name).mockImplementation((...args) => {
        const answer = method(...args);
        // What needs no call is answered at once.
        if (answer instanceof Promise) {
          names.push(name);
          answers.push(answer);
        }
        return answer;
      });
    }
  }
  return { names, ended: () => Promise.allSettled(answers) };
}
