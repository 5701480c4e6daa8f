import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { createConnectionLimits } from '../graphql/transports/connection-limits.ts';
import { systemTimer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { Link } from '../workers/link.ts';
import { SharedMetrics, serveLimits } from '../workers/shared.ts';
import { Supervisor, type WorkerProcess } from '../workers/supervisor.ts';
import type { CompleteConfig } from './complete-config.ts';
import type { Opened, Served } from './opened.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/**
 * Starts the workers, which serve one port: this process accepts the connections and gives them to the
 * workers in turn. It keeps what they share, and serves nothing itself.
 */
export async function startWorkers(config: CompleteConfig, log: Log, opened: Opened): Promise<Served> {
  const limits = createConnectionLimits();
  const metrics = new SharedMetrics();
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // With the other serialization, JSON, the credentials key would not arrive as it is.
  cluster.setupPrimary({ exec: WORKER, args: [], serialization: 'advanced' });

  function fork(): WorkerProcess {
    const worker = cluster.fork();
    const { id, process: child } = worker;
    // What is sent to a process that is dying is lost. Its end is all that matters.
    worker.on('error', () => {});
    closeUntakenConnection(child);
    const link = new Link({
      send: (message) => worker.send(message),
      onMessage: (listener) => worker.on('message', listener),
    });
    const ends = [serveLimits(link, limits), metrics.serve(link)];
    const ended = endOf(child).then((how) => {
      for (const end of ends) end();
      return how;
    });
    link.answer('configuration', () => config);
    return { id, pid: child.pid, link, ended, kill: () => child.kill('SIGKILL') };
  }

  const supervisor = new Supervisor({ workers: config.workers, fork, timer: systemTimer, log });
  // Also when the start fails.
  opened.onClose((graceMs) => supervisor.stop({ noticeMs: 0, graceMs }));
  const url = await supervisor.start();
  return {
    url,
    async close(times) {
      await supervisor.stop(times);
      await opened.close();
    },
  };
}

function endOf(child: ChildProcess): Promise<string> {
  if (child.pid === undefined) return Promise.resolve('before it began');
  return new Promise((resolve) => {
    child.once('exit', (status, signal) => resolve(signal ? `by ${signal}` : `with status ${status}`));
  });
}

/**
 * Node forgets a connection that was given to a worker which died before it took it: the client would wait
 * for ever. So the last one is closed when the worker has ended. If it was taken, it is closed here already.
 */
function closeUntakenConnection(child: ChildProcess): void {
  const send = child.send as (message: unknown, handle?: { close(): void }) => boolean;
  let last: { close(): void } | undefined;
  child.send = (message: unknown, handle?: never) => {
    last = handle ?? last;
    return send.call(child, message, handle);
  };
  child.once('exit', () => last?.close());
}
