import { createStore } from '../kit/store.ts';

/** What a reader should know about the connection to the service. */
export interface Connection {
  /** Since when nothing has arrived: what the page shows is from then. Undefined while all is well. */
  lostSince?: Date;
  /** The instant until which the service has asked to wait, since too much was asked of it. */
  busyUntil?: Date;
}

export const connection = createStore<Connection>({});
