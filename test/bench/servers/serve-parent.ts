import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Memory } from '../child.ts';

/** What a child does for the benchmark that started it. */
export interface Served<Question> {
  /** Told to the parent: the child is ready. */
  ready: object;
  answer?(question: Question): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Takes the options from the parent, opens what is asked for, answers the parent and ends when the parent lets go. */
export async function serveParent<Options, Question = never>(
  open: (options: Options) => Promise<Served<Question>>,
): Promise<void> {
  const gone = once(process, 'disconnect');
  const [options] = await once(process, 'message');
  const served = await open(options as Options);
  process.on('message', async (question) => {
    process.send?.(await answer(question));
  });
  process.send?.(served.ready);
  await gone;
  await served.close();
  process.exit();

  async function answer(question: unknown): Promise<unknown> {
    if (question === 'cpu') return cpuMillis();
    if (question === 'memory') return memory();
    return served.answer?.(question as Question);
  }
}

function cpuMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function memory(): Promise<Memory> {
  // What one collection sets free may hold on to more until the next.
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}
