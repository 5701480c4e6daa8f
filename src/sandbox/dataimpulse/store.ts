import type { Clock } from '../../kit/clock.ts';
import type { Journal } from '../journal.ts';
import type { DataImpulseEvent } from './events.ts';
import { DataImpulseFailure } from './failure.ts';
import type { SubUser } from './sub-user.ts';
import { SubUsers } from './sub-users.ts';

/** The state of the network and its journal, on one clock. */
export class Store {
  readonly subUsers = new SubUsers();
  readonly #journal: Journal<DataImpulseEvent>;
  readonly #clock: Clock;

  constructor(journal: Journal<DataImpulseEvent>, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
    journal.replay((event) => this.subUsers.apply(event));
  }

  /** Throws a {@link DataImpulseFailure} with 404 when there is no such sub-user. */
  find(id: number): SubUser {
    const subUser = this.subUsers.withId(id);
    if (!subUser) throw new DataImpulseFailure(404, 'Subuser not found');
    return subUser;
  }

  /**
   * Writes what was decided, and only then changes the state. Throws when it could not be written, and
   * nothing has changed.
   */
  record(event: DataImpulseEvent): void {
    this.#journal.append(event);
    this.subUsers.apply(event);
  }

  /** Writes an event whose change the state already contains. */
  note(event: DataImpulseEvent): void {
    this.#journal.append(event);
  }

  /** The present instant in milliseconds since 1970. */
  now(): number {
    return this.#clock.now().getTime();
  }

  /** The present UTC day. */
  day(): string {
    return this.#clock.now().toISOString().slice(0, 10);
  }

  close(): void {
    this.#journal.close();
  }
}
