import { DomainError } from '../../kit/errors.ts';
import { aboutNobody } from '../../kit/request.ts';
import type { Cell, Cells } from '../../live/cells.ts';
import type { AccessError, Caller } from '../../resellers/admission.ts';
import { RequestContext } from '../schema/context.ts';
import { type Claim, claimsOf, type GiveBack, type Slots } from './connection-limits.ts';
import { authenticate, type PresentedCredential } from './credentials.ts';

/** Counts that only the transports can keep, because no single request or answer shows them. */
export interface TransportMetrics {
  opened(kind: 'socket' | 'stream'): void;
  closed(kind: 'socket' | 'stream'): void;
  /** A socket, or a request over one, was refused for having too much open or sending too much. */
  rateLimited(): void;
}

/**
 * A client whose key was reissued, disabled or bound to other addresses, or whose session or frontend token
 * has ended, stays connected for at most this long, plus the time of the statement.
 */
const CHECK_EVERY_MS = 1_000;

/** The wait for a client that has too much open: abandoned connections have been closed by then. */
const RETRY_AFTER_SECONDS = 5;

/** Thrown when a credential or a reseller would have more open than it may. */
export class TooMuchOpenError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
}

export interface Connection {
  /** The caller as of the last check. */
  caller: Caller;
  readonly presented: PresentedCredential;
  refuse(error: AccessError): void;
}

interface ConnectionsOptions {
  slots: Slots;
  cells: Cells;
  metrics: TransportMetrics;
  onFailure(error: unknown): void;
}

/**
 * The open connections of this process. While there are any, each second one statement in each cell checks
 * all their keys, one all their sessions and one all their frontend tokens. So a process that disables a key,
 * or ends one of the others, does not have to notify the other processes.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Connection, GiveBack>();
  #timer: NodeJS.Timeout | undefined;
  /** Those whose connections are being checked. */
  readonly #checking = new Set<Cell>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Throws TooMuchOpenError. */
  async add(connection: Connection): Promise<void> {
    this.#open.set(connection, await this.#take(claimsOf(connection.caller, 'sockets and event streams', 1)));
    this.#timer ??= aboutNobody(() => setInterval(() => this.#check(), CHECK_EVERY_MS));
  }

  /** The client of an open connection, as its subscriptions know it. */
  clientOf(connection: Connection, onBug: (error: unknown) => void, lastEventId?: string) {
    const { cells, metrics } = this.#options;
    const { caller } = connection;
    const { services, live } = cells.ofReseller(caller.resellerId);
    return {
      credential: caller.credential,
      queue: live.queueOf(caller.resellerId),
      context: ({ limited }: { limited: boolean }) =>
        new RequestContext(services, connection.caller, { limited, live, lastEventId }),
      claim: (complexity: number) => {
        const taking = this.#take(claimsOf(caller, 'units of complexity in subscriptions', complexity));
        // No status of an answer tells of this refusal.
        taking.catch(() => metrics.rateLimited());
        return taking;
      },
      onBug,
    };
  }

  delete(connection: Connection): void {
    this.#open.get(connection)?.();
    if (!this.#open.delete(connection)) return;
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #take(claims: readonly Claim[]): Promise<GiveBack> {
    const taken = await this.#options.slots.take(claims);
    if (typeof taken === 'number') throw new TooMuchOpenError(claims[taken]?.refusal ?? '');
    return taken;
  }

  #check(): void {
    const { cells, onFailure } = this.#options;
    const ofCells = Map.groupBy(this.#open.keys(), ({ caller }) => cells.ofReseller(caller.resellerId));
    // While a database is unreachable, no credential in it can have been changed, so the connections stay.
    for (const [cell, open] of ofCells) {
      if (this.#checking.has(cell)) continue;
      this.#checking.add(cell);
      checkIn(cell, open)
        .catch(onFailure)
        .finally(() => this.#checking.delete(cell));
    }
  }
}

async function checkIn({ services }: Cell, open: readonly Connection[]): Promise<void> {
  const answers = await authenticate(
    services,
    open.map(({ presented }) => presented),
  );
  for (const [place, connection] of open.entries()) {
    const answer = answers[place];
    if (answer instanceof Error) connection.refuse(answer);
    else if (answer) connection.caller = answer;
  }
}
