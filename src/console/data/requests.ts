import { createStore } from '../kit/store.ts';

/**
 * Where the console and its service are. A reverse proxy may serve both below a path prefix; a chunk knows it
 * from its own address, which ends in `/console/assets/` and a name.
 */
const service = new URL(/* @vite-ignore */ '../../', import.meta.url);

/** The path of the console without a slash at its end, such as `/console`. */
export const CONSOLE_PATH = `${service.pathname}console`;
export const SIGN_IN_PATH = '/sign-in';

/** The address of something else that the service serves, such as `graphql` or `docs`. */
export function serviceUrl(path: string): string {
  return new URL(path, service).href;
}

export const REQUESTS = {
  url: serviceUrl('graphql'),
  preferGetMethod: false,
  fetch: patientFetch,
  fetchOptions: { credentials: 'same-origin' },
} as const;

const RATE_LIMITED = 429;
/** Used when the service does not say how long to wait. */
const USUAL_WAIT_SECONDS = 5;

let underWay = new AbortController();

/** Ends all requests under way, as when the network fails: over a dead connection no answer would come. */
export function giveUpRequests(): void {
  underWay.abort(new TypeError('the connection is lost'));
  underWay = new AbortController();
}

/**
 * `fetch` that sends a request once more when the service has refused it as one too many, after the wait that
 * the service asks for. Such a request was not executed, so this is safe for mutations, too.
 */
async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  for (;;) {
    const signal = AbortSignal.any([underWay.signal, ...(init?.signal ? [init.signal] : [])]);
    const response = await fetch(input, { ...init, signal });
    if (response.status !== RATE_LIMITED) return response;
    const waitMs = 1_000 * (Number(response.headers.get('retry-after')) || USUAL_WAIT_SECONDS);
    const busyUntil = new Date(Date.now() + waitMs);
    connection.set({ ...connection.get(), busyUntil });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { busyUntil: latest, ...rest } = connection.get();
    if (latest === busyUntil) connection.set(rest);
    init?.signal?.throwIfAborted();
  }
}

interface Connection {
  /** Since when nothing has arrived: what the page shows is from then. Undefined while all is well. */
  lostSince?: Date;
  /** The instant until which the service has asked to wait, since too much was asked of it. */
  busyUntil?: Date;
}

export const connection = createStore<Connection>({});
