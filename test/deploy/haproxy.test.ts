import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Daemon } from '../ha/daemon.ts';
import { makeCertificates, writeDeployed } from '../ha/deployed.ts';

/** A user's PATH may not name where daemons are. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

test('where HAProxy is installed: a client that it can lead to no ready process is told so in JSON, with Retry-After', async ({
  skip,
}) => {
  const isThere = await promisify(execFile)('haproxy', ['-v'], { env: { PATH } }).then(
    () => true,
    () => false,
  );
  if (!isThere) skip('haproxy is not installed');
  await using opened = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'gateway-haproxy-'));
  opened.defer(() => rm(directory, { recursive: true }));
  const tls = join(directory, 'tls');
  if (!(await makeCertificates(tls, []))) skip('openssl is not installed');
  // Its checks find the process ready, and requests go to where nobody listens.
  const ready = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => void ready.listen(0, '127.0.0.1', resolve));
  opened.defer(() => void ready.close());
  const { port } = ready.address() as AddressInfo;
  const gone = createTcpServer();
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve));
  const { port: closed } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));

  const clients = join(directory, 'clients');
  const configuration = join(directory, 'haproxy.cfg');
  await writeDeployed('haproxy.cfg', configuration, [
    ['bind 127.0.0.1:5000', `bind unix@${join(directory, 'database')}`],
    ['bind 127.0.0.1:5001', `bind unix@${join(directory, 'copies')}`],
    ['/etc/gateway/tls', tls],
    ['bind :8080', `bind unix@${clients}`],
    ['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''],
    ['  stats socket /run/haproxy/admin.sock mode 660 level admin\n', ''],
    ...[1, 2, 3].map((n) => [`10.0.0.1${n}:4000 check`, `127.0.0.1:${closed} check port ${port}`] as const),
    ['10.0.0.', '127.0.0.'],
  ]);
  const log = join(directory, 'log');
  const args = ['-db', '-f', configuration];
  const daemon = new Daemon({ file: 'haproxy', args, log, env: { PATH } }, undefined);
  daemon.start();
  opened.defer(() => daemon.stop('SIGKILL'));
  const ask = () => get(clients).catch(() => undefined);
  await expect.poll(ask, { timeout: 120_000 }).toMatchObject({
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '5' },
    body: expect.stringContaining('{"error":{"code":"api_disabled"'),
  });
});

async function get(socketPath: string) {
  const asked = request({ socketPath, path: '/v1/balance' }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
