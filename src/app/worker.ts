import cluster from 'node:cluster';
import { pino } from 'pino';
import { applyOperatorCommand } from '../config/config.ts';
import type { Log } from '../kit/log.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Link } from '../workers/link.ts';
import { createSharedLimits, figuresOfAll } from '../workers/shared.ts';
import type { CompleteConfig } from './complete-config.ts';
import { createLog, failureText } from './log.ts';
import { Opened, type Served } from './opened.ts';
import { serve } from './serve.ts';

// The entry of a worker: it serves beside others, and its primary says what it serves and when it stops.
const log: Log = createLog(pino.destination(2)).child({ worker: cluster.worker?.id });
const link = new Link({
  // What is sent to a primary that is dying is lost; this process ends with it.
  send: (message) => process.send?.(message, undefined, undefined, () => {}),
  onMessage: (listener) => process.on('message', listener),
});
let served: Served | undefined;
applyOperatorCommand(process.env);

// A terminal interrupts all processes of its group; when to stop is the primary's to say.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
link.on('stop', async (times) => {
  await served?.close(times).catch((error: unknown) => log.error({ err: error }, 'closing has failed'));
  process.exit();
});
link.answer('alive', () => undefined);
try {
  // Not sent unasked: before this file is loaded, nobody would hear it.
  const config = (await link.ask('configuration')) as CompleteConfig;
  const metrics = new Metrics(() => figuresOfAll(link));
  link.answer('figures', () => metrics.figures());
  link.answer('database figures', () => metrics.databaseFigures());
  const limits = createSharedLimits(link);
  served = await serve(config, { log, metrics, opened: new Opened(), limits });
  link.tell('serving', served.url);
} catch (error) {
  link.tell('failed', failureText(error));
}
