import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

/** What arrived at a receiver. */
export interface Arrived {
  headers: Record<string, string>;
  body: string;
}

/** Resolves to what is wrong with what arrived; undefined when it is accepted. */
export type Verify = (secret: string, arrived: Arrived) => Promise<string | undefined>;

/** Standard Webhooks by the code of others, by name; undefined: this machine has not got its language. */
export const VERIFIERS: readonly [name: string, verify: Verify | undefined][] = [
  ['standardwebhooks', verifyBy(StandardWebhook)],
  ['svix', verifyBy(SvixWebhook)],
  ['python3', (await hasPython()) ? verifyByPython : undefined],
];

function verifyBy(Webhook: new (secret: string) => Pick<StandardWebhook, 'verify'>): Verify {
  return async (secret, { headers, body }) => {
    try {
      new Webhook(secret).verify(body, headers);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

async function hasPython(): Promise<boolean> {
  try {
    const [code] = await once(spawn('python3', ['--version']), 'exit');
    return code === 0;
  } catch {
    return false;
  }
}

async function verifyByPython(secret: string, { headers, body }: Arrived): Promise<string | undefined> {
  const python = spawn('python3', [fileURLToPath(new URL('verify.py', import.meta.url))]);
  python.stdin.end(JSON.stringify({ secret, headers, body }));
  const [said, wrong, [code]] = await Promise.all([
    text(python.stdout),
    text(python.stderr),
    once(python, 'exit'),
  ]);
  if (code !== 0) throw new Error(wrong);
  return said || undefined;
}
