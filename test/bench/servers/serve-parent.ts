import { once } from 'node:events';

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
    process.send?.(question === 'cpu' ? cpuMillis() : await served.answer?.(question as Question));
  });
  process.send?.(served.ready);
  await gone;
  await served.close();
  process.exit();
}

function cpuMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
