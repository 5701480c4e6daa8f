import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { App } from './app.ts';
import { readConfig } from './config.ts';
import { failureText } from './failure-text.ts';
import { formatUsd } from './kit/money.ts';
import { createLog } from './log.ts';
import { consoleLink } from './sessions/console-link.ts';

/**
 * How the service stops, counted from the signal. After SIGTERM a load balancer needs a moment to see that
 * the service is about to stop, and a purchase may take half a minute to be decided. A person at a terminal
 * waits for neither.
 */
const STOPPING = {
  SIGINT: { noticeMs: 0, graceMs: 2_000 },
  SIGTERM: { noticeMs: 2_000, graceMs: 35_000 },
};
/** How long a start that was interrupted by a signal may take to close what it has opened. */
const CALL_OFF_MS = 5_000;
/** What the operator's commands that only read are called, after what they are about. */
const READING = new Set(['list', 'show', 'verify']);
/** Exit status of a start that failed. */
const CANNOT_START = 1;

// Logs go to standard error, so that standard output has only the greeting or the result of a command.
const log = createLog(pino.destination(2));

const [mode, ...argv] = process.argv.slice(2);
if (mode === 'operator') await operate(argv);
else await serve();

async function serve(): Promise<void> {
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
    const { startApp } = await import('./app.ts');
    const starting = startApp(config, log, aborted.signal);
    // The process ends even when an interrupted start cannot close what it has opened.
    const app = await Promise.race([starting, stopping.then(() => setTimeout(CALL_OFF_MS))]);
    if (!app) process.exit();
    process.stdout.write(greeting(app));
    const signal = await stopping;
    // The process ends even when something cannot be closed. Operations that are cut off are finished after
    // the next start.
    await app.close(STOPPING[signal]).catch(fail);
    process.exit();
  } catch (error) {
    // A signal during the start is a normal end, with the same exit status as a signal later on.
    if (aborted.signal.aborted) process.exit();
    fail(error);
  }
}

async function operate(args: string[]): Promise<void> {
  const { runOperator } = await import('./operator/operator.ts');
  const open = async () => {
    const { openForOperator } = await import('./app.ts');
    // The command prints failures itself, as one JSON object.
    const asksUpstreams =
      ['reconcile', 'restored'].includes(args[0] ?? '') || (args[0] === 'order' && args[1] === 'buy');
    const writes = !READING.has(args[1] ?? '');
    return openForOperator(readConfig(process.env), pino({ level: 'silent' }), { asksUpstreams, writes });
  };
  const migrate = async (onWaiting: (what: string) => void) => {
    const { migrateForOperator } = await import('./app.ts');
    return migrateForOperator(readConfig(process.env), onWaiting);
  };
  const output = { stdout: process.stdout, stderr: process.stderr };
  process.exitCode = await runOperator(args, { open, migrate }, output);
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
