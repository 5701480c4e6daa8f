import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { receiveBody } from '../../src/rest/route.ts';

/** A request of which the head and these bytes of the body have arrived. */
async function givenRequest(body: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n${body}`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { request, client };
}

test('a client that disconnects in the middle of a body has sent no JSON, which is not reported as a bug', async () => {
  const { request, client } = await givenRequest('{');
  const received = expect(receiveBody(request)).rejects.toMatchObject({
    code: 'invalid_json',
    message: 'The request body was cut off.',
  });
  client.destroy();
  await received;
});

test('of a body that never ends, one MiB is read and no more', async () => {
  const { request, client } = await givenRequest('');
  client.write(Buffer.alloc(3 * 1024 * 1024, ' '));
  await expect(receiveBody(request)).rejects.toMatchObject({ code: 'invalid_json' });
  expect(request.readableEnded).toBe(false);
  expect(request.destroyed).toBe(false);
});
