import { once } from 'node:events';
import { connect, createServer } from 'node:net';

// A target and its client, in a process of their own: sends the requested number of bytes through a tunnel
// and reports how many arrived.
const CHUNK = Buffer.alloc(65_536);

const source = createServer((socket) => {
  const more = () => {
    while (socket.write(CHUNK));
  };
  socket.on('error', () => {}).on('drain', more);
  more();
}).listen(0, '127.0.0.1');
await once(source, 'listening');

export interface Order {
  proxyPort: number;
  authorization: string;
  bytes: number;
}

process.on('message', ({ proxyPort, authorization, bytes }: Order) => {
  const address = source.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = connect(proxyPort, '127.0.0.1');
  client.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${authorization}\r\n\r\n`);
  let received = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
    if (received >= bytes) client.destroy();
  });
  client.once('close', () => process.send?.(received));
});
process.send?.('ready');
