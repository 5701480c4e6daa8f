import { type Client, createClient, type SubscribePayload } from 'graphql-ws';
import { connection, giveUpRequests, serviceUrl } from './requests.ts';
import { followSession } from './session.ts';

/** How often the connection is asked whether it still works, and after how long a missing answer is told. */
const PING_MS = 2_000;
const TOLD_MS = 2_500;
/** After how long without an answer the connection is given up: a slow network goes on with its own. */
const GIVEN_UP_MS = 8_000;
/** A tab that is out of sight for longer follows nothing until it is shown: not for a look elsewhere. */
const OUT_OF_SIGHT_MS = 5_000;
/** Waits between attempts to connect double from the first to the last, each half of it by chance. */
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 20_000;
const UNAUTHORIZED = 4401;
/** Closed by this page, since nothing is subscribed to any more. */
const NORMAL = 1000;

interface Sink {
  next(result: object): void;
  error(error: unknown): void;
  complete(): void;
}

/**
 * One socket for all subscriptions of the page. It connects when there is something to subscribe to and the
 * page is in sight; `onReturn` is called when there is a connection again.
 */
export function openSocket(onReturn: () => void) {
  let heardAt = new Date();
  /** Something may have been published while there was no connection. */
  let isBehind = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let waits: ReturnType<typeof setTimeout>[] = [];
  const stopWaiting = () => {
    for (const wait of waits) clearTimeout(wait);
  };
  const awaitAnswer = () => {
    stopWaiting();
    waits = [setTimeout(lose, TOLD_MS), setTimeout(giveUp, GIVEN_UP_MS)];
  };
  const heard = () => {
    heardAt = new Date();
    stopWaiting();
    const { lostSince, ...rest } = connection.get();
    if (lostSince) connection.set(rest);
  };
  const lose = () => {
    if (document.hidden) return;
    const { lostSince = heardAt, ...rest } = connection.get();
    connection.set({ ...rest, lostSince });
  };
  const giveUp = () => {
    client.terminate();
    giveUpRequests();
  };
  const client: Client = createClient({
    async url() {
      while (document.hidden) {
        isBehind = true;
        await new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }));
      }
      awaitAnswer();
      return serviceUrl('graphql').replace(/^http/, 'ws');
    },
    keepAlive: PING_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (attempt) => sleep(waitBefore(attempt)),
    on: {
      message: heard,
      connected() {
        if (isBehind) onReturn();
        isBehind = false;
      },
      ping: (received) => received || awaitAnswer(),
      closed(event) {
        stopWaiting();
        const code = event instanceof CloseEvent ? event.code : undefined;
        if (code === NORMAL) return;
        isBehind = true;
        if (code === UNAUTHORIZED) followSession();
        else lose();
      },
    },
  });
  addEventListener('offline', giveUp);
  addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(() => client.terminate(), OUT_OF_SIGHT_MS);
  });
  return { subscribe: (payload: SubscribePayload, sink: Sink) => subscribeAgain(client, payload, sink) };
}

/**
 * Subscribes once more when the service closes the socket for a reason that the client holds to be final, or
 * asks to wait: a page stays open for days.
 */
function subscribeAgain(client: Client, payload: SubscribePayload, sink: Sink): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const start = () => {
    stop = client.subscribe(payload, {
      next(result) {
        attempt = 0;
        sink.next(result);
      },
      complete: () => sink.complete(),
      error(error) {
        if (!(error instanceof CloseEvent) && !isRateLimited(error)) return sink.error(error);
        timer = setTimeout(start, waitBefore(attempt++));
      },
    });
  };
  start();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function isRateLimited(error: unknown): boolean {
  return Array.isArray(error) && error.some(({ extensions }) => extensions?.code === 'RATE_LIMITED');
}

function waitBefore(attempt: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LAST_WAIT_MS);
  return (wait * (1 + Math.random())) / 2;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    // The browser knows first that the network is back.
    addEventListener('online', () => resolve(), { once: true });
  });
}
