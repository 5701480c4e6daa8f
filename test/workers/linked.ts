import { Link } from '../../src/workers/link.ts';

/** The two ends of a link between processes: what is sent arrives later, and as a copy. */
interface Linked {
  primary: Link;
  worker: Link;
  /** The primary reads nothing until the returned function is called, as if it stood still. */
  suspend(): () => void;
  /** Resolves when all that was sent has arrived, and what was sent in return. */
  settled(): Promise<void>;
}

export function linked(): Linked {
  const listeners = { primary: (_message: unknown) => {}, worker: (_message: unknown) => {} };
  let suspended: object[] | undefined;
  const channelTo = (other: 'primary' | 'worker', own: 'primary' | 'worker') => ({
    send(message: object) {
      if (other === 'primary' && suspended) suspended.push(message);
      else setImmediate(() => listeners[other](structuredClone(message)));
    },
    onMessage(listener: (message: unknown) => void) {
      listeners[own] = listener;
    },
  });
  return {
    primary: new Link(channelTo('worker', 'primary')),
    worker: new Link(channelTo('primary', 'worker')),
    suspend() {
      const kept: object[] = [];
      suspended = kept;
      return () => {
        suspended = undefined;
        for (const message of kept) listeners.primary(structuredClone(message));
      };
    },
    async settled() {
      for (let trips = 0; trips < 4; trips++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
