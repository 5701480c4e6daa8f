import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import type { Log } from '../kit/log.ts';
import { formatUsd } from '../kit/money.ts';
import { consoleLink } from '../sessions/sign-in.ts';
import type { CompleteConfig } from './complete-config.ts';
import { createLog, failureText } from './log.ts';
import { Opened, type Served } from './opened.ts';
import type { App } from './prepare.ts';

/** How long requests under way may take when the service stops: a purchase may take half a minute. */
const FINISH_MS = 33_000;
/** How long they may take when a person at a terminal stops it, who does not wait for that. */
const INTERRUPT_MS = 2_000;
/** How long a start that was interrupted by a signal may take to close what it has opened. */
const CALL_OFF_MS = 5_000;
const CANNOT_START = 1;

// Logs go to standard error, so that standard output has only the greeting.
const log: Log = createLog(pino.destination(2));

/** Starts the service, and ends the process when it is told to stop. */
export async function startService(): Promise<void> {
  const aborted = new AbortController();
  const stopping = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => {
    // Further signals change nothing: even when requests are cut off, the database is stopped in order.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        resolve(signal);
        aborted.abort();
      });
    }
  });
  try {
    const config = readConfig(process.env);
    const starting = startApp(config, aborted.signal);
    // The process ends even when an interrupted start cannot close what it has opened.
    const app = await Promise.race([starting, stopping.then(() => setTimeout(CALL_OFF_MS))]);
    if (!app) process.exit();
    process.stdout.write(greeting(app));
    const signal = await stopping;
    // The process ends even when something cannot be closed. Operations that are cut off are finished after
    // the next start.
    await app.close(timesOf(signal, config.drainSeconds)).catch(fail);
    process.exit();
  } catch (error) {
    // A signal during the start is a normal end, with the same exit status as a signal later on.
    if (aborted.signal.aborted) process.exit();
    fail(error);
  }
}

/**
 * Starts the whole service, and resolves when it takes requests. When the start is aborted, closes what it
 * has opened until then and throws the signal's reason.
 */
async function startApp(config: Config, aborted: AbortSignal): Promise<App> {
  const opened = new Opened();
  try {
    // Loaded once signals are heard and a bad configuration is refused.
    const { describeApp, openStartDatabase, prepare } = await import('./prepare.ts');
    // Starting the database server is not cut short: nothing would stop a server that is not up yet.
    const databaseUrl = await openStartDatabase(config, opened);
    aborted.throwIfAborted();
    const start = async () => {
      const prepared = await prepare(databaseUrl, config, { log, opened, aborted });
      const serve = config.workers > 1 ? startWorkers : serveHere;
      return describeApp(config, prepared, await serve(prepared.config, opened), log);
    };
    const off = once(aborted, 'abort').then(() => Promise.reject(aborted.reason));
    return await Promise.race([start(), off]);
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
    throw error;
  }
}

async function startWorkers(config: CompleteConfig, opened: Opened): Promise<Served> {
  const primary = await import('./primary.ts');
  return primary.startWorkers(config, log, opened);
}

async function serveHere(config: CompleteConfig, opened: Opened): Promise<Served> {
  // A primary and the operator's command load no doors: half a second of processor time, and 40 MiB.
  const { serve } = await import('./serve.ts');
  const { Metrics } = await import('../metrics/metrics.ts');
  return serve(config, { log, metrics: new Metrics(), opened });
}

/** How the service stops, counted from the signal. A load balancer needs a moment to see it. */
function timesOf(signal: 'SIGINT' | 'SIGTERM', drainSeconds: number) {
  if (signal === 'SIGINT') return { noticeMs: 0, graceMs: INTERRUPT_MS };
  const noticeMs = drainSeconds * 1_000;
  return { noticeMs, graceMs: noticeMs + FINISH_MS };
}

function fail(error: unknown): void {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = CANNOT_START;
}

function greeting({ url, publicUrl, sandboxUrl, chatUrl, demo }: App): string {
  const lines = [
    'Proxy reselling gateway is ready.',
    `  GraphQL and GraphiQL  ${url}/graphql`,
    `  REST                  ${url}/v1`,
    `  REST reference        ${url}/docs`,
  ];
  if (sandboxUrl) lines.push(`  Sandbox upstreams     ${sandboxUrl}`);
  if (chatUrl) lines.push(`  Chat with the bot     ${chatUrl}`);
  if (demo) {
    lines.push(
      '',
      `Demo reseller with ${formatUsd(demo.balance)} USD. Its API key, shown this once: ${demo.apiKey}`,
      `Sign in to its console, once and within 15 minutes: ${consoleLink(publicUrl, demo.signInCode)}`,
      'Buy a proxy:',
      '',
      `curl -s ${url}/v1/orders -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' \\`,
      `  -d '{"tier":"prem","type":"ipv4","country":"US","period":"30d"}'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
