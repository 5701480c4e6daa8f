import { constants, setPriority } from 'node:os';
import { ATTACKS, type Means } from './attacks.ts';

// A process of its own, behind all others: what an attack costs its attacker is not the neighbour's.
setPriority(constants.priority.PRIORITY_LOW);
const over = new AbortController();
process.once('message', ({ attack, ...means }: Omit<Means, 'over'> & { attack: string }) => {
  process.once('disconnect', () => over.abort());
  ATTACKS[attack]?.run({ ...means, over: over.signal }).then(
    () => process.exit(),
    (error: unknown) => {
      process.stderr.write(`${attack}: ${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    },
  );
});
