import { DomainError } from '../../kit/errors.ts';
import type { Services } from '../../purchases/services.ts';
import type { AccessError, Caller } from '../../resellers/authenticate.ts';
import { type ConnectionSlot, type ConnectionSlots, maxConnectionsOf } from './connection-slots.ts';
import { authenticate, type PresentedCredential } from './credentials.ts';

/**
 * A client whose key was reissued, disabled or bound to other addresses, or whose session or frontend token
 * has ended, stays connected for at most this long, plus the time of the statement.
 */
const CHECK_EVERY_MS = 1_000;

/** The wait for a client with too many connections: abandoned connections have been closed by then. */
const RETRY_AFTER_SECONDS = 5;

/** Thrown when a credential would have more sockets and event streams open than one of its kind may. */
export class TooManyConnectionsError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(most: number) {
    super(`At most ${most} sockets and event streams may be open with one credential; close one first.`);
  }
}

/** A client on an open socket or event stream. */
export interface Connection {
  /** The caller as of the last check. */
  caller: Caller;
  readonly presented: PresentedCredential;
  /** Called when the client has to be disconnected. */
  refuse(error: AccessError): void;
}

/**
 * The open connections of this process. While there are any, one statement a second checks all their keys,
 * one all their sessions and one all their frontend tokens. So a process that disables a key, or ends one of
 * the others, does not have to notify the other processes.
 */
export class Connections {
  readonly #services: Services;
  readonly #onFailure: (error: unknown) => void;
  readonly #slots: ConnectionSlots;
  readonly #open = new Map<Connection, ConnectionSlot>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(options: { slots: ConnectionSlots; services: Services; onFailure(error: unknown): void }) {
    this.#slots = options.slots;
    this.#services = options.services;
    this.#onFailure = options.onFailure;
  }

  /** Throws TooManyConnectionsError. */
  async add(connection: Connection): Promise<void> {
    const { credential } = connection.caller;
    const slot = await this.#slots.take(credential);
    if (!slot) throw new TooManyConnectionsError(maxConnectionsOf(credential));
    this.#open.set(connection, slot);
    this.#timer ??= setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  delete(connection: Connection): void {
    this.#open.get(connection)?.giveBack();
    if (!this.#open.delete(connection)) return;
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const open = [...this.#open.keys()];
      const answers = await authenticate(
        this.#services,
        open.map(({ presented }) => presented),
      );
      for (const [place, connection] of open.entries()) {
        const answer = answers[place];
        if (answer instanceof Error) connection.refuse(answer);
        else if (answer) connection.caller = answer;
      }
    } catch (error) {
      // While the database is unreachable, no credential can have been changed, so the connections stay.
      this.#onFailure(error);
    } finally {
      this.#checking = false;
    }
  }
}
