import type { Done } from '../load.ts';

/**
 * Has each worker do one piece of work after the other for some seconds. `work` is told which piece it is.
 */
export async function runWorkers<Worker>(
  workers: readonly Worker[],
  seconds: number,
  work: (worker: Worker, piece: number) => Promise<unknown>,
): Promise<Done> {
  const times: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1_000;
  await Promise.all(
    workers.map(async (worker) => {
      for (let piece = 0; performance.now() < until; piece++) {
        const begun = performance.now();
        await work(worker, piece);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, seconds: (performance.now() - start) / 1_000 };
}
