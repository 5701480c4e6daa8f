import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Memory } from '../child.ts';

/** What a child does for the benchmark that started it. */
interface Served<Question> {
  /** Sent to the parent when the child is ready. */
  ready: object;
  answer?(question: Question): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Receives the options from the parent, opens what they ask for, answers the parent's questions, and ends
 * when the parent disconnects.
 */
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
  // Objects that one collection frees may have held others, which only the next one frees.
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}
