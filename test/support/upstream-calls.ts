import { vi } from 'vitest';

export interface UpstreamCalls {
  /** The names of the called methods, in order; a test may empty the list. */
  names: string[];
  /** Waits until all calls have ended. */
  ended(): Promise<unknown>;
}

/** Records the calls of the upstreams from now on; the calls themselves go on unchanged. */
export function upstreamCalls(...upstreams: object[]): UpstreamCalls {
  const names: string[] = [];
  const answers: Promise<unknown>[] = [];
  for (const upstream of upstreams) {
    const methods = upstream as Record<string, (...args: unknown[]) => unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== 'function') continue;
      vi.spyOn(methods, name).mockImplementation((...args) => {
        const answer = method(...args);
        // A method without a call of the upstream returns no promise.
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
