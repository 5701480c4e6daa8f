import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openSandbox } from './support/sandbox.ts';

/** What a browser gets that was led here by the name in `Host`. */
function asked(url: string, host: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host, origin: `http://${host}` } }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
      .on('error', reject)
      .end();
  });
}

const PATHS = [
  'control/faults',
  'control/telegram/limits',
  'chat',
  'chat/events',
  'cryptopay/pay/x',
  'px6/x',
  'hooks/a',
];

test.each(PATHS)('a page whose own name leads to the sandbox gets nothing of /%s', async (path) => {
  const { sandbox } = await openSandbox();
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '192.168.0.1', 'a b']) {
    const { status, body } = await asked(`${sandbox.url}/${path}`, host);
    expect(status).toBe(403);
    expect(JSON.parse(body).error).toContain('127.0.0.1, localhost or [::1]');
  }
});

test.each(['127.0.0.1', 'localhost', 'LocalHost:4010', '[::1]:4010'])(
  'a person who opens the sandbox as %s gets the chat, and may control it',
  async (host) => {
    const { sandbox } = await openSandbox();
    expect((await asked(`${sandbox.url}/chat`, host)).status).toBe(200);
    expect((await asked(`${sandbox.url}/control/telegram/limits`, host)).status).toBe(200);
  },
);
