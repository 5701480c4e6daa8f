import { setImmediate } from 'node:timers/promises';
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { type About, aboutNow } from '../../kit/log.ts';
import { asOneRequest } from '../../kit/reachability.ts';

/**
 * The bytes of a client's messages that are not handled yet: room for all the requests that it may have under
 * way, each as large as it may be. This also bounds what waits to be read by the client: one answer to each
 * ping, one result of each request.
 */
const MAX_UNANSWERED_BYTES = 1.5 * 1024 * 1024;
/** What a message takes in memory besides its text, in bytes. */
const MESSAGE_BYTES = 1024;

interface AdaptedSocket extends ProtocolSocket {
  /** Resolves when the network has taken everything that is to be sent. */
  flushed(): Promise<void>;
}

/** Adapts a socket to the protocol's implementation. `onFailure` gets the errors of handling a message. */
export function adaptSocket(
  socket: WebSocket,
  about: () => About,
  onFailure: (error: unknown) => void,
): AdaptedSocket {
  let sent = Promise.resolve();
  let unansweredBytes = 0;
  return {
    protocol: socket.protocol,
    close: (code, reason) => socket.close(code, reason),
    // Messages are sent one after the other: one is under way to a slow reader, however many requests have
    // results.
    send: (text) => {
      sent = sent.then(() => send(socket, text));
      return sent;
    },
    async flushed() {
      let last: unknown;
      while (last !== sent) {
        last = sent;
        await sent;
        // A sender that awaited this message may send another one.
        await setImmediate();
      }
    },
    onMessage: (handle) =>
      socket.on('message', (data: Buffer) => {
        // A client that the service is disconnecting gets no more answers.
        if (!isOpen(socket)) return;
        const bytes = MESSAGE_BYTES + data.length;
        unansweredBytes += bytes;
        if (unansweredBytes > MAX_UNANSWERED_BYTES) return socket.terminate();
        asOneRequest(() => aboutNow.run(about(), () => handle(String(data))))
          .catch(onFailure)
          .finally(() => {
            unansweredBytes -= bytes;
          });
      }),
  };
}

export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/** Resolves when the network has taken the text, so that sending to a slow reader waits. */
async function send(socket: WebSocket, text: string): Promise<void> {
  if (!isOpen(socket)) return;
  // If sending fails, the socket closes, and its close event is handled.
  await new Promise<void>((resolve) => {
    socket.send(text, () => resolve());
  });
}
