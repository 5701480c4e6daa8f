import { InvalidRequestError } from '../../kit/errors.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';

/** Operations of one socket at a time: a page that shows twenty live things is a full one. */
const MAX_OPERATIONS = 20;
/** Operations beyond those, in the life of a socket: refusing costs little, but whoever goes on does not heed it. */
const MAX_REFUSED = 100;

/** The operations of one socket, each from the message that asks for it until it has ended; to complete it begins its end. */
export class SocketOperations {
  #underWay = 0;
  #refused = 0;
  #admitted: Promise<unknown> = Promise.resolve();

  /** Throws InvalidRequestError when there are as many as there may be, and SocketRefusal when that was said often enough. */
  begin(): void {
    if (this.#underWay < MAX_OPERATIONS) {
      this.#underWay += 1;
      return;
    }
    this.#refused += 1;
    const message = `A socket has at most ${MAX_OPERATIONS} operations at a time; complete one first.`;
    throw this.#refused > MAX_REFUSED
      ? new SocketRefusal(CLOSE.tooMany, message)
      : new InvalidRequestError(message);
  }

  end(): void {
    this.#underWay -= 1;
  }

  /** Admits one after the other: a socket has one connection to the database at a time for it, whatever it asks at once. */
  admit<Left>(admit: () => Promise<Left>): Promise<Left> {
    const admitted = this.#admitted.then(admit);
    this.#admitted = admitted.catch(() => {});
    return admitted;
  }
}
