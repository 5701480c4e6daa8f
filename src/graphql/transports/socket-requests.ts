import { InvalidRequestError } from '../../kit/errors.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';

/**
 * GraphQL requests that one socket may have under way: enough for a page with twenty live orders, the balance
 * and the list of orders, and for the queries that it sends meanwhile.
 */
const MAX_REQUESTS = 32;
/**
 * How many requests beyond MAX_REQUESTS are refused before the socket is closed: a client that sends more
 * ignores the refusals.
 */
const MAX_REFUSED = 100;

/**
 * The GraphQL requests of one socket that are under way. One counts from its `subscribe` message until its
 * execution has ended; a `complete` message only asks it to end.
 */
export class SocketRequests {
  #underWay = 0;
  #refused = 0;
  #admitted: Promise<unknown> = Promise.resolve();

  /**
   * Throws InvalidRequestError when MAX_REQUESTS are under way, and SocketRefusal after MAX_REFUSED of those
   * refusals.
   */
  begin(): void {
    if (this.#underWay < MAX_REQUESTS) {
      this.#underWay += 1;
      return;
    }
    this.#refused += 1;
    const message = `A socket has at most ${MAX_REQUESTS} operations at a time; complete one first.`;
    throw this.#refused > MAX_REFUSED
      ? new SocketRefusal(CLOSE.tooMany, message)
      : new InvalidRequestError(message);
  }

  end(): void {
    this.#underWay -= 1;
  }

  /**
   * Admits one request after the other, so that the admissions of a socket take one database connection,
   * however many requests it sends at once.
   */
  admit<Left>(admit: () => Promise<Left>): Promise<Left> {
    const admitted = this.#admitted.then(admit);
    this.#admitted = admitted.catch(() => {});
    return admitted;
  }
}
