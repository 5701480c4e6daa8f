import { pino } from 'pino';
import { Bell, type Change } from '../../src/events/bell.ts';
import { type AddedEvent, type EventListener, openEvents } from '../../src/events/events.ts';

/** What a process of the service hears. */
export class ListeningProcess implements EventListener {
  readonly bell = new Bell();
  readonly events: AddedEvent[] = [];
  readonly changes: Change[] = [];
  notifications = 0;
  gaps = 0;
  /** How often the log says that nothing is heard. */
  failures = 0;
  close = async () => {};

  async open(databaseUrl: string): Promise<this> {
    const log = pino({ level: 'warn' }, { write: () => void this.failures++ });
    const opened = await openEvents({ databaseUrl, bell: this.bell, log });
    opened.listen(this);
    this.close = opened.close;
    return this;
  }

  onEvents(events: readonly AddedEvent[]): void {
    this.events.push(...events);
  }

  onChanges(changes: readonly Change[]): void {
    this.notifications += 1;
    this.changes.push(...changes);
  }

  onGap(): void {
    this.gaps += 1;
  }
}
