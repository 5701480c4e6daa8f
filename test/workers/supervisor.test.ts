import { expect, test } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { Supervisor, WorkerError, type WorkerProcess } from '../../src/workers/supervisor.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { linked } from './linked.ts';

const URL = 'http://127.0.0.1:4000';

/** A worker that does only what the test says. */
function fakeWorker(id: number) {
  const { primary, worker, settled } = linked();
  const ended = Promise.withResolvers<string>();
  const told: unknown[] = [];
  worker.on('stop', (times) => told.push(times));
  worker.answer('alive', () => undefined);
  const process: WorkerProcess = {
    id,
    pid: 1_000 + id,
    link: primary,
    ended: ended.promise,
    kill: () => ended.resolve('by SIGKILL'),
  };
  return {
    process,
    told,
    settled,
    async serves() {
      worker.tell('serving', URL);
      await settled();
    },
    hangs() {
      worker.answer('alive', () => new Promise(() => {}));
    },
    async fails(reason: string) {
      worker.tell('failed', reason);
      await settled();
    },
    async ends(how: string) {
      ended.resolve(how);
      await settled();
    },
  };
}

function supervising(workers = 2) {
  const timer = new ManualTimer();
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const forked: ReturnType<typeof fakeWorker>[] = [];
  let refusals = 0;
  function fork(): WorkerProcess {
    if (refusals > 0) {
      refusals -= 1;
      throw new Error('spawn ENOMEM');
    }
    const worker = fakeWorker(forked.length + 1);
    forked.push(worker);
    return worker.process;
  }
  const logged = () => lines.map((line) => JSON.parse(line));
  return {
    supervisor: new Supervisor({ workers, fork, timer, log }),
    timer,
    forked,
    logged,
    refuseForks: (times: number) => {
      refusals = times;
    },
  };
}

/** The same when all its workers serve. */
async function serving(workers = 2) {
  const supervised = supervising(workers);
  const started = supervised.supervisor.start();
  for (const worker of supervised.forked) await worker.serves();
  await started;
  return supervised;
}

test('it has started when every worker serves, at their common address', async () => {
  const { supervisor, forked } = supervising();
  let url: string | undefined;
  const started = supervisor.start().then((address) => {
    url = address;
  });
  expect(forked).toHaveLength(2);
  await forked[1]?.serves();
  expect(url).toBeUndefined();
  await forked[0]?.serves();
  await started;
  expect(url).toBe(URL);
});

test('a worker that cannot start fails the start with its reason, and is not replaced', async () => {
  const { supervisor, forked } = supervising();
  const started = supervisor.start();
  started.catch(() => {});
  await forked[0]?.serves();
  await forked[1]?.fails('listen EADDRINUSE');
  await expect(started).rejects.toEqual(new WorkerError('listen EADDRINUSE'));
  expect(forked).toHaveLength(2);
});

test('a worker that ends before it serves fails the start with how it ended', async () => {
  const { supervisor, forked } = supervising();
  const started = supervisor.start();
  started.catch(() => {});
  await forked[0]?.ends('by SIGSEGV');
  await expect(started).rejects.toEqual(new WorkerError('A worker ended by SIGSEGV.'));
});

test('a worker that ends is replaced at once, and the log says which and how', async () => {
  const { forked, timer, logged } = await serving();
  await forked[0]?.ends('by SIGKILL');
  timer.advance(0);
  expect(forked).toHaveLength(3);
  expect(logged().at(-1)).toMatchObject({
    level: 50,
    worker: 1,
    pid: 1_001,
    msg: 'a worker has ended',
    err: { message: 'A worker ended by SIGKILL.' },
  });
  await forked[2]?.serves();
  expect(logged().at(-1)).toMatchObject({ worker: 3, pid: 1_003, msg: 'a worker serves' });
});

test('workers that end again and again are replaced later and later, however often', async () => {
  const { forked, timer } = await serving();
  for (const [i, pause] of [0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].entries()) {
    await forked[i]?.fails('no database');
    timer.advance(Math.max(0, pause - 1));
    expect(forked).toHaveLength(pause === 0 ? i + 3 : i + 2);
    timer.advance(1);
    expect(forked).toHaveLength(i + 3);
  }
});

test('a worker that hangs is killed within 40 seconds and replaced, and one that answers is not', async () => {
  const { forked, timer, logged } = await serving();
  forked[0]?.hangs();
  for (let passed = 0; passed < 40_000; passed += 1_000) {
    timer.advance(1_000);
    await forked[1]?.settled();
  }
  timer.advance(0);
  expect(forked).toHaveLength(3);
  expect(logged().at(-1)).toMatchObject({ worker: 1, err: { message: 'A worker did not answer any more.' } });
});

test('a worker that the system has no process for is tried again until there is one', async () => {
  const { forked, timer, logged, refuseForks } = await serving();
  refuseForks(2);
  await forked[0]?.ends('by SIGKILL');
  timer.advance(0);
  timer.advance(60_000);
  expect(forked).toHaveLength(3);
  expect(logged().filter(({ msg }) => msg === 'a worker cannot be started')).toHaveLength(2);
});

test('to stop, workers that serve are told so, one that does not serve yet is killed, and none is replaced', async () => {
  const { supervisor, forked, timer } = await serving();
  await forked[0]?.ends('by SIGKILL');
  timer.advance(0);
  const times = { noticeMs: 2_000, graceMs: 35_000 };
  const stopped = supervisor.stop(times);
  expect(await forked[2]?.process.ended).toBe('by SIGKILL');
  await forked[1]?.settled();
  expect(forked[1]?.told).toEqual([times]);
  await forked[1]?.ends('with status 0');
  await stopped;
  timer.advance(60_000);
  expect(forked).toHaveLength(3);
});

test('a worker that was to be replaced after a pause is not when the service stops meanwhile', async () => {
  const { supervisor, forked, timer } = await serving(1);
  await forked[0]?.ends('by SIGKILL');
  await supervisor.stop({ noticeMs: 0, graceMs: 0 });
  timer.advance(60_000);
  expect(forked).toHaveLength(1);
});

test('a worker that does not end in its time is killed two seconds later', async () => {
  const { supervisor, forked, timer } = await serving();
  const stopped = supervisor.stop({ noticeMs: 0, graceMs: 2_000 });
  await forked[0]?.ends('with status 0');
  let how: string | undefined;
  forked[1]?.process.ended.then((ended) => {
    how = ended;
  });
  timer.advance(3_999);
  await forked[1]?.settled();
  expect(how).toBeUndefined();
  timer.advance(1);
  await stopped;
  expect(how).toBe('by SIGKILL');
});
