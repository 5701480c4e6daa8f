import { setTimeout } from 'node:timers/promises';
import { until } from '../ha/until.ts';
import type { CitusCluster } from './cluster.ts';
import { type Done, figuresOf, openInstallation, type WorkName } from './installation.ts';

const CELLS = 8;
const CALLERS = 16;
/** Of a caller, in ms: together some 4 a second, which leaves two cores room for a move. */
const EVERY_MS = 4_000;
const WORKS: readonly WorkName[] = ['purchase', 'renewal', 'purchase', 'traffic', 'purchase', 'orders'];
const WARMED_UP_MS = 60_000;
const MOVED = 4;
/** In ms. */
const SWITCHED_WITHIN_MS = 1_000;
/** How long a server is away before another takes its place, or it is started again, in ms. */
const AWAY_MS = 8_000;
/** In ms. */
const READY_WITHIN_MS = 120_000;

interface Placed {
  cells: { cell: number; node: string }[];
}

/**
 * Works in eight cells on two nodes, by two processes, while cells move, and while a node, a process and the
 * coordinator are killed. Returns what was not as it has to be, and figures.
 */
export async function tryCells(
  cluster: CitusCluster,
  { directory, seconds }: { directory: string; seconds: number },
  opened: AsyncDisposableStack,
) {
  const violations: string[] = [];
  const note = (violation: string) => {
    violations.push(violation);
    // A run takes minutes.
    process.stderr.write(`VIOLATION ${violation}\n`);
  };
  const options = { directory, cells: CELLS, callers: CALLERS };
  const { callers, processes, operator, done, begin, during, untruths } = await openInstallation(
    cluster,
    options,
    opened,
  );
  const placed = async () => (await operator<Placed>('cell', 'list')).cells;
  const refused = (when: string, { work, cell, failures }: Done) => {
    const statuses = failures.map(({ status }) => status).join(', ');
    note(`${when} a ${work} in cell ${cell} was answered ${statuses}, at last ${failures.at(-1)?.body}`);
  };

  const figures: Record<string, ReturnType<typeof figuresOf>> = {};
  const report = (phase: string, seen: Parameters<typeof figuresOf>[0]) => {
    figures[phase] = figuresOf(seen);
    process.stderr.write(`${phase}: ${JSON.stringify(figures[phase])}\n`);
  };
  const stop = begin(WORKS, EVERY_MS);
  // Each connection plans a statement some times before it keeps the plan.
  await setTimeout(WARMED_UP_MS);
  const alone = await during(() => setTimeout(seconds * 1_000));
  const moves = await during(async () => {
    const [first, second] = [cluster.addressOf('node-1'), cluster.addressOf('node-2')];
    for (const { cell, node } of (await placed()).slice(0, MOVED))
      await operator('cell', 'move', '--cell', String(cell), '--node', node === first ? second : first);
  });
  report('alone', alone);
  report('while cells moved', moves);
  for (const one of alone.done) if (one.failures.length > 0) refused('alone', one);
  for (const one of moves.done) if (one.failures.length > 0) refused('while cells moved', one);
  if (figuresOf(moves).p99Ms >= SWITCHED_WITHIN_MS) note('callers waited too long for moves');

  /** Until all callers have done something again. Only `lost` cells may answer that they are away. */
  const outage = async (what: string, lost: ReadonlySet<number>, work: () => Promise<unknown>) => {
    const seen = await during(async () => {
      await work();
      const from = done.length;
      await until(
        `all callers at work after the loss of ${what}`,
        async () => new Set(done.slice(from).map(({ resellerId }) => resellerId)).size === callers.length,
        READY_WITHIN_MS,
      ).catch((error: Error) => note(error.message));
    });
    for (const one of seen.done) {
      if (!lost.has(one.cell) && one.failures.length > 0) refused(`without ${what}`, one);
      // 0 and 409: it was cut off, and goes on. 502: it was paid back, and asked for anew.
      const wrong = one.failures.filter(
        ({ status, waits }) => ![0, 409, 502].includes(status) && !(status === 503 && waits),
      );
      if (wrong.length > 0)
        refused(`without ${what}, otherwise than by 503 with Retry-After,`, { ...one, failures: wrong });
    }
    report(`without ${what}`, seen);
  };
  await cluster.addStandby('node-2');
  const cellsOfNode = (await placed()).filter(({ node }) => node === cluster.addressOf('node-2'));
  await outage('a node', new Set(cellsOfNode.map(({ cell }) => cell)), async () => {
    await cluster.daemonOf('node-2').stop('SIGKILL');
    await setTimeout(AWAY_MS);
    await cluster.failOver('node-2', 'cells');
  });
  const ofProcess = new Set(callers.filter((_, place) => place % 2 === 1).map(({ cell }) => cell));
  await outage('a process', ofProcess, async () => {
    await processes[1]?.kill();
    await setTimeout(1_000);
    await processes[1]?.start();
  });
  const everyCell = new Set(callers.map(({ cell }) => cell));
  await outage('the coordinator', everyCell, async () => {
    await cluster.daemonOf('coordinator').stop('SIGKILL');
    await setTimeout(AWAY_MS);
    cluster.daemonOf('coordinator').start();
  });
  await stop();
  (await untruths()).forEach(note);
  // Why something was answered by 500, if it was. That the database is away is expected.
  const isAway = /could not be reached in time|not known until the database is back/;
  const lines = processes.flatMap((process) => process.output().split('\n'));
  for (const line of lines)
    if (line.includes('unexpected error') && !isAway.test(line)) process.stderr.write(`${line}\n`);
  return { violations, figures };
}
