import { aboutNobody } from './log.ts';

/** The function, but calls that come while it runs share that run and what becomes of it. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= aboutNobody(run).finally(() => {
      running = undefined;
    });
    return running;
  };
}
